// Gauss collocation: the stages stand at the zeros of the shifted Legendre polynomials; s stages have order 2s.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), table II.1.1.

export interface GaussTableau {
  readonly name: string;
  readonly order: number;
  readonly a: readonly (readonly number[])[];
  readonly b: readonly number[];
  readonly c: readonly number[];
}

const r3 = Math.sqrt(3) / 6;
const r15 = Math.sqrt(15);

/** One stage: the implicit midpoint rule. */
export const gauss1: GaussTableau = { name: 'midpoint', order: 2, a: [[0.5]], b: [1], c: [0.5] };

export const gauss2: GaussTableau = {
  name: 'Gauss, 2 stages',
  order: 4,
  a: [
    [1 / 4, 1 / 4 - r3],
    [1 / 4 + r3, 1 / 4],
  ],
  b: [1 / 2, 1 / 2],
  c: [1 / 2 - r3, 1 / 2 + r3],
};

export const gauss3: GaussTableau = {
  name: 'Gauss, 3 stages',
  order: 6,
  a: [
    [5 / 36, 2 / 9 - r15 / 15, 5 / 36 - r15 / 30],
    [5 / 36 + r15 / 24, 2 / 9, 5 / 36 - r15 / 24],
    [5 / 36 + r15 / 30, 2 / 9 + r15 / 15, 5 / 36],
  ],
  b: [5 / 18, 4 / 9, 5 / 18],
  c: [1 / 2 - r15 / 10, 1 / 2, 1 / 2 + r15 / 10],
};
