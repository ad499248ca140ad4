// A pair potential U(r), evaluated for a whole row of pairs (i, j₀), (i, j₁), … at once: one call for many pairs, and a
// tight loop inside. Forces need U'/r, second derivatives also (U'' − U'/r)/r², because
//   ∇U = (U'/r) d,   ∇²U = (U'/r) I + ((U'' − U'/r)/r²) d dᵀ,   d = r_i − r_j.

export interface PairRow {
  /** Pairs in this row. */
  length: number;
  /** Partners on the list, and those within the cut-off. */
  readonly candidate: Int32Array;
  readonly partner: Int32Array;
  /** d = r_i − r_j, nearest image. */
  readonly dx: Float64Array;
  readonly dy: Float64Array;
  readonly dz: Float64Array;
  /** r². */
  readonly r2: Float64Array;
  /** U. */
  readonly u: Float64Array;
  /** U'/r. */
  readonly f: Float64Array;
  /** (U'' − U'/r)/r². */
  readonly b: Float64Array;
}

export interface RadialFunction {
  /** Fills u and f from r2. */
  first(i: number, row: PairRow): void;
  /** Fills u, f and b from r2. */
  second(i: number, row: PairRow): void;
}

export function createPairRow(capacity: number): PairRow {
  const reals = () => new Float64Array(capacity);
  const partner = new Int32Array(capacity);
  const candidate = new Int32Array(capacity);
  return {
    length: 0,
    candidate,
    partner,
    dx: reals(),
    dy: reals(),
    dz: reals(),
    r2: reals(),
    u: reals(),
    f: reals(),
    b: reals(),
  };
}

/** Of the radial function w = 1/r + k r² + k₄ r⁴ − c between charges. */
export interface FieldConstants {
  readonly k: number;
  readonly k4: number;
  readonly c: number;
}
