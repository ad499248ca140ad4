import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { compose, compositionSchemes, kahanLi8 } from '../../../../src/flows/compose.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import {
  linearPrediction,
  predictionTable,
  quadraticPrediction,
} from '../../../../src/kernels/shared/warm-start.ts';
import { straightLineComposition } from '../../../../src/kernels/small/composition.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import type { Outcome } from '../../../../src/solvers/outcome.ts';
import { fromCatalogue, generalRattle, orbit, relativeDistance, unevenChain } from '../problems.ts';

const problems: [string, Problem, number][] = [
  ['planar-pendulum', fromCatalogue('planar-pendulum'), 0.1],
  ['double-pendulum', fromCatalogue('double-pendulum'), 0.2],
  ['double pendulum, masses 3 and ¼', fromCatalogue('double-pendulum', { m1: 3, m2: 0.25 }), 0.2],
  ['torus', fromCatalogue('torus'), 0.05],
  ['rigid-top', fromCatalogue('rigid-top'), 0.02],
  ['bead-on-wire', fromCatalogue('bead-on-wire'), 0.05],
  ['a chain of uneven masses', unevenChain, 0.02],
  ['a chain of 10', fromCatalogue('chain', { N: 10 }), 0.05],
];
const { weights } = kahanLi8;
const general = (problem: Problem, w = weights) => compose(generalRattle(problem), w);

/** The kernel, and what the general composition answered when it was asked. */
function kernel(problem: Problem, w = weights): { flow: Flow; outcomes: Outcome[] } {
  const outcomes: Outcome[] = [];
  const judge = general(problem, w);
  const step: Flow['step'] = (z, h, out) => {
    outcomes.push(judge.step(z, h, out));
    return outcomes[outcomes.length - 1];
  };
  const flow = straightLineComposition(problem, w, () => ({ ...judge, step }));
  if (!flow) throw new Error('the problem is too large');
  return { flow, outcomes };
}

function copyMemory(from: Flow, to: Flow): void {
  from.memory.forEach((part, i) => {
    to.memory[i].set(part);
  });
}

describe.each(problems)('the composition at once of %s', (_, problem, h) => {
  it('agrees with the composition of general steps, without asking it', () => {
    const { flow, outcomes } = kernel(problem);
    const fast = orbit(flow, problem.initial, h, 20);
    const slow = orbit(general(problem), problem.initial, h, 20);
    expect(outcomes).toEqual([]);
    expect(relativeDistance(fast[1], slow[1])).toBeLessThan(1e-13);
    expect(relativeDistance(fast[20], slow[20])).toBeLessThan(2e-12);
    expect(relativeDistance(fast[20], problem.initial)).toBeGreaterThan(1e-3);
  });

  it('lands on g = 0 and {g, H} = 0 to round-off', () => {
    const brackets = createBrackets(problem);
    const [r, scale] = [0, 1].map(() => new Float64Array(problem.g.m));
    const expectSmall = () => {
      for (let i = 0; i < r.length; i++) expect(Math.abs(r[i]) / scale[i]).toBeLessThan(1e-13);
    };
    for (const z of orbit(kernel(problem).flow, problem.initial, h, 12).slice(1)) {
      problem.g.value(z, r);
      brackets.constraintScale(z, h, scale);
      expectSmall();
      brackets.hidden(z, r);
      brackets.hiddenScale(z, scale);
      expectSmall();
    }
  });

  it('goes back by −h', () => {
    const { flow } = kernel(problem);
    const here = orbit(flow, problem.initial, h, 2)[2];
    const there = orbit(flow, here, h, 5)[5];
    expect(relativeDistance(orbit(flow, there, -h, 5)[5], here)).toBeLessThan(1e-11);
    expect(relativeDistance(there, here)).toBeGreaterThan(1e-3);
  });

  it('continues from its memory to the bit', () => {
    const { flow } = kernel(problem);
    const middle = orbit(flow, problem.initial, h, 11)[11];
    const copy = kernel(problem).flow;
    copyMemory(flow, copy);
    expect(orbit(copy, middle, h, 10)).toEqual(orbit(flow, middle, h, 10));
  });

  it('returns the failure of the general composition when the step is absurd, and recovers', () => {
    const { flow, outcomes } = kernel(problem);
    const z = orbit(flow, problem.initial, h, 3)[3];
    const twin = kernel(problem).flow;
    copyMemory(flow, twin);
    const outcome = flow.step(z, 1e6, new Float64Array(z.length));
    expect(outcome.ok).toBe(false);
    expect(outcome).toBe(outcomes[0]);
    // What failed leaves no trace in the steps that follow.
    expect(orbit(flow, z, h, 5)).toEqual(orbit(twin, z, h, 5));
  });
});

describe('the composition at once', () => {
  const problem = fromCatalogue('double-pendulum');

  it.each(compositionSchemes)('makes $name', scheme => {
    const { flow, outcomes } = kernel(problem, scheme.weights);
    const fast = orbit(flow, problem.initial, 0.05, 10)[10];
    expect(
      relativeDistance(fast, orbit(general(problem, scheme.weights), problem.initial, 0.05, 10)[10]),
    ).toBeLessThan(1e-12);
    expect(outcomes).toEqual([]);
  });

  it('has the derivative of its step', () => {
    const { flow } = kernel(problem);
    const z = orbit(flow, problem.initial, 0.1, 2)[2];
    const d = 1e-4;
    // Along the motion itself, a direction that stays on the manifold: states a little earlier and later.
    const [early, late] = [-d, d].map(t => orbit(kernel(problem).flow, z, t, 1)[1]);
    const [from, to] = [early, late].map(start => orbit(kernel(problem).flow, start, 0.1, 1)[1]);
    const difference = (a: Float64Array, b: Float64Array) => b.map((x, i) => (x - a[i]) / (2 * d));
    orbit(flow, z, 0.1, 1);
    const out = new Float64Array(8);
    flow.push?.(difference(early, late), out);
    expect(relativeDistance(out, difference(from, to))).toBeLessThan(1e-6);
  });

  it('goes on without the general steps after a jump of the momenta', () => {
    const { flow, outcomes } = kernel(problem);
    const z = orbit(flow, problem.initial, 0.1, 3)[3];
    const away = z.map((x, i) => (i < 4 ? x : -3 * x));
    const slow = orbit(general(problem), away, 0.1, 1)[1];
    expect(relativeDistance(orbit(flow, away, 0.1, 1)[1], slow)).toBeLessThan(1e-13);
    expect(outcomes).toEqual([]);
  });

  it('never lets a state through that is not finite', () => {
    const steep = load(`
coordinates: [x, y]
potential: log(x)
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 0.1, y: sqrt(0.99), p_x: -1, p_y: 0.1/sqrt(0.99) }`);
    const out = new Float64Array(4);
    expect(kernel(steep).flow.step(Float64Array.of(0, 1, 0, 0), 0.01, out).ok).toBe(false);
  });

  it('leaves large systems and what is not classical to others', () => {
    const momenta = load('coordinates: [x]\nhamiltonian: x*p_x^2\nconstraints: { a: x = 1 }');
    const never = () => {
      throw new Error('not asked');
    };
    for (const other of [fromCatalogue('chain', { N: 40 }), momenta, load('coordinates: [x]')])
      expect(straightLineComposition(other, weights, never)).toBeNull();
  });

  it('rejects a kernel whose potential is off in the sixth digit', () => {
    const wrong = kernel(fromCatalogue('double-pendulum', { g: 1 + 1e-6 })).flow;
    const [fast, slow] = [wrong, general(problem)].map(flow => orbit(flow, problem.initial, 0.2, 1)[1]);
    expect(relativeDistance(fast, slow)).toBeGreaterThan(1e-13);
  });
});

describe('the prediction of multipliers', () => {
  const shapes = [
    { ...linearPrediction, within: 1e-11, rho: (T: number, t: number) => 3 - 2 * T + 0.7 * t },
    {
      ...quadraticPrediction,
      // Its equations are solved by their squares, and six of them are nearer to each other than three.
      within: 1e-10,
      rho: (T: number, t: number) => 3 - 2 * T + 0.7 * t - T * T + T * t - 0.3 * t * t,
    },
  ];
  const cases = shapes.flatMap(shape =>
    compositionSchemes.map(({ name, weights: w }) => ({ ...shape, name, w })),
  );

  it.each(cases)(
    'of degree $degree is exact for multipliers of this degree: $name',
    ({ w, rho, within, ...prediction }) => {
      const table = predictionTable(w, prediction);
      const known = prediction.stages;
      const stages = w.length;
      const lambda: number[] = [];
      for (let step = 0, T = 0; step < 4; step++)
        w.forEach((t, k) => {
          const before = k === 0 ? 0 : w[k - 1];
          lambda.push(t * rho(T, t) + before * rho(T, -before));
          T += t;
        });
      for (let k = 0; k < stages; k++) {
        const row = table.subarray(k * known, (k + 1) * known);
        const guess = row.reduce((sum, w, j) => sum + w * lambda[3 * stages + k - 1 - j], 0);
        expect(Math.abs(guess - lambda[3 * stages + k])).toBeLessThan(within);
      }
    },
  );
});
