// Particles joined by rods for the tests of their solvers, and a plain dense Newton method to judge them.

import {
  type ChosenRodSolver,
  createRodSolver as createFor,
} from '../../../../src/kernels/rods/choose-solver.ts';
import { createDenseLU } from '../../../../src/linalg/lu.ts';
import type { Rod, RodSettings, RodSystem } from '../../../../src/particles/system.ts';
import { independentRodsOf } from '../../../../src/problem/from/particles.ts';

/** The solver for rods that pass the check. */
export const createRodSolver = (system: RodSystem, options?: RodSettings): ChosenRodSolver =>
  createFor(independentRodsOf(system), options);

/** Numbers in (−1, 1), the same ones for the same seed. */
export function noise(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

type Point = readonly number[];
export interface Piece {
  readonly points: readonly Point[];
  readonly masses: readonly number[];
  readonly names: string;
  /** Pairs of places in `points`; lengths are the distances there, unless given. */
  readonly joined: readonly (readonly [number, number])[];
  readonly anchored?: readonly number[];
}

const minus = (a: Point, b: Point) => a.map((value, k) => value - b[k]);
const length = (a: Point) => Math.hypot(...a);

/** Pieces side by side, far enough from each other and from the origin. */
export function assemble(...pieces: readonly Piece[]): RodSystem {
  const points: Point[] = [];
  const [masses, names, rods, anchored] = [[] as number[], [] as string[], [] as Rod[], [] as number[]];
  pieces.forEach((piece, at) => {
    const first = points.length;
    for (const [a, b] of piece.joined) {
      // Lengths of one kind must be equal to the last bit, whatever the rounding of positions.
      const between = Number(length(minus(piece.points[a], piece.points[b])).toPrecision(13));
      rods.push({ a: first + a, b: first + b, length: between });
    }
    for (const i of piece.anchored ?? []) anchored.push(first + i);
    points.push(...piece.points.map(([x, y, z]) => [x + 7 * at, y - 3 * at, z + 1]));
    masses.push(...piece.masses);
    names.push(...piece.points.map((_, k) => piece.names[k] ?? piece.names[0]));
  });
  return {
    count: points.length,
    names,
    mass: Float64Array.from(masses),
    positions: Float64Array.from(points.flat()),
    rods,
    anchored,
  };
}

/** TIP3P, turned at random. */
export function water(seed: number): Piece {
  const half = (104.52 / 2) * (Math.PI / 180);
  const [x, y] = [0.9572 * Math.sin(half), 0.9572 * Math.cos(half)];
  const points = turned(
    [
      [0, 0, 0],
      [x, y, 0],
      [-x, y, 0],
    ],
    seed,
  );
  return {
    points,
    masses: [15.9994, 1.008, 1.008],
    names: 'OHH',
    joined: [
      [0, 1],
      [0, 2],
      [1, 2],
    ],
  };
}

function turned(points: readonly Point[], seed: number): Point[] {
  const random = noise(seed);
  const [a, b, c] = [random() * 3, random() * 3, random() * 3];
  const plane = (p: Point, i: number, j: number, angle: number) => {
    const q = [...p];
    q[i] = Math.cos(angle) * p[i] - Math.sin(angle) * p[j];
    q[j] = Math.sin(angle) * p[i] + Math.cos(angle) * p[j];
    return q;
  };
  return points.map(p => plane(plane(plane(p, 0, 1, a), 1, 2, b), 0, 2, c));
}

/** An uneven zig-zag of particles joined one to the next. */
export function chain(rods: number, seed = 1): Piece {
  const random = noise(seed);
  const points = Array.from({ length: rods + 1 }, (_, i) => [
    1.25 * i + 0.1 * random(),
    (i % 2) * 0.9 + 0.1 * random(),
    0.4 * random(),
  ]);
  const joined = Array.from({ length: rods }, (_, i) => [i, i + 1] as const);
  return { points, masses: points.map((_, i) => 14 + (i % 3)), names: 'C', joined };
}

export function ring(size: number): Piece {
  const points = Array.from({ length: size }, (_, i) => {
    const angle = (2 * Math.PI * i) / size;
    return [1.5 * Math.cos(angle), 1.5 * Math.sin(angle), i % 2 === 0 ? 0.3 : -0.2];
  });
  const joined = points.map((_, i) => [i, (i + 1) % size] as const);
  return { points, masses: points.map(() => 12), names: 'C', joined };
}

const tetrahedron: readonly Point[] = [
  [1, 1, 1],
  [1, -1, -1],
  [-1, 1, -1],
  [-1, -1, 1],
];

/** Carbon and four hydrogens, the bonds rigid. */
export const methane: Piece = {
  points: [[0, 0, 0], ...tetrahedron.map(p => p.map(value => value * 0.63))],
  masses: [12, 1, 1, 1, 1],
  names: 'CHHHH',
  joined: [
    [0, 1],
    [0, 2],
    [0, 3],
    [0, 4],
  ],
};

const everyPair = (count: number) =>
  Array.from({ length: count }, (_, i) => Array.from({ length: i }, (_, j) => [j, i] as const)).flat();

/** All ten distances. */
export const overfullMethane: Piece = { ...methane, joined: everyPair(5) };
/** Nine of them: as rigid, and independent. */
export const rigidMethane: Piece = { ...methane, joined: everyPair(5).slice(0, 9) };

export function tree(): Piece {
  const random = noise(5);
  const parent = [0, 0, 1, 1, 1, 2, 2, 4, 4, 5, 9, 9, 11];
  const points: Point[] = [[0, 0, 0]];
  const directions = Array.from({ length: 13 }, () => [random(), random(), random()]);
  const joined = directions.map((direction, k) => {
    points.push(direction.map((value, c) => points[parent[k]][c] + (1.4 * value) / length(direction)));
    return [parent[k], k + 1] as const;
  });
  return { points, masses: points.map((_, i) => 1 + (i % 4)), names: 'X', joined };
}

export const dumbbell: Piece = {
  points: [
    [0, 0, 0],
    [0.5, 0.7, -0.6],
  ],
  masses: [14, 12],
  names: 'NC',
  joined: [[0, 1]],
};

/** A chain that hangs on a particle that does not move. */
export const hanging: Piece = { ...chain(10, 9), anchored: [0] };

export interface FreeFlight {
  readonly x0: Float64Array;
  readonly h: number;
  readonly x: Float64Array;
  readonly p: Float64Array;
}

/** Where particles with random velocities of size `speed` fly in h, and their momenta; anchored ones stay. */
export function freeFlight(system: RodSystem, h: number, speed: number, seed = 3): FreeFlight {
  const random = noise(seed);
  const fixed = new Set(system.anchored);
  const x = system.positions.slice();
  const p = x.map((_, i) => {
    const particle = Math.floor(i / 3);
    return fixed.has(particle) ? 0 : speed * random() * system.mass[particle];
  });
  for (let i = 0; i < x.length; i++) x[i] += (h * p[i]) / system.mass[Math.floor(i / 3)];
  return { x0: system.positions.slice(), h, x, p };
}

export const copyOf = ({ x0, h, x, p }: FreeFlight): FreeFlight => ({ x0, h, x: x.slice(), p: p.slice() });

export const inverseMass = (system: RodSystem, i: number) =>
  system.anchored.includes(i) ? 0 : 1 / system.mass[i];

/** Rows of G at x, dense. */
export function jacobian(system: RodSystem, x: Float64Array): Float64Array[] {
  return system.rods.map(({ a, b }) => {
    const row = new Float64Array(x.length);
    for (let c = 0; c < 3; c++) {
      row[3 * a + c] = x[3 * a + c] - x[3 * b + c];
      row[3 * b + c] = -row[3 * a + c];
    }
    return row;
  });
}

const weighted = (system: RodSystem, u: Float64Array, v: Float64Array) =>
  u.reduce((sum, value, i) => sum + value * inverseMass(system, Math.floor(i / 3)) * v[i], 0);

function solveDense(rows: readonly number[][], b: number[]): Float64Array {
  const lu = createDenseLU(b.length);
  if (!lu.factor(Float64Array.from(rows.flat()))) throw new Error('singular');
  const x = Float64Array.from(b);
  lu.solve(x);
  return x;
}

/** The two solves of RATTLE by dense matrices of the whole system, to round-off. */
export function denseMove(system: RodSystem, { x0, h, x, p }: FreeFlight): void {
  const G0 = jacobian(system, x0);
  // Quadratic: eight are plenty, and each one more would only add rounding.
  for (let k = 0; k < 8; k++) {
    const G = jacobian(system, x);
    const r = rodResiduals(system, x);
    const mu = solveDense(
      G.map(row => G0.map(other => weighted(system, row, other))),
      r.map(value => -value),
    );
    G0.forEach((row, l) => {
      for (let i = 0; i < x.length; i++) {
        const w = inverseMass(system, Math.floor(i / 3));
        x[i] += w * row[i] * mu[l];
        if (w > 0) p[i] += (row[i] * mu[l]) / h;
      }
    });
  }
}

export function denseProject(system: RodSystem, x: Float64Array, p: Float64Array): void {
  const G = jacobian(system, x);
  for (let k = 0; k < 2; k++) {
    const nu = solveDense(
      G.map(row => G.map(other => weighted(system, row, other))),
      G.map(row => -weighted(system, row, p)),
    );
    G.forEach((row, l) => {
      for (let i = 0; i < p.length; i++)
        if (inverseMass(system, Math.floor(i / 3)) > 0) p[i] += row[i] * nu[l];
    });
  }
}

/** (r² − length²)/2 of each rod. */
export const rodResiduals = (system: RodSystem, x: Float64Array): number[] =>
  system.rods.map(({ a, b, length }) => {
    const d = [0, 1, 2].map(c => x[3 * a + c] - x[3 * b + c]);
    return (d[0] ** 2 + d[1] ** 2 + d[2] ** 2 - length ** 2) / 2;
  });

export const worstRodError = (system: RodSystem, x: Float64Array) =>
  Math.max(...rodResiduals(system, x).map((r, k) => Math.abs(r) / system.rods[k].length ** 2));

/** Largest |d·(v_a − v_b)| / length. */
export const worstRate = (system: RodSystem, x: Float64Array, p: Float64Array) =>
  Math.max(
    ...jacobian(system, x).map((row, k) => Math.abs(weighted(system, row, p)) / system.rods[k].length),
  );

export const largest = (u: Float64Array) => u.reduce((most, value) => Math.max(most, Math.abs(value)), 0);

export const distance = (u: Float64Array, v: Float64Array) =>
  u.reduce((most, value, i) => Math.max(most, Math.abs(value - v[i])), 0);

/** Sums of p and of x × p over all particles. */
export function momenta(x: Float64Array, p: Float64Array): { linear: Float64Array; angular: Float64Array } {
  const [linear, angular] = [new Float64Array(3), new Float64Array(3)];
  for (let i = 0; i < x.length; i += 3)
    for (let c = 0; c < 3; c++) {
      const [d, e] = [(c + 1) % 3, (c + 2) % 3];
      linear[c] += p[i + c];
      angular[c] += x[i + d] * p[i + e] - x[i + e] * p[i + d];
    }
  return { linear, angular };
}
