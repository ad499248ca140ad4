// What both methods on SO(3) promise, on the two bodies of the catalogue.

import { describe, expect, it } from 'vitest';
import { compose, compositionSchemes } from '../../../src/flows/compose.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import { cayleyVariationalEuler } from '../../../src/groups/cayley-variational-euler.ts';
import { so3Splitting } from '../../../src/groups/so3-splitting.ts';
import { constrained } from '../../../src/integrators/constrained.ts';
import { measureDrift } from '../../../src/laws/drift.ts';
import { largestResiduals, reversalDefect } from '../../../src/laws/law.ts';
import { symplecticDefect } from '../../../src/laws/symplectic.ts';
import { tangentVectors } from '../../../src/laws/tangent-vectors.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { createRandom } from '../../../src/random/mulberry.ts';
import { advance } from '../../../src/run/stepper.ts';
import { newton } from '../../../src/solvers/newton.ts';
import { along, distance } from '../differences.ts';
import { maxDistance, pushed, stepped } from '../flows/measure.ts';
import { errorsAt, slope } from '../integrators/problems.ts';
import { bodies, catalogue, exactState, names } from './bodies.ts';
import { orthogonalityError } from './matrices.ts';

const methods: readonly [string, (problem: Problem) => Flow, number][] = [
  ['splitting', so3Splitting, 2],
  ['Cayley variational Euler', cayleyVariationalEuler, 1],
];
const pairs = methods.flatMap(([method, create, order]) =>
  bodies.map(([name, problem]) => ({ label: `${method}, ${name}`, name, problem, create, order })),
);
const table = pairs.map(pair => [pair.label, pair] as const);
const rattle = (problem: Problem) => constrained(problem, verlet(problem.H), newton).rattle;

describe('convergence', () => {
  it.each(table)('to the independent solution with the order of the method: %s', (_, pair) => {
    const { name, problem, create, order } = pair;
    const counts = [100, 200, 400, 800];
    const task = { time: 1, counts, exact: exactState(name, 1) };
    const errors = errorsAt(() => create(problem), problem, task);
    const steps = counts.map(count => 1 / count);
    expect(Math.abs(slope(steps, errors) - order), `${errors}`).toBeLessThan(0.1);
    expect(errors[3]).toBeLessThan(order === 2 ? 1e-5 : 1e-2);
  });

  it.each(names)('composed to order 8 the splitting reaches t = 10 to 10 digits: %s', name => {
    const { weights } = compositionSchemes.filter(({ order }) => order === 8)[0];
    const problem = catalogue(name);
    const end = advance(compose(so3Splitting(problem), weights), problem.initial, 0.05, 200);
    expect(maxDistance(end, exactState(name, 10))).toBeLessThan(1e-10);
  });

  it.each(table)('RATTLE is the same in the limit: %s', (_, { problem, create, order }) => {
    const gap = (count: number) =>
      maxDistance(
        advance(create(problem), problem.initial, 1 / count, count),
        advance(rattle(problem), problem.initial, 1 / count, count),
      );
    expect(Math.abs(Math.log2(gap(100) / gap(200)) - order)).toBeLessThan(0.1);
  });
});

describe('geometry', () => {
  const h = 0.05;
  const later = ({ problem, create }: (typeof pairs)[number]) =>
    advance(create(problem), problem.initial, h, 3);

  it.each(table)('the symplectic form is kept, by the exact derivative and by differences: %s', (_, pair) => {
    const flow = pair.create(pair.problem);
    const { domain, memory, step } = flow;
    const z = later(pair);
    const defect = (measured: Flow) => symplecticDefect(pair.problem, measured, z, h, createRandom(7));
    expect(flow.push).toBeDefined();
    expect(defect(flow)).toBeLessThan(1e-14);
    // Central differences with increments of 1e-5 are good to 1e-9 or so.
    expect(defect({ domain, memory, step })).toBeLessThan(1e-9);
  });

  it.each(table)('the derivative is that of differences, along and across the manifold: %s', (_, pair) => {
    const flow = pair.create(pair.problem);
    const z = later(pair);
    const image = (at: Float64Array) => stepped(flow, at, h);
    const random = createRandom(3);
    const [tangent] = tangentVectors(pair.problem, z, flow.domain, 1, random);
    const across = Float64Array.from(z, () => random.symmetric());
    for (const [v, step] of [
      [tangent, 1e-4],
      [across, 5e-7],
    ] as const) {
      const expected = along(image, z, v, step);
      image(z);
      expect(distance(pushed(flow, v), expected)).toBeLessThan(1e-15 / step + 1e-11);
    }
  });

  it.each(table)('R stays a rotation and the constraints hold: %s', (_, { problem, create }) => {
    const { g, hidden } = largestResiduals(problem, create(problem), 0.02, 200);
    expect(g).toBeLessThan(1e-15);
    expect(hidden).toBeLessThan(1e-15);
  });

  it.each(table)('R is a rotation to two units in the last place after 100 000 steps: %s', (_, pair) => {
    let worst = 0;
    advance(pair.create(pair.problem), pair.problem.initial, h, 100_000, (z, k) => {
      if (k % 100 === 0) worst = Math.max(worst, orthogonalityError(z));
    });
    expect(worst).toBeLessThan(1e-15);
  });

  it.each(names)('the splitting is undone by a step back, variational Euler is not: %s', name => {
    const problem = catalogue(name);
    const z = advance(so3Splitting(problem), problem.initial, h, 3);
    expect(reversalDefect(so3Splitting(problem), z, h)).toBeLessThan(1e-15);
    expect(reversalDefect(cayleyVariationalEuler(problem), z, h)).toBeGreaterThan(1e-4);
  });
});

describe('conservation', () => {
  it.each(table)('the energy does not drift: %s', (_, { problem, create }) => {
    const { ratio, largest } = measureDrift(problem, create(problem), 0.05, 20_000);
    expect(ratio).toBeLessThan(0.1);
    expect(largest).toBeLessThan(0.03);
  });

  const change = (problem: Problem, create: (problem: Problem) => Flow, observable: string) => {
    const found = problem.observables.find(({ name }) => name === observable);
    if (!found) throw new Error(`no observable ${observable}`);
    const end = advance(create(problem), problem.initial, 0.05, 2000);
    return Math.abs(found.value(end) - found.value(problem.initial));
  };

  it.each(table)('the vertical momentum of the symmetry is kept: %s', (_, { problem, create }) => {
    expect(change(problem, create, 'vertical')).toBeLessThan(1e-13);
  });

  it.each([1, 1.6])('both keep the axial momentum of a symmetric body, I₃ = %d', I3 => {
    const problem = catalogue('magnetised-rigid-body', { I3, Omega3: 0.7 });
    expect(change(problem, cayleyVariationalEuler, 'axial')).toBeLessThan(1e-13);
    expect(change(problem, so3Splitting, 'axial')).toBeLessThan(1e-13);
    expect(change(catalogue('magnetised-rigid-body', { I2: 1.1 }), so3Splitting, 'axial')).toBeGreaterThan(
      1e-3,
    );
  });
});

describe('work', () => {
  it.each([
    ['splitting', so3Splitting, 11],
    ['Cayley variational Euler', cayleyVariationalEuler, 10],
  ] as const)('%s evaluates the torque once in each of ten steps', (_, create, expected) => {
    const problem = catalogue('asymmetric-top');
    const { separable } = problem.H;
    if (!separable) throw new Error('not separable');
    let count = 0;
    const gradient = (z: Float64Array, out: Float64Array) => {
      count++;
      separable.gradient(z, out);
    };
    const counted = { ...problem, H: { ...problem.H, separable: { ...separable, gradient } } };
    const end = advance(create(counted), problem.initial, 0.05, 10);
    expect(count).toBe(expected);
    expect([...end]).toEqual([...advance(create(problem), problem.initial, 0.05, 10)]);
  });
});

describe('failures say why', () => {
  const problem = catalogue('asymmetric-top');
  const attempt = (
    create: (given: Problem) => Flow,
    h: number,
    spoil: (z: Float64Array) => void = () => {},
  ) => {
    const z = problem.initial.slice();
    spoil(z);
    return create(problem).step(z, h, new Float64Array(18));
  };

  describe.each(methods)('%s', (_, create) => {
    it.each([
      ['a NaN in the start', 0.1, (z: Float64Array) => z.fill(Number.NaN, 4, 5), 'not finite'],
      ['a step that is not a number', Number.NaN, () => {}, 'not finite'],
      ['a momentum that overflows', 1e10, (z: Float64Array) => z.fill(1e308, 9), 'not finite'],
      ['a matrix that is no rotation', 0.1, (z: Float64Array) => z.fill(1.01, 0, 1), 'not supported'],
    ] as const)('%s', (_what, h, spoil, reason) => {
      expect(attempt(create, h, spoil)).toMatchObject({ ok: false, reason });
    });

    it('with a way out', () => {
      const outcome = attempt(create, 1e10, z => z.fill(1e308, 9));
      expect(outcome.ok ? '' : outcome.detail).toContain('halve the step');
    });

    it('a problem that is no rigid body', () => {
      const outcome = create(catalogue('spherical-pendulum')).step(
        new Float64Array(6),
        0.1,
        new Float64Array(6),
      );
      expect(outcome).toMatchObject({ ok: false, reason: 'not supported' });
      if (!outcome.ok) expect(outcome.detail).toContain('it has 3 coordinates');
    });

    it.each([2, 50])('a step of %d either fails or ends at a finite state with a rotation', h => {
      const out = new Float64Array(18);
      const outcome = create(problem).step(problem.initial, h, out);
      if (outcome.ok) expect(orthogonalityError(out)).toBeLessThan(1e-14);
      else expect(outcome.detail).toContain('halve the step');
    });
  });
});
