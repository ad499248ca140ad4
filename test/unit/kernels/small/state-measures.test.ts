import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { createStateMeasures } from '../../../../src/kernels/small/state-measures.ts';
import { maxAbs } from '../../../../src/linalg/dense.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import { createRandom } from '../../../../src/random/mulberry.ts';

describe('energy and residuals of a state in one function', () => {
  it.each([
    ...['planar-pendulum', 'double-pendulum', 'six-node-chain', 'torus', 'four-bar-linkage'],
    ...['bead-on-wire', 'ellipsoid', 'harmonic-constraint-a'],
  ])('have the bits of H, g and their brackets: %s', name => {
    const problem = load(readFileSync(new URL(`../../../../cases/${name}.yaml`, import.meta.url), 'utf8'));
    const { H, g, initial } = problem;
    const random = createRandom(3);
    const [out, values] = [new Float64Array(3), new Float64Array(g.m)];
    const measure = createStateMeasures(problem);
    const brackets = createBrackets(problem);
    for (let k = 0; k < 50; k++) {
      const z = initial.map(value => value + 0.1 * random.symmetric());
      measure(z, out);
      expect(out[0]).toBe(H.value(z));
      g.value(z, values);
      expect(out[1]).toBe(maxAbs(values));
      brackets.hidden(z, values);
      expect(out[2]).toBe(maxAbs(values));
    }
  });
});
