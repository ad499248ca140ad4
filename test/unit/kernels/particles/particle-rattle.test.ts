import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import { once } from '../../../../src/formula/once.ts';
import { particleRattle, particleShake } from '../../../../src/kernels/particles/methods.ts';
import type { ParticleMotion } from '../../../../src/kernels/particles/moves.ts';
import type { RodSolverName } from '../../../../src/kernels/rods/choose-solver.ts';
import { methods } from '../../../../src/methods/registry.ts';
import type { RodSystem } from '../../../../src/particles/system.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import type { State } from '../../../../src/problem/state.ts';
import { done } from '../../../../src/solvers/outcome.ts';
import {
  assemble,
  chain,
  createRodSolver,
  denseProject,
  distance,
  dumbbell,
  freeFlight,
  largest,
  methane,
  momenta,
  water,
  worstRate,
  worstRodError,
} from '../rods/systems.ts';

/** Springs that tire: U = Σ k/2 s − s²/800, s = |r_i − r_j|², between particles one after the other, five apart. */
const stiffness = 0.4;
const apart = 5;
const pairs = (count: number) => Array.from({ length: count - apart }, (_, i) => [i, i + apart] as const);

function gradient(x: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (const [i, j] of pairs(x.length / 3)) {
    const d = [0, 1, 2].map(c => x[3 * i + c] - x[3 * j + c]);
    const s = d[0] ** 2 + d[1] ** 2 + d[2] ** 2;
    d.forEach((value, c) => {
      const slope = (stiffness - s / 200) * value;
      out[3 * i + c] += slope;
      out[3 * j + c] -= slope;
    });
  }
}

const energy = (system: RodSystem, z: State) => {
  const n = z.length / 2;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += z[n + i] ** 2 / (2 * system.mass[Math.floor(i / 3)]);
  for (const [i, j] of pairs(n / 3)) {
    const s = [0, 1, 2].reduce((total, c) => total + (z[3 * i + c] - z[3 * j + c]) ** 2, 0);
    sum += (stiffness / 2) * s - s ** 2 / 800;
  }
  return sum;
};

/** The same as a problem of formulas; an anchored particle is a row of numbers there. */
function asProblem(system: RodSystem, z: State): Problem {
  const n = 3 * system.count;
  const at = (i: number) =>
    system.anchored.includes(i)
      ? `[${[0, 1, 2].map(c => system.positions[3 * i + c]).join(', ')}]`
      : `r[${i}]`;
  const eachCoordinate = (value: (at: number) => number, prefix: string) =>
    Object.fromEntries(
      Array.from({ length: n }, (_, k) => [`${prefix}[${Math.floor(k / 3)}][${k % 3}]`, value(k)]),
    );
  const springs = pairs(system.count).map(([i, j]) => {
    const s = `norm2(${at(i)} - ${at(j)})`;
    return `${stiffness / 2}*${s} - ${s}^2/800`;
  });
  return load(
    JSON.stringify({
      coordinates: { r: [system.count, 3] },
      mass: eachCoordinate(k => system.mass[Math.floor(k / 3)], 'r'),
      potential: springs.join(' + '),
      constraints: Object.fromEntries(
        system.rods.map(({ a, b, length }, k) => [`rod${k}`, `norm2(${at(a)} - ${at(b)}) = ${length}^2`]),
      ),
      initial: {
        ...eachCoordinate(k => z[k], 'r'),
        ...eachCoordinate(k => z[n + k], 'p_r'),
      },
    }),
  );
}

/** A start on the rods, with momenta along them projected away. */
function startOf(system: RodSystem): State {
  const { x0, p } = freeFlight(system, 1, 0.3);
  denseProject(system, x0, p);
  return Float64Array.from([...x0, ...p]);
}

function motionOf(system: RodSystem, solver: RodSolverName = 'auto', tolerance = 1e-14): ParticleMotion {
  const rods = createRodSolver(system, { solver, tolerance, maxSweeps: 20000 });
  return { count: system.count, mass: system.mass, anchored: system.anchored, gradient, rods };
}

function run(flow: Flow, start: State, h: number, steps: number): State {
  let [z, next] = [start.slice(), start.slice()];
  for (let k = 0; k < steps; k++) {
    expect(flow.step(z, h, next)).toBe(done);
    [z, next] = [next, z];
  }
  return z;
}

const general = (name: string, problem: Problem): Flow => {
  const method = methods.find(record => record.name === name);
  if (!method) throw new Error(name);
  return method.create(problem, { solver: 'newton' });
};

const systems: [string, RodSystem][] = [
  ['two waters', assemble(water(1), water(2))],
  ['water and methane and a dumbbell', assemble(water(3), methane, dumbbell)],
  ['a chain of 10 rods', assemble(chain(10))],
];
const h = 0.05;

describe.each(systems)('RATTLE for particles: %s', (_, system) => {
  const start = startOf(system);
  const n = start.length / 2;
  const slow = once(() => run(general('rattle', asProblem(system, start)), start, h, 200));

  it.each(['auto', 'newton', 'sweep'] as const)(
    'agrees with the general method for 200 steps (%s)',
    solver => {
      const fast = run(particleRattle(motionOf(system, solver)), start, h, 200);
      expect(distance(slow(), start)).toBeGreaterThan(0.1);
      expect(distance(fast, slow()) / largest(slow())).toBeLessThan(1e-12);
    },
  );

  it('agrees with the general SHAKE', () => {
    const fast = run(particleShake(motionOf(system)), start, h, 50);
    const slow = run(general('shake', asProblem(system, start)), start, h, 50);
    expect(distance(fast, slow) / largest(slow)).toBeLessThan(1e-12);
  });

  it('stays on the rods, keeps momenta and returns when time is reversed', () => {
    const flow = particleRattle(motionOf(system));
    const z = run(flow, start, h, 400);
    const [x, p] = [z.subarray(0, n), z.subarray(n)];
    expect(worstRodError(system, x)).toBeLessThan(1e-13);
    expect(worstRate(system, x, p)).toBeLessThan(1e-13);
    const [before, after] = [momenta(start.subarray(0, n), start.subarray(n)), momenta(x, p)];
    expect(distance(before.linear, after.linear)).toBeLessThan(1e-11);
    expect(distance(before.angular, after.angular) / largest(before.angular)).toBeLessThan(1e-11);
    expect(distance(run(flow, z, -h, 400), start)).toBeLessThan(1e-10);
  });

  it('is of second order: half the step, a quarter of the error of energy', () => {
    const errorOf = (step: number) => {
      const flow = particleRattle(motionOf(system));
      return Math.abs(energy(system, run(flow, start, step, Math.round(1 / step))) - energy(system, start));
    };
    const ratio = errorOf(0.05) / errorOf(0.025);
    expect(ratio).toBeGreaterThan(3.5);
    expect(ratio).toBeLessThan(4.5);
  });
});

describe('anchors and failures', () => {
  const system = assemble({ ...chain(6), anchored: [0, 3] }, water(5));
  const start = startOf(system);

  it('keeps anchored particles where they are, and agrees with the general method', () => {
    const fast = run(particleRattle(motionOf(system)), start, h, 100);
    for (const i of system.anchored)
      for (let c = 0; c < 3; c++) {
        expect(fast[3 * i + c]).toBe(start[3 * i + c]);
        expect(fast[start.length / 2 + 3 * i + c]).toBe(0);
      }
    const slow = run(general('rattle', asProblem(system, start)), start, h, 100);
    const fixed = (k: number) => system.anchored.includes(Math.floor((k % (start.length / 2)) / 3));
    const moving = (z: State) => z.filter((_, k) => !fixed(k));
    expect(distance(moving(fast), moving(slow)) / largest(slow)).toBeLessThan(1e-12);
  });

  it('gives the same bits with a fresh flow: what it remembers changes nothing', () => {
    const flow = particleRattle(motionOf(system));
    const middle = run(flow, start, h, 10);
    expect(run(flow, middle, h, 5)).toEqual(run(particleRattle(motionOf(system)), middle, h, 5));
  });

  it('names the rod when the step is too long, and refuses what is not a number', () => {
    const flow = particleRattle(motionOf(system));
    const out = start.slice();
    const outcome = flow.step(start, 40, out);
    expect(outcome.ok).toBe(false);
    if (!outcome.ok) {
      expect(outcome.equation).toBeGreaterThanOrEqual(0);
      expect(outcome.detail).toMatch(/rod \d+ \(/);
    }
    expect(flow.step(start, Number.NaN, out).ok).toBe(false);
    const lost = start.slice();
    lost[start.length - 1] = Number.NaN;
    expect(flow.step(lost, h, out).ok).toBe(false);
    expect(flow.step(start, h, out)).toBe(done);
  });

  it('fails when a force is not a number', () => {
    const broken = (_: Float64Array, out: Float64Array) => {
      out[20] = Number.NaN;
    };
    const flow = particleRattle({ ...motionOf(system), gradient: broken });
    expect(flow.step(start, h, start.slice()).ok).toBe(false);
  });
});
