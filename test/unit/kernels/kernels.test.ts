import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { fitsStraightLine } from '../../../src/kernels/shared/kernel.ts';
import { createBrackets } from '../../../src/problem/brackets.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { done, type Outcome } from '../../../src/solvers/outcome.ts';
import { along } from '../differences.ts';
import {
  fromCatalogue,
  generalRattle,
  inLoops,
  orbit,
  relativeDistance,
  straightLine,
  triangle,
  unevenChain,
} from './problems.ts';

const problems: [string, Problem][] = [
  ...['planar-pendulum', 'spherical-pendulum', 'double-pendulum', 'six-node-chain-c', 'six-node-chain'].map(
    (name): [string, Problem] => [name, fromCatalogue(name)],
  ),
  ...['bead-on-wire', 'torus', 'rigid-top'].map((name): [string, Problem] => [name, fromCatalogue(name)]),
  ['n-pendulum, N = 4', fromCatalogue('n-pendulum', { N: 4 })],
  ['n-pendulum, N = 20', fromCatalogue('n-pendulum', { N: 20 })],
  ['double pendulum, masses 3 and ¼', fromCatalogue('double-pendulum', { m1: 3, m2: 0.25 })],
  ['a chain of uneven masses', unevenChain],
  ['a triangle of rods', triangle],
];
type Kernel = (problem: Problem, general: Flow) => Flow;
const kernels: [string, Kernel][] = [
  ['straight-line', straightLine],
  ['sparse', inLoops],
];
const cases = problems.flatMap(([name, problem]) =>
  kernels
    .filter(([kernel]) => kernel !== 'straight-line' || fitsStraightLine(problem))
    .map(([kernel, make]) => [kernel, name, problem, make] as const),
);
const stepOf = (problem: Problem) => problem.run.step ?? 0.01;
const kernelFor = (problem: Problem, make: Kernel) => make(problem, generalRattle(problem));

/** A general method that keeps what it answered when it was asked. */
function watched(general: Flow): { flow: Flow; outcomes: Outcome[] } {
  const outcomes: Outcome[] = [];
  const step: Flow['step'] = (z, h, out) => {
    outcomes.push(general.step(z, h, out));
    return outcomes[outcomes.length - 1];
  };
  return { flow: { ...general, step }, outcomes };
}

function copyMemory(from: Flow, to: Flow): void {
  expect(to.memory.map(part => part.length)).toEqual(from.memory.map(part => part.length));
  from.memory.forEach((part, i) => {
    to.memory[i].set(part);
  });
}

describe.each(cases)('the %s kernel on %s', (_, _name, problem, make) => {
  const h = stepOf(problem);

  it('agrees with the general method for 100 steps, without asking it', () => {
    const judge = watched(generalRattle(problem));
    const fast = orbit(make(problem, judge.flow), problem.initial, h, 100);
    const general = orbit(generalRattle(problem), problem.initial, h, 100);
    expect(judge.outcomes).toEqual([]);
    expect(relativeDistance(fast[1], general[1])).toBeLessThan(2e-14);
    expect(relativeDistance(fast[100], general[100])).toBeLessThan(1e-13);
    expect(relativeDistance(fast[100], problem.initial)).toBeGreaterThan(1e-3);
  });

  it('lands on g = 0 and {g, H} = 0 to round-off', () => {
    const z = orbit(kernelFor(problem, make), problem.initial, h, 50)[50];
    const brackets = createBrackets(problem);
    const [g, scale] = [new Float64Array(problem.g.m), new Float64Array(problem.g.m)];
    const expectSmall = () => {
      for (let i = 0; i < g.length; i++) expect(Math.abs(g[i]) / scale[i]).toBeLessThan(1e-13);
    };
    problem.g.value(z, g);
    brackets.constraintScale(z, h, scale);
    expectSmall();
    brackets.hidden(z, g);
    brackets.hiddenScale(z, scale);
    expectSmall();
  });

  it('goes back by −h', () => {
    const flow = kernelFor(problem, make);
    const [start, , end] = orbit(flow, orbit(flow, problem.initial, h, 1)[1], h, 2);
    const back = orbit(flow, end, -h, 2)[2];
    expect(relativeDistance(back, start)).toBeLessThan(1e-11);
  });

  it('continues from its memory to the bit', () => {
    const flow = kernelFor(problem, make);
    const middle = orbit(flow, problem.initial, h, 13)[13];
    const copy = kernelFor(problem, make);
    copyMemory(flow, copy);
    expect(orbit(copy, middle, h, 20)).toEqual(orbit(flow, middle, h, 20));
  });

  it('returns the failure of the general method when the step is absurd, and recovers', () => {
    const judge = watched(generalRattle(problem));
    const [flow, twin] = [make(problem, judge.flow), kernelFor(problem, make)];
    const z = orbit(flow, problem.initial, h, 3)[3];
    copyMemory(flow, twin);
    const outcome = flow.step(z, 1e6, new Float64Array(z.length));
    expect(outcome.ok).toBe(false);
    expect(outcome).toBe(judge.outcomes[0]);
    // What failed leaves no trace in the steps that follow.
    expect(orbit(flow, z, h, 5)).toEqual(orbit(twin, z, h, 5));
  });

  it('has the derivative of its step', () => {
    const flow = kernelFor(problem, make);
    const z = orbit(flow, problem.initial, h, 2)[2];
    const brackets = createBrackets(problem);
    // Along the motion itself, a direction that stays on the manifold: states a little earlier and later.
    const field = new Float64Array(z.length);
    brackets.hamiltonianField(z, field);
    const moved = (t: Float64Array) => orbit(flow, orbit(flow, z, t[0], 1)[1], h, 1)[1];
    const tangent = along(t => orbit(flow, z, t[0], 1)[1], Float64Array.of(0.002), [1], 2e-4);
    const image = along(moved, Float64Array.of(0.002), [1], 2e-4);
    orbit(flow, orbit(flow, z, 0.002, 1)[1], h, 1);
    const out = new Float64Array(z.length);
    flow.push?.(Float64Array.from(tangent), out);
    expect(relativeDistance(out, Float64Array.from(image))).toBeLessThan(1e-6);
  });
});

describe('coordinates in different units', () => {
  /** m pendulums in x/1e-9 and y/1e6, and one in metres. */
  const inUnits = (m: number, X: number, Y: number) =>
    load(`
parameters: { X: ${X}, Y: ${Y} }
coordinates: { x: [${m}], y: [${m}] }
mass: { x: 1/X^2, y: 1/Y^2 }
potential: sum(i, 0, ${m - 1}, 9.81*y[i]/Y)
constraints: { rod: { each: "i in 0..${m - 1}", equation: "(x[i]/X)^2 + (y[i]/Y)^2 = 1" } }
initial: { x: X }
`);

  it.each<[string, number, Kernel | null]>([
    ['straight-line', 1, straightLine],
    ['sparse', 20, inLoops],
    ['general', 1, null],
  ])('%s: the motion is that in metres', (_, m, make) => {
    const end = (X: number, Y: number) => {
      const problem = inUnits(m, X, Y);
      const flow = make ? kernelFor(problem, make) : generalRattle(problem);
      const z = orbit(flow, problem.initial, 0.01, 200).at(-1) ?? problem.initial;
      return Float64Array.of(z[0] / X, z[m] / Y, z[2 * m] * X, z[3 * m] * Y);
    };
    expect(relativeDistance(end(1e-9, 1e6), end(1, 1))).toBeLessThan(1e-12);
  });
});

describe('the judge', () => {
  /** A step that is too long for matrices frozen at its start, but not for Newton's. */
  const problem = triangle;
  const tooLong = 0.5;
  const start = orbit(generalRattle(problem), problem.initial, 0.05, 10)[10];

  it('takes a step over that the fast code cannot make', () => {
    const judge = watched(generalRattle(problem));
    const flow = inLoops(problem, judge.flow);
    const [ours, theirs] = [start.slice(), start.slice()];
    expect(flow.step(start, tooLong, ours).ok).toBe(true);
    expect(judge.outcomes).toEqual([done]);
    const general = generalRattle(problem);
    expect(general.step(start, tooLong, theirs).ok).toBe(true);
    expect(ours).toEqual(theirs);
    // λ/h of that step is the warm start of the next.
    expect(flow.memory).toContainEqual(general.memory[0]);
  });

  it('leaves a memory that continues to the bit, whoever steps next', () => {
    const judge = watched(generalRattle(problem));
    const flow = inLoops(problem, judge.flow);
    const near = orbit(flow, start, 0.05, 1)[1];
    const far = orbit(flow, start, tooLong, 1)[1];
    expect(judge.outcomes).toEqual([done]);
    for (const h of [0.05, tooLong]) {
      const copy = kernelFor(problem, inLoops);
      copyMemory(flow, copy);
      const from = h === tooLong ? start : near;
      expect(orbit(copy, from, h, 1)).toEqual(orbit(flow, from, h, 1));
    }
    expect(far.every(Number.isFinite)).toBe(true);
  });

  it('never lets a state through that is not finite', () => {
    const broken = load(`
coordinates: [x, y]
potential: log(x)
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 0.1, y: sqrt(0.99), p_x: -1, p_y: 0.1/sqrt(0.99) }`);
    for (const [, make] of kernels) {
      const out = new Float64Array(4);
      const outcome = kernelFor(broken, make).step(Float64Array.of(0, 1, 0, 0), 0.01, out);
      if (outcome === done) expect(out.every(Number.isFinite)).toBe(true);
      else expect(outcome.ok).toBe(false);
    }
  });

  it('is needed: kernels refuse what is not classical', () => {
    const general = load('coordinates: [x]\nhamiltonian: x*p_x^2\nconstraints: { a: x = 1 }');
    expect(fitsStraightLine(general)).toBe(false);
    expect(() => straightLine(general, generalRattle(general))).toThrow('separable');
    expect(() => inLoops(general, generalRattle(general))).toThrow('separable');
    expect(fitsStraightLine(load('coordinates: [x]'))).toBe(false);
    expect(fitsStraightLine(fromCatalogue('n-pendulum', { N: 20 }))).toBe(false);
  });
});

describe('the law “kernel agrees” rejects', () => {
  it.each(kernels)('a %s kernel whose potential is off in the sixth digit', (_, make) => {
    const right = fromCatalogue('double-pendulum');
    const wrong = fromCatalogue('double-pendulum', { g: 1 + 1e-6 });
    const h = stepOf(right);
    const fast = orbit(kernelFor(wrong, make), right.initial, h, 100);
    const general = orbit(generalRattle(right), right.initial, h, 100);
    expect(relativeDistance(fast[1], general[1])).toBeGreaterThan(2e-14);
    expect(relativeDistance(fast[100], general[100])).toBeGreaterThan(1e-13);
  });
});
