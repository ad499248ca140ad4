// Fernández-Pendás 2019, example of particles on the sphere: with G_i = q^i the equations for the multipliers are N
// independent quadratics. From the free end q̄ of a leapfrog step
//   |q̄ − s q|² = 1,    s² − 2bs + c = 0,  b = q·q̄,  c = |q̄|² − 1,    s = c / (b + √(b² − c)).
// They are solved here by this formula, outside the system, and beside it by the solvers that the system has.

import { createMethod, type Problem, type Table } from '../../src/index.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import { momentumObserver } from '../../src/observers/momenta.ts';
import { energyObserver, trajectoryObserver } from '../../src/observers/standard.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { runToEnd } from '../helpers/motion.ts';
import { circle, overTime } from '../helpers/panels.ts';

const [h, until] = [0.005, 10];
const driftSteps = { full: 40_000, quick: 10_000 };
const spins = ['x', 'y', 'z'].map(axis => `angular_momentum_${axis}`);

export function sphere(lab: Lab): Findings {
  const problem = lab.problem('sphere-particles');
  const [closed, newton] = ['closed-form', 'newton'].map(solver => trace(problem, solver));
  lab.progress(0.4);
  const formula = leapfrog(problem, Math.round(until / h));
  const flow = createMethod(problem, 'rattle', { solver: 'closed-form' });
  const drift = measureDrift(problem, flow, h, driftSteps[lab.effort]);
  return {
    claims: [
      ...claims(problem, closed, newton, formula),
      ...claimList`
        The energy does not drift
          rise of the fitted line over [0, ${driftSteps[lab.effort] * h}] over the largest error: ${drift.ratio} ≤ 0.5
      `,
    ],
    figures: [drawing(problem, closed)],
  };
}

function trace(problem: Problem, solver: string): Table {
  const observers = [energyObserver(problem), momentumObserver(problem), trajectoryObserver(problem)];
  return runToEnd(problem, { method: 'rattle', solver, step: h, until, every: 1, observers }).table;
}

interface Leapfrog {
  readonly q: Float64Array;
  /** Largest ||q^i|² − 1| on the way. */
  readonly offSphere: number;
}

/** SHAKE in leapfrog form from q_0 and p_{−½} = p_0 + (h/2)∇V, which makes its first step that of RATTLE. */
function leapfrog({ n, H, initial }: Problem, count: number): Leapfrog {
  const gradient = new Float64Array(2 * n);
  let q = initial.slice(0, n);
  H.gradient(initial, gradient);
  let p = initial.slice(n).map((value, i) => value + (h / 2) * gradient[i]);
  let offSphere = 0;
  for (let k = 0; k < count; k++) {
    H.gradient(Float64Array.of(...q, ...p), gradient);
    const free = q.map((value, i) => value + h * (p[i] - h * gradient[i]));
    const next = free.map((value, i) => value - root(q, free, i - (i % 3)) * q[i]);
    p = next.map((value, i) => (value - q[i]) / h);
    q = next;
    for (let i = 0; i < n; i += 3)
      offSphere = Math.max(offSphere, Math.abs(q[i] ** 2 + q[i + 1] ** 2 + q[i + 2] ** 2 - 1));
  }
  return { q, offSphere };
}

/** The root nearer to zero of |q̄ − s q|² = 1 for the particle whose coordinates begin at `at`. */
function root(q: Float64Array, free: Float64Array, at: number): number {
  let [b, c] = [0, -1];
  for (let i = at; i < at + 3; i++) {
    b += q[i] * free[i];
    c += free[i] * free[i];
  }
  return c / (b + Math.sqrt(b * b - c));
}

/** Largest number of coordinates that two constraints have in common. */
function sharedCoordinates({ g }: Problem): number {
  const { start, index } = g.jacobianPattern;
  const rows = Array.from({ length: g.m }, (_, i) => index.slice(start[i], start[i + 1]));
  return Math.max(
    ...rows.flatMap((row, i) =>
      rows.slice(0, i).map(other => row.filter(column => other.includes(column)).length),
    ),
  );
}

function claims(problem: Problem, closed: Table, newton: Table, formula: Leapfrog): Claim[] {
  const end = (table: Table, k: number) => table.column(problem.coordinates[k])[table.rows - 1];
  const apart = (other: (k: number) => number) =>
    maxAbs(Float64Array.from(problem.coordinates, (_, k) => end(closed, k) - other(k)));
  const change = (name: string) => {
    const values = closed.column(name);
    return maxAbs(values.map(value => value - values[0]));
  };
  return claimList`
    The equations for the multipliers are independent
      coordinates that two constraints have in common: ${sharedCoordinates(problem)} ≤ 0
    The root of each quadratic brings its particle back to the sphere, without iteration
      largest ||q|² − 1| over 2000 steps with the formula: ${formula.offSphere} ≤ 1e-14
    The independent quadratics have the solution of the equations taken together
      largest |Δq| at t = 10, closed form against Newton for all multipliers: ${apart(k => end(newton, k))} ≤ 1e-10
    So has the formula written in the entry
      largest |Δq| at t = 10, closed form of the system against the formula: ${apart(k => formula.q[k])} ≤ 1e-10
    The angular momentum is kept
      largest change of a component over [0, 10]: ${Math.max(...spins.map(change))} ≤ 1e-12
  `;
}

function drawing(problem: Problem, table: Table): Figure {
  const axis = (particle: number, k: number) => table.column(problem.coordinates[3 * particle + k]);
  const paths = [0, 2, 4, 6].map((i, style) => ({
    label: `particle ${i + 1}`,
    x: axis(i, 0),
    y: axis(i, 1),
    style,
  }));
  return {
    name: 'paths',
    panelHeight: 460,
    panels: [
      {
        title: 'paths on the sphere',
        x: { label: 'x', domain: [-1.1, 1.1] },
        y: { label: 'y', domain: [-1.1, 1.1] },
        series: [{ ...circle(), style: 4 }, ...paths],
        aspect: 'equal',
        legend: 'right',
      },
      overTime('H − H(0)', [{ x: table.column('time'), y: table.column('energy_error') }], {
        title: 'energy',
      }),
    ],
  };
}
