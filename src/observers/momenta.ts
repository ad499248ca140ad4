// Momentum maps: total linear momentum Σ pₖ and angular momentum Σ rₖ × pₖ, where the coordinates are points.
// Points are rows of an array r[N][2] or r[N][3], or the scalar coordinates x, y and x, y, z.

import type { Problem } from '../problem/problem.ts';
import type { Observer } from './observer.ts';

interface Points {
  /** Index of the first coordinate of each point in q. */
  readonly first: readonly number[];
  readonly dimension: 2 | 3;
}

/**
 * Total linear momentum Σ pₖ and angular momentum Σ rₖ × pₖ, where the coordinates are points of the plane or of
 * space.
 */
export function momentumObserver(problem: Problem): Observer {
  const points = pointsOf(problem.coordinates);
  if (!points) return { columns: [], observe: () => {} };
  const { first, dimension } = points;
  const { n } = problem;
  const axes = ['x', 'y', 'z'].slice(0, dimension);
  const spins = dimension === 2 ? ['z'] : ['x', 'y', 'z'];
  return {
    columns: [...axes.map(axis => `momentum_${axis}`), ...spins.map(axis => `angular_momentum_${axis}`)],
    observe(z, row, at) {
      row.fill(0, at, at + axes.length + spins.length);
      for (const k of first) {
        for (let a = 0; a < dimension; a++) row[at + a] += z[n + k + a];
        if (dimension === 2) row[at + 2] += z[k] * z[n + k + 1] - z[k + 1] * z[n + k];
        else addCross(z, k, n + k, row, at + 3);
      }
    },
  };
}

function addCross(z: Float64Array, r: number, p: number, row: Float64Array, at: number): void {
  row[at] += z[r + 1] * z[p + 2] - z[r + 2] * z[p + 1];
  row[at + 1] += z[r + 2] * z[p] - z[r] * z[p + 2];
  row[at + 2] += z[r] * z[p + 1] - z[r + 1] * z[p];
}

function pointsOf(names: readonly string[]): Points | null {
  const plain = names.join();
  if (plain === 'x,y') return { first: [0], dimension: 2 };
  if (plain === 'x,y,z') return { first: [0], dimension: 3 };
  const last = /^(\w+)\[(\d+)\]\[(1|2)\]$/.exec(names[names.length - 1] ?? '');
  if (!last) return null;
  const dimension = last[3] === '1' ? 2 : 3;
  const count = Number(last[2]) + 1;
  if (names.length !== count * dimension || names[0] !== `${last[1]}[0][0]`) return null;
  return { first: Array.from({ length: count }, (_, k) => k * dimension), dimension };
}
