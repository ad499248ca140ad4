// A problem file with its initial values replaced by consistent ones; everything else, comments too, stays as it was.

import { parseDocument } from 'yaml';
import { momentumName } from '../src/problem/names.ts';
import type { Problem } from '../src/problem/problem.ts';
import type { State } from '../src/problem/state.ts';
import type { ProblemSource } from './files/problem-source.ts';

/** `set` are the parameters that were overridden; the file must hold the values that the start belongs to. */
export function repairedText(
  source: ProblemSource,
  problem: Problem,
  state: State,
  set: Readonly<Record<string, number>>,
): string {
  const document = parseDocument(source.text);
  const values: Record<string, number> = {};
  problem.coordinates.forEach((name, i) => {
    values[name] = state[i];
    values[momentumName(name)] = state[problem.n + i];
  });
  document.set('initial', document.createNode(values));
  for (const [name, value] of Object.entries(set)) document.setIn(['parameters', name], value);
  const isJson = /\.json$/i.test(source.file);
  return isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString();
}
