import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { allFinite, maxAbs } from '../../src/linalg/dense.ts';
import { obstacles } from '../../src/methods/parameters.ts';
import { createMethod, methods } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { rattleWithOneIteration } from './counterexamples.ts';
import { harmonic, henonHeiles, linkage } from './problems.ts';

/** Absurd requests: a step far too long, a start that is not a number, a step that is not a number. */
const absurd: readonly [string, number, (z: Float64Array) => void][] = [
  ['a step of 50', 50, () => {}],
  ['a start with NaN', 0.01, z => z.fill(Number.NaN, 0, 1)],
  ['an infinite start', 0.01, z => z.fill(Number.POSITIVE_INFINITY, 1, 2)],
  ['a step that is not a number', Number.NaN, () => {}],
];

/** Either the step fails with a reason, or what it returns is finite and on the constraints. */
function isLoud(flow: Flow, problem: Problem, h: number, spoil: (z: Float64Array) => void): boolean {
  const z = problem.initial.slice();
  spoil(z);
  const out = new Float64Array(z.length);
  const outcome = flow.step(z, h, out);
  if (!outcome.ok) return outcome.detail.length > 10 && outcome.reason.length > 0;
  return allFinite(out) && (flow.domain === 'phase space' || residual(problem, out) < 1e-9);
}

function residual(problem: Problem, z: Float64Array): number {
  const g = new Float64Array(problem.g.m);
  problem.g.value(z, g);
  return maxAbs(g) / Math.max(1, maxAbs(z));
}

const cases = [linkage, harmonic, henonHeiles].flatMap(problem =>
  methods
    .filter(method => obstacles(method, problem).length === 0)
    .flatMap(method =>
      absurd.map(
        ([what, h, spoil]) =>
          [`${method.name}, ${problem.name}: ${what}`, problem, method.name, h, spoil] as const,
      ),
    ),
);

describe('no method returns NaN as success', () => {
  it.each(cases)('%s', (_, problem, method, h, spoil) => {
    expect(isLoud(createMethod(problem, method), problem, h, spoil)).toBe(true);
  });

  it('the law rejects a solver that returns its last iterate', () => {
    const flow = rattleWithOneIteration(linkage);
    expect(isLoud(flow, linkage, 0.3, () => {})).toBe(false);
  });
});

describe('a step over a branch point', () => {
  it.each(['rattle', 'shake', 'rattle-4'])('is refused at the tip of a cone: %s', method => {
    const cone = load(
      'coordinates: [x, y, z]\npotential: 9.81*z\nconstraints: { cone: x^2 + y^2 = z^2 }\ninitial: { x: 1, z: 1, p_y: 0.01 }',
    );
    const flow = createMethod(cone, method);
    let z = cone.initial.slice();
    const heights: number[] = [];
    for (let k = 0; k < 200; k++) {
      const next = new Float64Array(6);
      if (!flow.step(z, 0.01, next).ok) break;
      z = next;
      heights.push(z[2]);
    }
    expect(heights.length).toBeLessThan(70);
    expect(Math.min(...heights)).toBeGreaterThan(0);
  });

  it('is refused: no real multiplier brings so long a step back to the circle', () => {
    const pendulum = load(
      'coordinates: [x, y]\npotential: 9.81*y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1, p_y: 3 }',
    );
    const outcome = createMethod(pendulum, 'rattle').step(pendulum.initial, 2, new Float64Array(4));
    expect(outcome.ok).toBe(false);
  });
});
