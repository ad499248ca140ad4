import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createDormandPrince8Step } from '../../../src/flows/dop853/stages.ts';
import { generalMotion, reference } from '../../../src/integrators/reference/reference.ts';
import type { Motion } from '../../../src/integrators/reference/underlying-ode.ts';
import { compiledMotion, sparseMotion } from '../../../src/kernels/reference-kernel.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { createBrackets } from '../../../src/problem/brackets.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { done, type Outcome } from '../../../src/solvers/outcome.ts';
import { fromCatalogue, relativeDistance, unevenChain } from './problems.ts';

const small: [string, Problem][] = [
  ...['planar-pendulum', 'spherical-pendulum', 'double-pendulum', 'six-node-chain', 'torus', 'rigid-top'].map(
    (name): [string, Problem] => [name, fromCatalogue(name)],
  ),
  ['double pendulum, masses 3 and ¼', fromCatalogue('double-pendulum', { m1: 3, m2: 0.25 })],
  ['four-bar-linkage', fromCatalogue('four-bar-linkage')],
  ['a chain of uneven masses', unevenChain],
  ['a chain of 10', fromCatalogue('chain', { N: 10 })],
];
const all: [string, Problem][] = [...small, ['a chain of 40', fromCatalogue('chain', { N: 40 })]];

/** The start and states near it, with momenta of any direction; the first is on the manifold, the others are not. */
function states({ n, initial }: Problem): State[] {
  return [0, 1, 2, 3].map(k =>
    initial.map((x, i) => x + (k === 0 ? 0 : (i < n ? 0.02 : 0.7) * Math.sin(7 * k + 3 * i))),
  );
}

/** The compiled motion without a judge: what it declines is an error. */
function unjudged(problem: Problem): Motion[] {
  const { separable } = problem.H;
  if (!separable) throw new Error('the problem is not classical');
  const sparse = sparseMotion(problem, separable);
  const made = (isMade: boolean): Outcome => {
    if (!isMade) throw new Error('declined');
    return done;
  };
  return [
    compiledMotion(problem),
    {
      field: (z, out) => made(sparse.field(z, out)),
      toManifold: (z, out) => made(sparse.toManifold(z, out)),
    },
  ];
}

function evaluated(map: (z: State, out: State) => Outcome, z: State): State {
  const out = new Float64Array(z.length);
  const outcome = map(z, out);
  if (!outcome.ok) throw new Error(outcome.detail);
  return out;
}

describe.each(all)('the compiled motion of %s', (_, problem) => {
  const general = generalMotion(problem);

  it('has the field of the underlying ODE', () => {
    for (const { field } of unjudged(problem))
      for (const z of states(problem))
        expect(relativeDistance(evaluated(field, z), evaluated(general.field, z))).toBeLessThan(2e-13);
  });

  it('returns to the same point of the manifold, to round-off', () => {
    const { hidden, hiddenScale, constraintScale } = createBrackets(problem);
    const [r, scale] = [0, 1].map(() => new Float64Array(problem.g.m));
    const expectSmall = () => {
      for (let i = 0; i < r.length; i++) expect(Math.abs(r[i]) / scale[i]).toBeLessThan(1e-14);
    };
    const moving = evaluated((z, out) => reference(problem).step(z, 0.3, out), problem.initial);
    const drifted = moving.map((x, i) => x + 1e-6 * Math.sin(3 * i + 1));
    for (const { toManifold } of unjudged(problem)) {
      const z = evaluated(toManifold, drifted);
      expect(relativeDistance(z, evaluated(general.toManifold, drifted))).toBeLessThan(1e-12);
      problem.g.value(z, r);
      constraintScale(z, 0, scale);
      expectSmall();
      hidden(z, r);
      hiddenScale(z, scale);
      expectSmall();
      expect(relativeDistance(evaluated(toManifold, z), z)).toBeLessThan(1e-14);
    }
  });
});

describe('all stages at once', () => {
  const written = small.filter(([, problem]) => compiledMotion(problem).allStages);

  it('are written out for the smallest systems only', () => {
    const names = written.map(([name]) => name);
    expect(names).toContain('planar-pendulum');
    expect(names).toContain('four-bar-linkage');
    expect(names).not.toContain('rigid-top');
    expect(names).not.toContain('a chain of 10');
  });

  it.each(written)('make the step, its error and its interpolant of %s', (_, problem) => {
    const { field, allStages } = compiledMotion(problem);
    const dimension = 2 * problem.n;
    const steps = [
      createDormandPrince8Step({ dimension, f: field, allStages }),
      createDormandPrince8Step({ dimension, f: generalMotion(problem).field }),
    ];
    const h = 0.05;
    const [fast, slow] = steps.map(step => {
      const [end, middle] = [0, 1].map(() => new Float64Array(dimension));
      for (const outcome of [step.begin(problem.initial), step.advance(h, end)]) expect(outcome).toBe(done);
      const error = step.error(end, { relative: 1e-9, absolute: 1e-9 });
      expect(step.close(end)).toBe(done);
      expect(step.interpolate(0.3, middle)).toBe(done);
      return { end, middle, error };
    });
    expect(relativeDistance(fast.end, slow.end)).toBeLessThan(1e-14);
    expect(relativeDistance(fast.middle, slow.middle)).toBeLessThan(1e-14);
    expect(Math.abs(fast.error / slow.error - 1)).toBeLessThan(1e-3);
    expect(relativeDistance(fast.end, problem.initial)).toBeGreaterThan(1e-4);
  });
});

describe('what the compiled motion declines', () => {
  const redundant = load(`
coordinates: [x, y]
potential: 9.81*y
constraints: { rod: x^2 + y^2 = 1, twice: 2*x^2 + 2*y^2 = 2 }
initial: { x: 1 }`);
  const opposite = load(`
coordinates: [x, y]
potential: 9.81*y
constraints: { rod: x^2 + y^2 = 1, back: -sqrt(2)*(x^2 + y^2) = -sqrt(2) }
initial: { x: 1 }`);
  const single = load(`
coordinates: [x, y]
potential: 9.81*y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }`);
  const steep = load(`
coordinates: [x, y]
potential: log(x)
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 0.6, y: 0.8 }`);

  it.each<[string, Problem, number[], string]>([
    ['a gradient that vanishes', fromCatalogue('planar-pendulum'), [0, 0, 1, 1], 'degenerate point'],
    ['a force without a value', steep, [0, 1, 0, 0], 'not finite'],
    ['a state that is not finite', steep, [0.6, 0.8, Number.NaN, 0], 'not finite'],
  ])('%s: the general field names the reason', (_, problem, z, reason) => {
    const state = Float64Array.from(z);
    const [ours, theirs] = [compiledMotion(problem), generalMotion(problem)].map(({ field }) =>
      field(state, new Float64Array(4)),
    );
    expect(ours).toMatchObject({ ok: false, reason });
    expect(ours).toEqual(theirs);
    if (problem.H.separable)
      expect(sparseMotion(problem, problem.H.separable).field(state, new Float64Array(4))).toBe(false);
  });

  it.each([
    ['redundant constraints', redundant],
    ['constraints that are negatives of each other', opposite],
  ])('%s: the general field is that of one rod', (_, problem) => {
    const state = Float64Array.of(0.6, 0.8, 0.8, -0.6);
    const [ours, theirs] = [problem, single].map(each => {
      const field = new Float64Array(4);
      expect(compiledMotion(each).field(state, field).ok).toBe(true);
      return field;
    });
    expect(compiledMotion(problem).allStages).toBeUndefined();
    ours.forEach((value, i) => {
      expect(value).toBeCloseTo(theirs[i], 14);
    });
  });

  it('a state too far from the manifold for a chord iteration', () => {
    const problem = fromCatalogue('planar-pendulum');
    const { separable } = problem.H;
    if (!separable) throw new Error('the pendulum is classical');
    const [far, out] = [Float64Array.of(0.2, 0.1, 1, 1), new Float64Array(4)];
    expect(sparseMotion(problem, separable).toManifold(far, out)).toBe(false);
  });

  it('anything that is not classical or has no constraint: that stays general', () => {
    const free = load('coordinates: [x]\npotential: x^2\ninitial: { x: 1 }');
    const general = load(
      'coordinates: [x]\nhamiltonian: x*p_x^2\nconstraints: { a: x = 1 }\ninitial: { x: 1 }',
    );
    for (const problem of [free, general]) expect(compiledMotion(problem).allStages).toBeUndefined();
    const out = new Float64Array(2);
    expect(createMethod(free, 'reference').step(free.initial, 1, out)).toBe(done);
    expect(Math.abs(out[0] - Math.cos(Math.SQRT2))).toBeLessThan(1e-13);
  });
});

describe('the method “reference”', () => {
  it.each(all)('agrees with the general reference: %s', (_, problem) => {
    const [ours, theirs] = [0, 1].map(() => new Float64Array(2 * problem.n));
    expect(createMethod(problem, 'reference').step(problem.initial, 0.5, ours)).toBe(done);
    expect(reference(problem).step(problem.initial, 0.5, theirs)).toBe(done);
    expect(relativeDistance(ours, theirs)).toBeLessThan(2e-12);
    expect(relativeDistance(ours, problem.initial)).toBeGreaterThan(1e-3);
  });

  it('gives six digits at t = 10 for a tolerance of 1e-6', () => {
    for (const name of ['planar-pendulum', 'double-pendulum']) {
      const problem = fromCatalogue(name);
      const [loose, exact] = [0, 1].map(() => new Float64Array(2 * problem.n));
      createMethod(problem, 'reference', { tolerance: 1e-6 }).step(problem.initial, 10, loose);
      reference(problem).step(problem.initial, 10, exact);
      expect(relativeDistance(loose, exact)).toBeLessThan(1e-6);
      expect(relativeDistance(loose, exact)).toBeGreaterThan(1e-10);
    }
  });

  it('rejects a kernel whose potential is off in the sixth digit', () => {
    const right = fromCatalogue('double-pendulum');
    const wrong = compiledMotion(fromCatalogue('double-pendulum', { g: 1 + 1e-6 }));
    const z = evaluated(wrong.field, right.initial);
    expect(relativeDistance(z, evaluated(generalMotion(right).field, right.initial))).toBeGreaterThan(2e-13);
  });
});
