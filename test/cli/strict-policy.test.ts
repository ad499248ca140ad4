// Where text may not become code, as under a strict Content-Security-Policy: formulas are interpreted, with the same bits.

import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Prints what `source` logs, in a process that may refuse generated code. */
function run(source: string, ...flags: string[]): string {
  const script = `
    import { readFileSync } from 'node:fs';
    import { createMethod, load, simulate } from '${pathToFileURL(file('dist/cotangent.js')).href}';
    const read = name => load(readFileSync('cases/' + name + '.yaml', 'utf8'), { file: name });
    const stateOf = ({ state }) => [...state.q, ...state.p];
    ${source}`;
  const args = [...flags, '--input-type=module', '--eval', script];
  return execFileSync(process.execPath, args, { cwd: file('.'), encoding: 'utf8' });
}

const forbidden = '--disallow-code-generation-from-strings';

const powers = `
coordinates: [x, y, z]
potential: x^7/7 + (2 + y^2)^(-3) + (1 + z^2)^2.5 + atan2(y, 2 + x^2) + sqrt(3 + z) + exp(-x^2)*cos(y) + (2 + z)^x
constraints: { surface: x^2 + y^4 + z^6 = 1 }
initial: { x: 1 }`;

/** Methods that use no straight-line kernel, so that the formulas are all that differs. */
const states = `
  const problems = [read('double-pendulum'), read('n-pendulum'), load(${JSON.stringify(powers)})];
  for (const problem of problems)
    for (const options of [{ method: 'rattle', solver: 'newton' }, { method: 'rattle-4', solver: 'chord' }, { method: 'bdf2' }])
      console.log(stateOf(simulate(problem, { ...options, step: 0.01, until: 0.5 })).join());`;

describe('without generated code', () => {
  it('interpreted formulas give the same bits as compiled ones', () => {
    const compiled = run(states);
    expect(compiled.trim().split('\n')).toHaveLength(9);
    expect(run(states, forbidden)).toBe(compiled);
  });

  it('parts of the method say what is at work, and the reference method agrees', () => {
    const source = `
      const problem = read('double-pendulum');
      console.log(createMethod(problem, 'rattle').parts.join('; '));
      const end = stateOf(simulate(problem, { method: 'reference', step: 0.1, until: 1 }));
      console.log(end.map(value => value.toFixed(9)).join());`;
    const [parts, end] = run(source, forbidden).trim().split('\n');
    expect(parts).toContain('interpreted formulas: this page or process forbids generated code');
    const [usual, same] = run(source).trim().split('\n');
    expect(usual).not.toContain('interpreted');
    expect(end).toBe(same);
  });
});
