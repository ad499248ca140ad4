import { describe, expect, it } from 'vitest';
import { createMethod } from '../../../../src/methods/registry.ts';
import type { ForceTerm, ParticleSystem } from '../../../../src/particles/system.ts';
import { bondHarmonic } from '../../../../src/particles/terms/bonds.ts';
import { requireIndependentRods } from '../../../../src/particles/topology/redundant.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import { problemFromParticles } from '../../../../src/problem/from/particles.ts';
import { createSchedule } from '../../../../src/run/schedule.ts';
import { createSimulation } from '../../../../src/run/simulation.ts';
import { systemOf } from '../../particles/terms-systems.ts';

/** Two rods, and springs between their ends. */
const system: ParticleSystem = {
  ...systemOf({ positions: [0, 0, 0, 1, 0, 0, 0, 2, 0, 1, 2, 0.5], mass: [1, 2, 3, 4] }),
  momenta: Float64Array.of(0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1),
  rods: [
    { a: 0, b: 1, length: 1 },
    { a: 2, b: 3, length: Math.hypot(1, 0.5) },
  ],
};

function counted(of: ParticleSystem) {
  const springs = bondHarmonic(of, [
    { a: 0, b: 2, length: 1.5, stiffness: 4 },
    { a: 1, b: 3, length: 1.5, stiffness: 4 },
  ]);
  const calls = { energy: 0, gradient: 0 };
  const term: ForceTerm = {
    ...springs,
    energy: x => {
      calls.energy++;
      return springs.energy(x);
    },
    addGradient: (x, out) => {
      calls.gradient++;
      return springs.addGradient(x, out);
    },
  };
  return { problem: problemFromParticles({ name: 'rods', system: of, terms: [term] }), calls };
}

describe('the potential of particles', () => {
  it.each(['rattle', 'shake', 'rattle-4'])(
    'is asked for forces once in a stage of %s, and for energies never',
    method => {
      const { problem, calls } = counted(system);
      const stages = method === 'rattle-4' ? 5 : 1;
      const flow = createMethod(problem, method);
      const run = createSimulation(problem, flow, createSchedule(0.01, 1, 100), () => {});
      run.advance(3);
      const [energies, before] = [calls.energy, calls.gradient];
      run.advance(10);
      expect(run.failure).toBeNull();
      expect([calls.energy - energies, calls.gradient - before]).toEqual([0, 10 * stages]);
    },
  );

  it('has the energy of the place where forces were asked last, to the last bit', () => {
    const { problem, calls } = counted({ ...system, anchored: [1] });
    const { H, initial } = problem;
    const out = new Float64Array(initial.length);
    const fresh = H.value(initial);
    H.gradient(initial, out);
    expect(H.value(initial)).toBe(fresh);
    expect(calls).toEqual({ energy: 1, gradient: 1 });
  });

  it('asks again when anything has changed', () => {
    const { problem, calls } = counted(system);
    const z = problem.initial.slice();
    const [out, again] = [new Float64Array(z.length), new Float64Array(z.length)];
    problem.H.gradient(z, out);
    z[7] += 2 ** -51;
    problem.H.gradient(z, again);
    expect(calls.gradient).toBe(2);
    expect(again).not.toEqual(out);
    z[7] -= 2 ** -51;
    problem.H.gradient(z, again);
    expect(calls.gradient).toBe(3);
    expect(again).toEqual(out);
    z[0] = -0;
    problem.H.gradient(z, again);
    expect(calls.gradient).toBe(4);
  });

  it('is not asked for the rates of rods', () => {
    const { problem, calls } = counted(system);
    const rates = new Float64Array(2);
    createBrackets(problem).hidden(problem.initial, rates);
    expect(calls).toEqual({ energy: 0, gradient: 0 });
    // 2 d·(v_a − v_b) of both rods, by hand.
    expect([...rates]).toEqual([0, 2 * -0.5 * (1 / 3 + 1 / 4)].map(value => expect.closeTo(value, 14)));
  });
});

describe('the rods of a problem', () => {
  const rod = (a: number, b: number, length: number) => ({ a, b, length });

  it('are checked once, when they are first asked for', () => {
    const { problem } = counted(system);
    const first = problem.particles?.independentRods();
    expect(first?.system.rods).toBe(system.rods);
    createMethod(problem, 'rattle');
    expect(problem.particles?.independentRods()).toBe(first);
  });

  it('are not looked at again where a reader has checked them', () => {
    const read = requireIndependentRods(system);
    const given = { name: 'read', system, terms: [], checkedRods: read };
    expect(problemFromParticles(given).particles?.independentRods()).toBe(read);
  });

  it('that are redundant stop methods with solvers of rods, by name and with a way out, and no others', () => {
    const twice = { ...system, rods: [...system.rods, rod(0, 1, system.rods[0].length)] };
    const { problem } = counted(twice);
    expect(() => createMethod(problem, 'rattle')).toThrow(
      /^rods\[\d\]: rod \d .* joins the same particles as rod \d\n {2}→ leave one of them out$/,
    );
    expect(() => createMethod(problem, 'rattle', { solver: 'newton' })).not.toThrow();
  });
});
