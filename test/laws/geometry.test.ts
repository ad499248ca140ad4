import { describe, expect, it } from 'vitest';
import { midpoint } from '../../src/flows/gauss.ts';
import { verlet } from '../../src/flows/verlet.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { largestResiduals, rattleAgainstShake, reversalDefect, shakeAlongFibre } from '../../src/laws/law.ts';
import { symplecticDefect } from '../../src/laws/symplectic.ts';
import { distance } from '../../src/linalg/dense.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { createRandom } from '../../src/random/mulberry.ts';
import { advance } from '../../src/run/stepper.ts';
import { newton } from '../../src/solvers/newton.ts';
import {
  explicitEuler,
  projectionOffTheFibre,
  rattleWithEuler,
  rattleWithOneIteration,
} from './counterexamples.ts';
import { bowl, curved, harmonic, henonHeiles, linkage, quartic } from './problems.ts';
import { type LawSubject, subjects } from './subjects.ts';

const h = 0.05;
const table = (list: readonly LawSubject[]) => list.map(s => [s.label, s] as const);
const afterOneStep = ({ create, problem }: LawSubject) => {
  const flow = create();
  return { flow, z: advance(flow, problem.initial, h, 1) };
};

describe('symplectic methods preserve ω on tangent vectors of their manifold', () => {
  it.each(table(subjects.filter(({ properties }) => properties.symplectic)))('%s', (_, s) => {
    const { flow, z } = afterOneStep(s);
    expect(symplecticDefect(s.problem, flow, z, h, createRandom(7))).toBeLessThan(flow.push ? 1e-11 : 1e-8);
  });

  it.each([
    ['explicit Euler', henonHeiles, explicitEuler],
    ['RATTLE with explicit Euler inside', bowl, rattleWithEuler],
  ])('the law rejects %s', (_, problem, create) => {
    const defect = symplecticDefect(problem, create(problem), problem.initial, h, createRandom(7));
    expect(defect).toBeGreaterThan(1e-4);
  });
});

describe('symmetric methods are undone by a step back', () => {
  it.each(table(subjects.filter(({ properties }) => properties.symmetric)))('%s', (_, s) => {
    const { flow, z } = afterOneStep(s);
    expect(reversalDefect(flow, z, h)).toBeLessThan(1e-12);
  });

  it('the law rejects RATTLE with symplectic Euler', () => {
    const flow = createMethod(bowl, 'rattle', { flow: 'symplectic-euler' });
    expect(reversalDefect(flow, bowl.initial, h)).toBeGreaterThan(1e-5);
  });
});

describe('constrained methods stay on their manifold', () => {
  it.each(table(subjects.filter(({ problem }) => problem.g.m > 0)))('%s', (_, s) => {
    const flow = s.create();
    const bound = s.method === 'reference' ? 1e-11 : 1e-13;
    const { g, hidden } = largestResiduals(s.problem, flow, 0.02, 200);
    expect(g).toBeLessThan(bound);
    if (flow.domain === 'g = {g,H} = 0') expect(hidden).toBeLessThan(10 * bound);
  });

  it('the law rejects a solver that stops after one iteration', () => {
    expect(largestResiduals(linkage, rattleWithOneIteration(linkage), 0.02, 20).g).toBeGreaterThan(1e-9);
  });
});

describe('the fibre', () => {
  const partsOf = (problem: Problem) =>
    constrained(problem, problem.g.kind === 'holonomic' ? verlet(problem.H) : midpoint(problem.H), newton);

  it.each([bowl, linkage, harmonic, quartic, curved].map(problem => [problem.name, problem] as const))(
    'RATTLEⁿ = project ∘ SHAKEⁿ: %s',
    (_, problem) => {
      expect(rattleAgainstShake(partsOf(problem), problem.initial, 0.02, 40)).toBeLessThan(1e-12);
    },
  );

  it.each([bowl, linkage, harmonic, quartic, curved].map(problem => [problem.name, problem] as const))(
    'SHAKE sees only the fibre: %s',
    (_, problem) => {
      const lambda = new Float64Array(problem.g.m).fill(0.003);
      expect(shakeAlongFibre(partsOf(problem), problem.initial, 0.02, lambda)).toBeLessThan(1e-13);
    },
  );

  it('the law rejects a projection that leaves the fibre', () => {
    const parts = partsOf(bowl);
    const wrong = projectionOffTheFibre(bowl);
    const step = {
      ...parts.rattle,
      step: (z: Float64Array, dt: number, out: Float64Array) => {
        const landed = advance(parts.shake, z, dt, 1);
        return wrong.step(landed, dt, out);
      },
    };
    expect(rattleAgainstShake({ ...parts, rattle: step }, bowl.initial, 0.02, 10)).toBeGreaterThan(1e-3);
  });

  it('and the two laws are not empty: SHAKE and RATTLE differ', () => {
    const { shake, rattle } = partsOf(bowl);
    expect(distance(advance(shake, bowl.initial, h, 1), advance(rattle, bowl.initial, h, 1))).toBeGreaterThan(
      1e-4,
    );
  });
});
