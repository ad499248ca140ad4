// 3 × 3 matrices as lists of rows: slow and plain, to judge the code that works on flat arrays.

export type Matrix = readonly (readonly number[])[];

export const matrix = (flat: ArrayLike<number>): number[][] =>
  [0, 3, 6].map(at => [flat[at], flat[at + 1], flat[at + 2]]);
export const flat = (A: Matrix): number[] => A.flat();
export const identity: Matrix = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
export const transpose = (A: Matrix): number[][] => A[0].map((_, j) => A.map(row => row[j]));
export const product = (...factors: Matrix[]): number[][] =>
  factors
    .map(A => A.map(row => [...row]))
    .reduce((A, B) => A.map(row => B[0].map((_, j) => row.reduce((sum, a, k) => sum + a * B[k][j], 0))));
/** a A + b B */
export const combine = (a: number, A: Matrix, b: number, B: Matrix): number[][] =>
  A.map((row, i) => row.map((x, j) => a * x + b * B[i][j]));
export const diagonal = (d: ArrayLike<number>): number[][] =>
  [0, 1, 2].map(i => [0, 1, 2].map(j => (i === j ? d[i] : 0)));

export const hat = ([a, b, c]: ArrayLike<number> & Iterable<number>): number[][] => [
  [0, -c, b],
  [c, 0, -a],
  [-b, a, 0],
];
export const axis = (S: Matrix): number[] => [S[2][1], S[0][2], S[1][0]];

/** By Cramer's rule. */
export function inverse(A: Matrix): number[][] {
  const minor = (i: number, j: number) => {
    const [[a, b], [c, d]] = A.filter((_, k) => k !== i).map(row => row.filter((_, k) => k !== j));
    return (i + j) % 2 === 0 ? a * d - b * c : b * c - a * d;
  };
  const determinant = A[0].reduce((sum, a, j) => sum + a * minor(0, j), 0);
  return [0, 1, 2].map(i => [0, 1, 2].map(j => minor(j, i) / determinant));
}

/** (1 − x̂/2)⁻¹(1 + x̂/2), as it is printed. */
export const cayley = (x: ArrayLike<number> & Iterable<number>): number[][] =>
  product(inverse(combine(1, identity, -0.5, hat(x))), combine(1, identity, 0.5, hat(x)));

/** Rodrigues' formula. */
export function exponential(x: ArrayLike<number> & Iterable<number>): number[][] {
  const angle = Math.hypot(...x);
  const S = hat(x);
  const [first, second] =
    angle === 0 ? [1, 0.5] : [Math.sin(angle) / angle, (1 - Math.cos(angle)) / angle ** 2];
  return combine(1, combine(1, identity, first, S), second, product(S, S));
}

/** The largest entry of RᵀR − 1. */
export const orthogonalityError = (R: ArrayLike<number>): number =>
  Math.max(
    ...combine(1, product(transpose(matrix(R)), matrix(R)), -1, identity)
      .flat()
      .map(Math.abs),
  );
