// The curvature of a penalty ½ω² Σ g², g = |r_a − r_b|² − length², over rods (particles/terms/rod-penalty.ts): blocks of
//   ω² (4 d dᵀ + 2g I),  d = r_a − r_b,
// added where both ends meet themselves and subtracted where they meet each other, and with e = a_a − a_b
//   ∇(aᵀV''a) = ω² (8 (d·e) e + 4 |e|² d)  at one end, its opposite at the other.
// Nothing couples molecules: M + s V'' is solved molecule by molecule. Tao and Owhadi 2016, §4.3.

import { type Pattern, patternFromRows, position } from '../../linalg/pattern.ts';
import { positiveNumber } from '../../particles/parameter-checks.ts';
import type { ParticleSystem } from '../../particles/system.ts';
import type { RodPenalty } from '../../particles/terms/kinds.ts';
import { difference, dot3 } from '../../particles/vector3.ts';
import type { Curvature } from '../hamiltonian.ts';
import type { State } from '../state.ts';

/** `place`: where each particle begins in q, or −1 for one that does not move and stays at its first position. */
export function rodCurvature(
  { rods, positions }: Pick<ParticleSystem, 'rods' | 'positions'>,
  place: Int32Array,
  n: number,
  stiffness: number,
): Curvature {
  const pattern = rodPattern(rods, place, n);
  const a = Int32Array.from(rods, rod => place[rod.a]);
  const b = Int32Array.from(rods, rod => place[rod.b]);
  const length2 = Float64Array.from(rods, ({ length }) => length * length);
  const fixed = fixedParts(rods, positions, place);
  const blocks = rods.map((_, k) => blockPlaces(pattern, a[k], b[k]));
  const [d, e] = [new Float64Array(3), new Float64Array(3)];

  /** Fills d, the rod of number k; returns g. */
  function stretch(z: State, k: number): number {
    for (let c = 0; c < 3; c++)
      d[c] = fixed[3 * k + c] + (a[k] < 0 ? 0 : z[a[k] + c]) - (b[k] < 0 ? 0 : z[b[k] + c]);
    return d[0] * d[0] + d[1] * d[1] + d[2] * d[2] - length2[k];
  }
  return {
    hessianPattern: pattern,
    hessian(z, out) {
      out.fill(0);
      for (let k = 0; k < a.length; k++) {
        const diagonal = 2 * stiffness * stretch(z, k);
        addBlocks(4 * stiffness, diagonal, d, blocks[k], out);
      }
    },
    third(z, v, out) {
      out.fill(0, 0, n);
      for (let k = 0; k < a.length; k++) {
        stretch(z, k);
        for (let c = 0; c < 3; c++) e[c] = (a[k] < 0 ? 0 : v[a[k] + c]) - (b[k] < 0 ? 0 : v[b[k] + c]);
        const along = 8 * stiffness * (d[0] * e[0] + d[1] * e[1] + d[2] * e[2]);
        const across = 4 * stiffness * (e[0] * e[0] + e[1] * e[1] + e[2] * e[2]);
        for (let c = 0; c < 3; c++) {
          const slope = along * e[c] + across * d[c];
          if (a[k] >= 0) out[a[k] + c] += slope;
          if (b[k] >= 0) out[b[k] + c] -= slope;
        }
      }
    },
  };
}

/** What ends that do not move contribute to d of each rod. */
function fixedParts(rods: ParticleSystem['rods'], positions: Float64Array, place: Int32Array): Float64Array {
  const at = (i: number, c: number) => (place[i] < 0 ? positions[3 * i + c] : 0);
  return Float64Array.from(rods.flatMap(({ a, b }) => [0, 1, 2].map(c => at(a, c) - at(b, c))));
}

/** Rods fill the blocks of three of their moving ends. */
function rodPattern(rods: ParticleSystem['rods'], place: Int32Array, n: number): Pattern {
  const rows = Array.from({ length: n }, () => new Set<number>());
  for (const { a, b } of rods) {
    const ends = [place[a], place[b]].filter(first => first >= 0);
    const entries = ends.flatMap(first => [first, first + 1, first + 2]);
    for (const i of entries) for (const j of entries) rows[i].add(j);
  }
  return patternFromRows(rows, n);
}

/** Where the nine entries of the blocks (a,a), (b,b), (a,b), (b,a) of a rod stand; −1 for those that are not there. */
function blockPlaces(pattern: Pattern, a: number, b: number): Int32Array {
  const pairs = [
    [a, a],
    [b, b],
    [a, b],
    [b, a],
  ];
  return Int32Array.from(
    pairs.flatMap(([i, j]) =>
      Array.from({ length: 9 }, (_, k) =>
        i < 0 || j < 0 ? -1 : position(pattern, i + Math.floor(k / 3), j + (k % 3)),
      ),
    ),
  );
}

/** s d dᵀ + diagonal I to the first two blocks, its opposite to the others. */
function addBlocks(
  s: number,
  diagonal: number,
  d: Float64Array,
  places: Int32Array,
  out: Float64Array,
): void {
  for (let k = 0; k < 9; k++) {
    const [i, j] = [(k / 3) | 0, k % 3];
    const entry = s * d[i] * d[j] + (i === j ? diagonal : 0);
    if (places[k] >= 0) out[places[k]] += entry;
    if (places[9 + k] >= 0) out[places[9 + k]] += entry;
    if (places[18 + k] < 0) continue;
    out[places[18 + k]] -= entry;
    out[places[27 + k]] -= entry;
  }
}

// U = ½ω² Σ g², g = |r_a − r_b|² − length² over the rods: springs so stiff that they stand for rods. With d = r_a − r_b
//   ∂U/∂r_a = 2ω²g d,    ∂²U/∂r_a∂r_a = ω² (4 d dᵀ + 2g I),    and the opposite at the other end.
// Rods join particles where they are, not their images: a molecule is whole. Tao and Owhadi 2016, eq. 4.4.

/** `stiffness`: ω². */
export function rodPenalty({ rods }: Pick<ParticleSystem, 'rods'>, stiffness: number): RodPenalty {
  positiveNumber('the stiffness of rods', stiffness);
  const a = Int32Array.from(rods, rod => rod.a);
  const b = Int32Array.from(rods, rod => rod.b);
  const length2 = Float64Array.from(rods, ({ length }) => length * length);
  const [d, w] = [new Float64Array(3), new Float64Array(3)];

  /** Fills d; returns g. */
  function stretch(x: Float64Array, k: number): number {
    difference(x, a[k], b[k], d);
    return dot3(d, d) - length2[k];
  }
  return {
    kind: 'rod-penalty',
    rods,
    name: 'penalty on rods',
    energy(x) {
      let sum = 0;
      for (let k = 0; k < a.length; k++) {
        const g = stretch(x, k);
        sum += g * g;
      }
      return 0.5 * stiffness * sum;
    },
    addGradient(x, out) {
      let sum = 0;
      for (let k = 0; k < a.length; k++) {
        const g = stretch(x, k);
        sum += g * g;
        addOpposite(2 * stiffness * g, d, a[k], b[k], out);
      }
      return 0.5 * stiffness * sum;
    },
    addHessianTimes(x, v, out) {
      for (let k = 0; k < a.length; k++) {
        const g = stretch(x, k);
        difference(v, a[k], b[k], w);
        addOpposite(2 * stiffness * g, w, a[k], b[k], out);
        addOpposite(4 * stiffness * dot3(d, w), d, a[k], b[k], out);
      }
    },
    addVirial(x, out) {
      for (let k = 0; k < a.length; k++) {
        const f = 2 * stiffness * stretch(x, k);
        for (let axis = 0; axis < 3; axis++) out[axis] -= f * d[axis] * d[axis];
      }
    },
  };
}

/** s u to particle a, its opposite to b. */
function addOpposite(s: number, u: Float64Array, a: number, b: number, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[3 * a + axis] += s * u[axis];
    out[3 * b + axis] -= s * u[axis];
  }
}
