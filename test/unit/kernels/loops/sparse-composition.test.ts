// The laws of the composition at once for many constraints: chains, whose multipliers are found by Newton's iteration, and
// closed and branched structures, where it is the chord iteration.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { compose, compositionSchemes, kahanLi8 } from '../../../../src/flows/compose.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import { sparseComposition } from '../../../../src/kernels/loops/sparse-rattle.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { done, type Outcome } from '../../../../src/solvers/outcome.ts';
import { manyConstraints } from '../many-constraints.ts';
import { fromCatalogue, generalRattle, orbit, relativeDistance, triangle } from '../problems.ts';
import { plainly } from '../wasm/plainly.ts';

const { weights } = kahanLi8;
/** One scheme of each order; the first is Suzuki's of order 4. */
const schemes = [4, 6, 8].map(order => compositionSchemes.filter(scheme => scheme.order === order)[0]);
const [suzuki4] = schemes;
const general = (problem: Problem, w = weights) => compose(generalRattle(problem), w);

/** The kernel, and what the general composition answered when it was asked. */
function kernel(problem: Problem, w = weights): { flow: Flow; outcomes: Outcome[] } {
  const outcomes: Outcome[] = [];
  const judge = general(problem, w);
  const step: Flow['step'] = (z, h, out) => {
    outcomes.push(judge.step(z, h, out));
    return outcomes[outcomes.length - 1];
  };
  const flow = sparseComposition(problem, w, () => ({ ...judge, step }));
  if (!flow) throw new Error('nothing was compiled');
  return { flow, outcomes };
}

function copyMemory(from: Flow, to: Flow): void {
  from.memory.forEach((part, i) => {
    to.memory[i].set(part);
  });
}

/** The largest of |g| and |{g, H}| in proportion to the sizes of their terms. */
function residuals(problem: Problem, z: Float64Array, h: number): { g: number; hidden: number } {
  const brackets = createBrackets(problem);
  const [r, scale] = [0, 1].map(() => new Float64Array(problem.g.m));
  const largest = () => r.reduce((size, value, i) => Math.max(size, Math.abs(value) / scale[i]), 0);
  problem.g.value(z, r);
  brackets.constraintScale(z, h, scale);
  const g = largest();
  brackets.hidden(z, r);
  brackets.hiddenScale(z, scale);
  return { g, hidden: largest() };
}

describe.each(manyConstraints)('the composition at once of %s', (_, problem) => {
  const h = 0.05;

  it('agrees with the composition of general steps, without asking it', () => {
    const { flow, outcomes } = kernel(problem);
    const fast = orbit(flow, problem.initial, h, 10);
    const slow = orbit(general(problem), problem.initial, h, 10);
    expect(outcomes).toEqual([]);
    expect(relativeDistance(fast[1], slow[1])).toBeLessThan(1e-13);
    expect(relativeDistance(fast[10], slow[10])).toBeLessThan(1e-12);
    expect(relativeDistance(fast[10], problem.initial)).toBeGreaterThan(1e-3);
  });

  it('lands on g = 0 and {g, H} = 0 to round-off', () => {
    for (const z of orbit(kernel(problem).flow, problem.initial, h, 12).slice(1)) {
      const { g, hidden } = residuals(problem, z, h);
      expect(g).toBeLessThan(1e-13);
      expect(hidden).toBeLessThan(1e-15);
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

  it('leaves what it cannot do to the general composition, and no trace of having tried', () => {
    const { flow, outcomes } = kernel(problem);
    const z = orbit(flow, problem.initial, h, 3)[3];
    const twin = kernel(problem).flow;
    copyMemory(flow, twin);
    const outcome = flow.step(z, 1e6, z.slice());
    expect(outcome.ok).toBe(false);
    expect(outcome).toBe(outcomes[0]);
    const nowhere = z.map(() => Number.NaN);
    expect(flow.step(nowhere, h, z.slice()).ok).toBe(false);
    expect(orbit(flow, z, h, 9)).toEqual(orbit(twin, z, h, 9));
  });
});

describe('the composition at once', () => {
  const problem = fromCatalogue('chain', { N: 20 });

  it.each(compositionSchemes)('makes $name', scheme => {
    const { flow, outcomes } = kernel(problem, scheme.weights);
    const fast = orbit(flow, problem.initial, 0.05, 10)[10];
    const slow = orbit(general(problem, scheme.weights), problem.initial, 0.05, 10)[10];
    expect(relativeDistance(fast, slow)).toBeLessThan(1e-12);
    expect(outcomes).toEqual([]);
  });

  it.each(schemes)('has order $order: $name', scheme => {
    const end = (steps: number, w = scheme.weights) =>
      orbit(kernel(problem, w).flow, problem.initial, 1.6 / steps, steps)[steps];
    const exact = end(160, weights);
    const errors = [8, 12, 16].map(steps => relativeDistance(end(steps), exact));
    expect(Math.min(...errors)).toBeGreaterThan(1e-13);
    expect(Math.abs(Math.log2(errors[0] / errors[2]) - scheme.order)).toBeLessThan(0.2);
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
    const out = new Float64Array(z.length);
    flow.push?.(difference(early, late), out);
    expect(relativeDistance(out, difference(from, to))).toBeLessThan(1e-6);
  });

  it.each([
    ['a jump of the momenta', -3, 1],
    ['a past that misleads', 1, 1e5],
  ])('goes on without the general steps after %s', (_, jump, lie) => {
    const { flow, outcomes } = kernel(problem);
    const z = orbit(flow, problem.initial, 0.1, 10)[10];
    const away = z.map((x, i) => (i < problem.n ? x : jump * x));
    // λ/h of the stages before.
    for (const part of flow.memory.slice(0, 8)) part.set(part.map(x => lie * x));
    const slow = orbit(general(problem), away, 0.1, 1)[1];
    expect(relativeDistance(orbit(flow, away, 0.1, 1)[1], slow)).toBeLessThan(1e-13);
    expect(outcomes).toEqual([]);
  });

  it('rejects a kernel whose potential is off in the sixth digit', () => {
    const wrong = kernel(fromCatalogue('chain', { N: 20, g: 1 + 1e-6 })).flow;
    const [fast, slow] = [wrong, general(problem)].map(flow => orbit(flow, problem.initial, 0.05, 1)[1]);
    expect(relativeDistance(fast, slow)).toBeGreaterThan(1e-13);
  });

  it('never lets a state through that is not finite, even where no constraint feels it', () => {
    const steep = load(`
coordinates: [x, y, free]
potential: sqrt(free)
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1, free: 0.005, p_free: -1 }
`);
    expect(kernel(steep).flow.step(steep.initial, 0.01, steep.initial.slice()).ok).toBe(false);
  });

  it('is not made of what is not classical, nor where there is no WebAssembly', () => {
    const never = () => {
      throw new Error('not asked');
    };
    const momenta = load('coordinates: [x]\nhamiltonian: x*p_x^2\nconstraints: { a: x = 1 }');
    for (const other of [momenta, load('coordinates: [x]')])
      expect(sparseComposition(other, weights, never)).toBeNull();
    expect(plainly(() => sparseComposition(problem, weights, never))).toBeNull();
  });
});

describe('where the general composition takes a step over', () => {
  /** Too long for matrices frozen at the start of a stage, but not for Newton's. */
  const tooLong = 0.8;

  it('is its step, and the memory continues to the bit', () => {
    const { flow, outcomes } = kernel(triangle, suzuki4.weights);
    const near = orbit(flow, triangle.initial, 0.05, 3)[3];
    expect(outcomes).toEqual([]);
    const far = orbit(flow, triangle.initial, tooLong, 1)[1];
    expect(outcomes).toEqual([done]);
    expect(far).toEqual(orbit(general(triangle, suzuki4.weights), triangle.initial, tooLong, 1)[1]);
    for (const h of [0.05, tooLong]) {
      const copy = kernel(triangle, suzuki4.weights).flow;
      copyMemory(flow, copy);
      expect(orbit(copy, near, h, 1)).toEqual(orbit(flow, near, h, 1));
    }
  });
});
