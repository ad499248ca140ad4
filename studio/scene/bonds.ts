// Visual meaning of constraints: a rod between two points, a rod or a sphere around a fixed centre, or a surface
// on which one point moves. Found from derivatives at the start, independent of how the formula is written.

import { columnsOfRow } from '../../src/linalg/pattern.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { PointGroup } from './point-groups.ts';

export interface Bonds {
  readonly rods: readonly (readonly [number, number])[];
  /** One point at a fixed distance from a centre. */
  readonly spheres: readonly {
    readonly point: number;
    readonly constraint: number;
    readonly centre: readonly number[];
    readonly radius: number;
  }[];
  /** One point on another surface or curve. */
  readonly surfaces: readonly { readonly point: number; readonly constraint: number }[];
}

type Gradient = (constraint: number, q: Float64Array) => Float64Array;

export function bondsOf(problem: Problem, groups: readonly PointGroup[]): Bonds {
  const { g, n, initial } = problem;
  if (g.m === 0 || g.kind !== 'holonomic') return { rods: [], spheres: [], surfaces: [] };
  const owner = new Map(
    groups.flatMap(({ entries }, point) => entries.map(entry => [entry, point] as const)),
  );
  const gradient = createGradient(problem);
  const start = initial.slice(0, n);
  const rods: [number, number][] = [];
  const spheres: Bonds['spheres'][number][] = [];
  const surfaces: Bonds['surfaces'][number][] = [];
  for (let constraint = 0; constraint < g.m; constraint++) {
    const touched = [
      ...new Set([...columnsOfRow(g.jacobianPattern, constraint)].map(column => owner.get(column) ?? -1)),
    ];
    if (
      touched.length === 2 &&
      isRod(gradient(constraint, start), start, groups[touched[0]], groups[touched[1]])
    )
      rods.push([touched[0], touched[1]]);
    if (touched.length !== 1) continue;
    const [point] = touched;
    const sphere = sphereOf(q => gradient(constraint, q), start, groups[point]);
    if (sphere) spheres.push({ point, constraint, ...sphere });
    else surfaces.push({ point, constraint });
  }
  return { rods, spheres, surfaces };
}

/** The gradient of one constraint in q. */
function createGradient({ g, n }: Problem): Gradient {
  const z = new Float64Array(2 * n);
  const weights = new Float64Array(g.m);
  const out = new Float64Array(2 * n);
  return (constraint, q) => {
    z.set(q);
    weights.fill(0);
    weights[constraint] = 1;
    g.transposedTimes(z, weights, out);
    return out.slice(0, n);
  };
}

const tolerance = 1e-6;

/** The force on both is along the line between them, and opposite. */
function isRod(force: Float64Array, q: Float64Array, a: PointGroup, b: PointGroup): boolean {
  const d = a.entries.map((entry, k) => q[entry] - q[b.entries[k]]);
  const [fa, fb] = [a.entries.map(entry => force[entry]), b.entries.map(entry => force[entry])];
  const size = Math.hypot(...fa);
  const along = dot(fa, d) / dot(d, d);
  return fa.every(
    (value, k) =>
      Math.abs(value + fb[k]) <= tolerance * size && Math.abs(value - along * d[k]) <= tolerance * size,
  );
}

const dot = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, k) => sum + value * b[k], 0);

/** ∇g = s (r − c) near the start, with one s for all directions. */
function sphereOf(gradient: (q: Float64Array) => Float64Array, q: Float64Array, { entries }: PointGroup) {
  const here = gradient(q);
  const delta = 1e-3 * Math.max(1, ...entries.map(entry => Math.abs(q[entry])));
  const moved = entries.map(entry => {
    const there = q.slice();
    there[entry] += delta;
    const change = gradient(there);
    return entries.map(row => (change[row] - here[row]) / delta);
  });
  const s = moved[0][0];
  const isRound = moved.every((row, k) =>
    row.every((value, j) => Math.abs(value - (j === k ? s : 0)) <= tolerance * Math.abs(s)),
  );
  if (!isRound || s === 0) return null;
  const centre = entries.map(entry => roundedToZero(q[entry] - here[entry] / s, delta));
  const radius = Math.hypot(...entries.map((entry, k) => q[entry] - centre[k]));
  return { centre, radius };
}

const roundedToZero = (value: number, scale: number) => (Math.abs(value) < 1e-9 * scale ? 0 : value);
