// Rods of particles as constraints, g_k = |r_a − r_b|² − L_k², from tables. With d = r_a − r_b and e = v_a − v_b:
//   ∂g/∂r_a = 2d = −∂g/∂r_b,    ∇g·v = 2 d·e,    Σ w ∇g = ±2 w d,    uᵀg''v = 2 (u_a − u_b)·e,    Σ w g'' v = ±2 w e.
// An end that does not move is a constant: it stays at its first position and has no column. Sums run over the rods in their
// order and over x, y, z, as compiled formulas would do them, to the last bit; a rod takes some 70 bytes.

import { once } from '../../formula/once.ts';
import { type Pattern, patternFromRows, position } from '../../linalg/pattern.ts';
import type { ParticleSystem, Rod } from '../../particles/system.ts';
import { rodJacobianPattern } from '../../particles/topology/rod-geometry.ts';
import type { Constraints } from '../constraints.ts';

/** `place`: where each particle begins in q, −1 for one that does not move; n: length of q. */
export function rodConstraints(
  { rods, positions }: Pick<ParticleSystem, 'rods' | 'positions'>,
  place: Int32Array,
  n: number,
): Constraints {
  const table = rodTable(rods, positions, place);
  const { m, a, b, length2 } = table;
  const jacobianPattern = rodJacobianPattern(a, b, 2 * n);
  const entries = once(() => hessianEntries(table, 2 * n));
  const names = once(() => rods.map((_, k) => `rods[${k}]`));
  const [d, e, f] = [0, 1, 2].map(() => new Float64Array(3));
  return {
    m,
    get names() {
      return names();
    },
    kind: 'holonomic',
    degree: jacobianPattern.index.length > 0 ? 2 : 0,
    jacobianPattern,
    get hessianPattern() {
      return entries().pattern;
    },
    value(z, out) {
      for (let k = 0; k < m; k++) {
        fillRod(table, k, z, d);
        out[k] = -length2[k] + d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      }
    },
    jacobian(z, out) {
      for (let k = 0, at = 0; k < m; k++, at = jacobianPattern.start[k]) {
        fillRod(table, k, z, d);
        // Columns ascend: the end that comes first in q comes first here.
        const second = at + (a[k] < 0 || b[k] < 0 ? 0 : 3);
        if (a[k] >= 0) setScaled(2, d, out, a[k] < b[k] ? at : second);
        if (b[k] >= 0) setScaled(-2, d, out, b[k] < a[k] ? at : second);
      }
    },
    jacobianTimes(z, v, out) {
      for (let k = 0; k < m; k++) {
        fillRod(table, k, z, d);
        fillChange(table, k, v, e);
        out[k] = 2 * (d[0] * e[0]) + 2 * (d[1] * e[1]) + 2 * (d[2] * e[2]);
      }
    },
    transposedTimes(z, w, out) {
      out.fill(0);
      for (let k = 0; k < m; k++) {
        fillRod(table, k, z, d);
        addToEnds(table, k, w[k], d, out);
      }
    },
    hessianTimes(_z, w, v, out) {
      out.fill(0);
      for (let k = 0; k < m; k++) {
        fillChange(table, k, v, e);
        addToEnds(table, k, w[k], e, out);
      }
    },
    second(_z, u, v, out) {
      for (let k = 0; k < m; k++) {
        fillChange(table, k, u, f);
        fillChange(table, k, v, e);
        out[k] = 2 * (f[0] * e[0]) + 2 * (f[1] * e[1]) + 2 * (f[2] * e[2]);
      }
    },
    hessian(_z, w, out) {
      const { diagonal, mixed } = entries();
      out.fill(0);
      for (let k = 0; k < m; k++)
        for (let at = 6 * k; at < 6 * k + 6; at++) {
          if (diagonal[at] >= 0) out[diagonal[at]] += 2 * w[k];
          if (mixed[at] >= 0) out[mixed[at]] += -2 * w[k];
        }
    },
  };
}

interface RodEquations {
  readonly m: number;
  /** Where the ends of each rod begin in q; −1 for an end that does not move. */
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly length2: Float64Array;
  /** Positions of both ends of rod k at 6 k, read for those that do not move; empty when all move. */
  readonly fixed: Float64Array;
}

function rodTable(rods: readonly Rod[], positions: Float64Array, place: Int32Array): RodEquations {
  const m = rods.length;
  const a = Int32Array.from(rods, rod => place[rod.a]);
  const b = Int32Array.from(rods, rod => place[rod.b]);
  const allMove = a.every((at, k) => at >= 0 && b[k] >= 0);
  const fixed = new Float64Array(allMove ? 0 : 6 * m);
  if (!allMove)
    rods.forEach((rod, k) => {
      fixed.set(positions.subarray(3 * rod.a, 3 * rod.a + 3), 6 * k);
      fixed.set(positions.subarray(3 * rod.b, 3 * rod.b + 3), 6 * k + 3);
    });
  return { m, a, b, length2: Float64Array.from(rods, ({ length }) => length * length), fixed };
}

/** out = r_a − r_b of rod k. */
function fillRod({ a, b, fixed }: RodEquations, k: number, z: Float64Array, out: Float64Array): void {
  const [i, j] = [a[k], b[k]];
  for (let c = 0; c < 3; c++)
    out[c] = (i >= 0 ? z[i + c] : fixed[6 * k + c]) - (j >= 0 ? z[j + c] : fixed[6 * k + 3 + c]);
}

/** out = v_a − v_b of rod k, where an end that does not move has no v. */
function fillChange({ a, b }: RodEquations, k: number, v: Float64Array, out: Float64Array): void {
  const [i, j] = [a[k], b[k]];
  for (let c = 0; c < 3; c++) {
    if (i >= 0 && j >= 0) out[c] = v[i + c] - v[j + c];
    else out[c] = i >= 0 ? v[i + c] : j >= 0 ? -v[j + c] : 0;
  }
}

/** out at end a += 2 w u, at end b −= 2 w u. */
function addToEnds({ a, b }: RodEquations, k: number, w: number, u: Float64Array, out: Float64Array): void {
  const [i, j] = [a[k], b[k]];
  for (let c = 0; c < 3; c++) {
    const t = w * u[c];
    if (i >= 0) out[i + c] += 2 * t;
    if (j >= 0) out[j + c] += -2 * t;
  }
}

function setScaled(s: number, u: Float64Array, out: Float64Array, at: number): void {
  for (let c = 0; c < 3; c++) out[at + c] = s * u[c];
}

interface HessianEntries {
  readonly pattern: Pattern;
  /** For x, y, z of rod k, at 6 k: the places of (a, a) and (b, b), and of (a, b) and (b, a); −1 where there is none. */
  readonly diagonal: Int32Array;
  readonly mixed: Int32Array;
}

function hessianEntries({ m, a, b }: RodEquations, cols: number): HessianEntries {
  const rows = Array.from({ length: cols }, (): number[] => []);
  const join = (i: number, j: number) => {
    for (let c = 0; c < 3 && i >= 0 && j >= 0; c++) rows[i + c].push(j + c);
  };
  for (let k = 0; k < m; k++) for (const [i, j] of pairsOf(a[k], b[k])) join(i, j);
  const pattern = patternFromRows(rows, cols);
  const at = (i: number, j: number, c: number) => (i < 0 || j < 0 ? -1 : position(pattern, i + c, j + c));
  const [diagonal, mixed] = [new Int32Array(6 * m), new Int32Array(6 * m)];
  for (let k = 0, to = 0; k < m; k++)
    for (let c = 0; c < 3; c++, to += 2) {
      const [aa, bb, ab, ba] = pairsOf(a[k], b[k]).map(([i, j]) => at(i, j, c));
      diagonal.set([aa, bb], to);
      mixed.set([ab, ba], to);
    }
  return { pattern, diagonal, mixed };
}

const pairsOf = (a: number, b: number): readonly (readonly [number, number])[] => [
  [a, a],
  [b, b],
  [a, b],
  [b, a],
];
