// Backward differentiation formulas of order k = 1 … 6 with fixed step:
//   Σ_{j=1…k} (1/j) ∇ʲ z_{n+1} = (1/d) Σ_{i=0…k} aᵢ z_{n+1−i} = h z'_{n+1}
// with whole numbers aᵢ and d, because a rounded aᵢ/d no longer sums to zero and acts like a constant force.
// Beyond order 6 they are unstable. Hairer, Nørsett, Wanner, Solving ODEs I (1993), §III.1 (1.22').

export interface BdfFormula {
  /** a₀ … a_k, newest value first. */
  readonly weights: readonly number[];
  /** d: the formula is that of a step d·h. */
  readonly divisor: number;
}

/** The formulas of order 1, 2, … */
export const bdfFormulas: readonly BdfFormula[] = [
  { weights: [1, -1], divisor: 1 },
  { weights: [3, -4, 1], divisor: 2 },
  { weights: [11, -18, 9, -2], divisor: 6 },
  { weights: [25, -48, 36, -16, 3], divisor: 12 },
  { weights: [137, -300, 300, -200, 75, -12], divisor: 60 },
  { weights: [147, -360, 450, -400, 225, -72, 10], divisor: 60 },
];

/** Weights of z_n, z_{n−1}, … that continue the polynomial through the last k values: (−1)ⁱ binomial(k, i + 1). */
export function extrapolationWeights(count: number): Float64Array {
  const weights = new Float64Array(count);
  let binomial = count;
  for (let i = 0; i < count; i++) {
    weights[i] = i % 2 === 0 ? binomial : -binomial;
    binomial = (binomial * (count - i - 1)) / (i + 2);
  }
  return weights;
}
