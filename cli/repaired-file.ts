// A problem file with its initial values replaced by consistent ones; everything else, comments too, stays as it was.

import { parseDocument } from 'yaml';
import type { Problem } from '../src/problem/problem.ts';
import type { State } from '../src/problem/state.ts';

export function repairedText(text: string, problem: Problem, state: State): string {
  const document = parseDocument(text);
  const values: Record<string, number> = {};
  problem.coordinates.forEach((name, i) => {
    values[name] = state[i];
    values[momentumName(name)] = state[problem.n + i];
  });
  document.set('initial', document.createNode(values));
  return document.toString();
}

const momentumName = (name: string) => `p_${name}`;
