import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findPackage } from '../../../bench/contestants/contestant.ts';
import { type Equations, equationsOf } from '../../../bench/contestants/javascript/equations.ts';
import { fixedSteps, replies } from '../../../bench/contestants/javascript/motion.ts';
import {
  constraintError,
  energy,
  pointSystem,
  pointsOfAngles,
} from '../../../bench/contestants/javascript/systems.ts';
import { dopri, odex } from '../../../bench/contestants/odex/ode-packages.ts';
import { caseOf, problemOf, type Reply, type System, type Task } from '../../../bench/contestants/task.ts';
import { caseFile } from '../../../bench/measure/problem.ts';
import { dot, maxAbs, norm2, setUnit } from '../../../src/linalg/dense.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { uniform } from '../../../src/random/philox.ts';
import { along, distance } from '../differences.ts';

/** Numbers between −1 and 1. */
const random = (count: number, seed: number) =>
  Float64Array.from({ length: count }, (_, k) => 2 * uniform(seed, k) - 1);

/** (q, v) of the points at a state of the equations. */
function stateAt({ points }: Equations, y: ArrayLike<number>, n: number): Float64Array {
  const z = new Float64Array(2 * n);
  points(y, { q: z.subarray(0, n), v: z.subarray(n) });
  return z;
}

function rateAt({ derivative }: Equations, y: ArrayLike<number>): number[] {
  const rate = Array.from(y, () => 0);
  derivative(Array.from(y), rate);
  return rate;
}

/** A state of the equations that keeps the rods, anywhere and with any velocity. */
function anywhere(system: System, size: number): Float64Array {
  const y = random(size, 7).map(value => 3 * value);
  if (system === 'top') return y.map((value, k) => (k < 4 ? value / norm2(y.subarray(0, 4)) : value));
  if (system !== 'six-node') return y;
  const q = new Float64Array(10);
  const v = new Float64Array(10);
  pointsOfAngles([1, 1, 1, 1, 1], { angles: y.subarray(0, 5), rates: y.subarray(5, 10) }, { q, v });
  return Float64Array.from([0.3, -0.2, ...q.map((x, k) => x + [0.3, -0.2][k % 2]), 0, 0, ...v]);
}

/** What is left of r without its parts along the gradients of the constraints. */
function withoutConstraints({ g, n }: Problem, z: Float64Array, r: Float64Array): Float64Array {
  const left = r.slice();
  const basis: Float64Array[] = [];
  const unit = new Float64Array(g.m);
  const gradient = new Float64Array(2 * n);
  for (let i = 0; i < g.m; i++) {
    setUnit(i, unit);
    g.transposedTimes(z, unit, gradient);
    const row = gradient.slice(0, n);
    for (const b of [...basis, ...basis]) subtract(row, b, dot(row, b));
    const size = norm2(row);
    basis.push(row.map(entry => entry / size));
  }
  for (const b of [...basis, ...basis]) subtract(left, b, dot(left, b));
  return left;
}

function subtract(from: Float64Array, b: Float64Array, a: number): void {
  for (let k = 0; k < from.length; k++) from[k] -= a * b[k];
}

describe.each([
  ['pendulum', 0],
  ['double-pendulum', 0],
  ['chain', 1],
  ['chain', 5],
  ['six-node', 0],
  ['top', 0],
] as const)('%s of %d links', (system, links) => {
  const problem = problemOf({ system, links });
  const { H, g, n, initial } = problem;
  const points = pointSystem(system, links);
  const equations = equationsOf(system, links);

  it('starts as its case does', () => {
    expect(distance([...points.q, ...points.v], initial)).toBeLessThan(1e-14);
    expect(distance(stateAt(equations, equations.start, n), initial)).toBeLessThan(1e-14);
  });

  it('has the energy and the constraints of its case, anywhere', () => {
    const z = random(2 * n, 3);
    const values = new Float64Array(g.m);
    g.value(z, values);
    expect(energy(points, z.subarray(0, n), z.subarray(n))).toBeCloseTo(H.value(z), 13);
    expect(constraintError(points, z)).toBeCloseTo(maxAbs(values), 13);
  });

  it('moves by Newton’s law: to the forces of the potential come none but those of the constraints', () => {
    const y = anywhere(system, equations.start.length);
    const z = stateAt(equations, y, n);
    const rate = along(at => stateAt(equations, at, n), y, rateAt(equations, y), 0.002);
    const acceleration = Float64Array.from(rate.slice(n));
    expect(distance(rate.slice(0, n), z.subarray(n))).toBeLessThan(1e-10);
    const gradient = new Float64Array(2 * n);
    H.gradient(z, gradient);
    const forces = acceleration.map((a, k) => a + gradient[k]);
    expect(maxAbs(withoutConstraints(problem, z, forces))).toBeLessThan(1e-9 * maxAbs(forces));
    // Gravity or springs alone are seen: they do not point along the rods.
    const potential = gradient.slice(0, n);
    expect(maxAbs(withoutConstraints(problem, z, potential))).toBeGreaterThan(0.01 * maxAbs(potential));
  });

  it('accelerates so that the constraints stay', () => {
    const y = anywhere(system, equations.start.length);
    const z = stateAt(equations, y, n);
    const rate = along(at => stateAt(equations, at, n), y, rateAt(equations, y), 0.002);
    const v = Float64Array.from({ length: 2 * n }, (_, k) => (k < n ? z[n + k] : 0));
    const a = Float64Array.from({ length: 2 * n }, (_, k) => (k < n ? rate[n + k] : 0));
    const [bent, pulled] = [new Float64Array(g.m), new Float64Array(g.m)];
    g.second(z, v, v, bent);
    g.jacobianTimes(z, a, pulled);
    expect(
      distance(
        pulled,
        Array.from(bent, value => -value),
      ),
    ).toBeLessThan(1e-9);
  });
});

/** The reference of a case: positions and momenta by the names in its file, to 40 digits. */
function reference(system: System): { until: number; at: [index: number, value: number][] } {
  const file = parse(readFileSync(caseFile(caseOf[system]), 'utf8'));
  const { coordinateNames, n } = namesOf(system, file.coordinates);
  const at = Object.entries(file.reference.state).map(([key, value]): [number, number] => {
    const isMomentum = key.startsWith('p_');
    const index = coordinateNames.indexOf(isMomentum ? key.slice(2) : key);
    return [index + (isMomentum ? n : 0), Number(value)];
  });
  return { until: file.reference.until, at };
}

function namesOf(system: System, coordinates: readonly string[] | object) {
  const { q, dimension } = pointSystem(system, 100);
  const indexed = Array.from(q, (_, k) => `r[${Math.floor(k / dimension)}][${k % dimension}]`);
  return { n: q.length, coordinateNames: Array.isArray(coordinates) ? coordinates : indexed };
}

/** Runge–Kutta of order 4. */
function rungeKutta(equations: Equations, until: number, steps: number): number[] {
  const h = until / steps;
  let y = [...equations.start];
  const moved = (k: readonly number[], a: number) => y.map((value, i) => value + a * k[i]);
  for (let step = 0; step < steps; step++) {
    const k1 = rateAt(equations, y);
    const k2 = rateAt(equations, moved(k1, h / 2));
    const k3 = rateAt(equations, moved(k2, h / 2));
    const k4 = rateAt(equations, moved(k3, h));
    y = y.map((value, i) => value + (h / 6) * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]));
  }
  return y;
}

describe('the equations reach the references of the catalogue', () => {
  it.each([
    ['pendulum', 4000],
    ['double-pendulum', 8000],
    ['chain', 200],
    ['six-node', 8000],
    ['top', 16000],
  ] as const)('%s', (system, steps) => {
    const { until, at } = reference(system);
    const equations = equationsOf(system, 100);
    const end = rungeKutta(equations, until, steps);
    const z = stateAt(equations, end, pointSystem(system, 100).q.length);
    expect(at.length).toBeGreaterThan(3);
    for (const [index, value] of at) expect(Math.abs(z[index] - value)).toBeLessThan(1e-8);
  });
});

const task: Task = {
  system: 'pendulum',
  links: 0,
  until: 10,
  settings: [0.01],
  milliseconds: 1,
  samples: 20,
};
const exact = [-0.4468604047763824, -0.8946036992116049];

function answered(reply: Reply) {
  if ('failure' in reply) throw new Error(reply.failure);
  return reply;
}

describe('the protocol', () => {
  /** The pendulum by its equations and the midpoint rule; a step of more than 1 is refused. */
  const midpoint = fixedSteps(({ h }) => {
    const equations = equationsOf('pendulum', 0);
    let y: number[] = [];
    return {
      restart: () => {
        y = [...equations.start];
      },
      step() {
        if (h > 1) throw new Error('too long');
        const half = rateAt(equations, y).map((rate, i) => y[i] + (h / 2) * rate);
        y = rateAt(equations, half).map((rate, i) => y[i] + h * rate);
      },
      points: out => equations.points(y, out),
    };
  });

  it('answers with where the motion ends and what it kept on the way', () => {
    const [coarse, fine] = [...replies({ ...task, settings: [0.01, 0.005] }, midpoint)].map(answered);
    expect(coarse.steps).toBe(1000);
    expect(fine.steps).toBe(2000);
    expect(distance(coarse.q, exact) / distance(fine.q, exact)).toBeCloseTo(4, 0);
    expect(coarse.energies).toHaveLength(task.samples + 1);
    expect(coarse.energies[0]).toBeCloseTo(-9.81 * Math.cos(1), 14);
    expect(coarse.constraint).toBeLessThan(1e-14);
    expect(coarse.memory).toBeGreaterThan(1e6);
  });

  it('only looks at a motion that is given no time', () => {
    let steps = 0;
    const counted = fixedSteps(() => ({
      restart() {},
      step() {
        steps++;
      },
      points() {},
    }));
    const [reply] = replies({ ...task, milliseconds: 0, settings: [0.01] }, counted);
    expect(steps).toBe(1000);
    expect(answered(reply)).toMatchObject({ seconds: 0, steps: 0, q: [] });
    expect(answered(reply).energies).toHaveLength(task.samples + 1);
  });

  it('goes on after a motion that fails', () => {
    const [first, second] = replies({ ...task, settings: [2, 0.01] }, midpoint);
    expect(first).toEqual({ failure: 'too long' });
    expect(answered(second).steps).toBe(1000);
  });

  it('calls a motion that leaves the numbers a failure', () => {
    const lost = fixedSteps(() => ({ restart() {}, step() {}, points: out => out.q.fill(Number.NaN) }));
    expect([...replies(task, lost)]).toEqual([{ failure: 'the positions are not finite' }]);
  });
});

const packages = { odex: findPackage('odex'), dopri: findPackage('dopri') };
const hasPackages = packages.odex !== null && packages.dopri !== null;

describe('the ODE packages', () => {
  it.skipIf(!hasPackages)(
    'come closer with the tolerance (skipped where they are not installed)',
    async () => {
      const [first, second] = await Promise.all(
        [packages.odex, packages.dopri].map(peer => import(/* @vite-ignore */ peer?.file ?? '')),
      );
      for (const mover of [odex(first.default), dopri(second.default)]) {
        const settings = [1e-5, 1e-11];
        const [coarse, fine] = [...replies({ ...task, settings }, mover)].map(answered);
        expect(distance(coarse.q, exact)).toBeLessThan(1e-2);
        expect(distance(fine.q, exact)).toBeLessThan(1e-8);
        expect(distance(fine.q, exact)).toBeLessThan(0.01 * distance(coarse.q, exact));
        expect(fine.energies).toHaveLength(task.samples + 1);
        expect(
          distance(
            fine.energies,
            fine.energies.map(() => fine.energies[0]),
          ),
        ).toBeLessThan(1e-8);
      }
    },
  );
});
