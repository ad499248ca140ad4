// Coupling of the rods of a cluster: how the multiplier of one acts on its neighbours. With d_k = r_a − r_b of rod k,
//   (G M⁻¹ Gᵀ)_kl = c_kl d_k·d_l,    c_kk = w_a + w_b,    c_kl = ± w of the particle that rods k and l share,
// plus where it is the same end of both. For a batch of clusters of one topology the pairs (k, l) are determined once.

import { type Pattern, patternFromRows, position } from '../../linalg/pattern.ts';
import { subtract } from '../../particles/vector3.ts';
import type { RodTable } from './table.ts';

export interface Coupling {
  /** Rods of one cluster, and clusters of the batch: rod k of cluster c is rod m c + k of the table. */
  readonly m: number;
  readonly clusters: number;
  /** The pairs k > l that share a moving particle. */
  readonly k: Int32Array;
  readonly l: Int32Array;
  /** c_kl of pair e in cluster c, at c · k.length + e. */
  readonly c: Float64Array;
  /** c_kk, in the order of the table. */
  readonly own: Float64Array;
}

export function createCoupling(rods: RodTable, m: number): Coupling {
  const clusters = rods.count / m;
  const pairs = pairsOf(rods, m);
  const c = Float64Array.from({ length: clusters * pairs.length }, (_, at) => {
    const first = m * Math.floor(at / pairs.length);
    const [k, l] = pairs[at % pairs.length];
    return shared(rods, first + k, first + l);
  });
  return {
    m,
    clusters,
    k: Int32Array.from(pairs, ([k]) => k),
    l: Int32Array.from(pairs, ([, l]) => l),
    c,
    own: Float64Array.from({ length: rods.count }, (_, k) => rods.wa[k] + rods.wb[k]),
  };
}

/** Pairs of the first cluster; the others have the same topology. */
function pairsOf({ a, b, wa, wb }: RodTable, m: number): [number, number][] {
  const touching = new Map<number, number[]>();
  const pairs = new Map<string, [number, number]>();
  const join = (particle: number, k: number) => {
    const others = touching.get(particle) ?? [];
    for (const l of others) pairs.set(`${k} ${l}`, [k, l]);
    touching.set(particle, [...others, k]);
  };
  for (let k = 0; k < m; k++) {
    if (wa[k] > 0) join(a[k], k);
    if (wb[k] > 0) join(b[k], k);
  }
  return [...pairs.values()];
}

/** c_kl; two rods between the same particles share both. */
function shared({ a, b, wa, wb }: RodTable, k: number, l: number): number {
  return (
    (a[k] === a[l] ? wa[k] : 0) +
    (b[k] === b[l] ? wb[k] : 0) -
    (a[k] === b[l] ? wa[k] : 0) -
    (b[k] === a[l] ? wb[k] : 0)
  );
}

/** Sparsity of G M⁻¹ Gᵀ of one cluster, and the indices of its entries: (k, l) of each pair, and the diagonal. */
export function gramPattern({ m, k, l }: Coupling): {
  pattern: Pattern;
  pairAt: Int32Array;
  diagonalAt: Int32Array;
} {
  const rows = Array.from({ length: m }, (_, i) => new Set([i]));
  k.forEach((i, e) => {
    rows[i].add(l[e]);
    rows[l[e]].add(i);
  });
  const pattern = patternFromRows(rows, m);
  return {
    pattern,
    pairAt: Int32Array.from(k, (i, e) => position(pattern, i, l[e])),
    diagonalAt: Int32Array.from({ length: m }, (_, i) => position(pattern, i, i)),
  };
}

/** d_k ← d_k − Σ_l c_kl e_l δ_l in one cluster: the effect of multipliers −δ along e on the vectors of its rods. */
export function subtractCoupled(
  { m, k, l, c, own }: Coupling,
  cluster: number,
  delta: Float64Array,
  e: Float64Array,
  d: Float64Array,
): void {
  for (let i = 0; i < m; i++) subtract(own[cluster * m + i] * delta[i], e, i, d, i);
  for (let pair = 0, at = cluster * k.length; pair < k.length; pair++, at++) {
    subtract(c[at] * delta[l[pair]], e, l[pair], d, k[pair]);
    subtract(c[at] * delta[k[pair]], e, k[pair], d, l[pair]);
  }
}
