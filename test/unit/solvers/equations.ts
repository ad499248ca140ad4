// Small systems R(λ) = 0 given by plain functions.

import type { Equations } from '../../../src/solvers/equations.ts';
import { done, type Outcome } from '../../../src/solvers/outcome.ts';

export interface Given {
  readonly residual: (lambda: Float64Array) => readonly number[];
  readonly jacobian: (lambda: Float64Array) => readonly number[];
  readonly scale?: readonly number[];
  readonly outcome?: (evaluation: number) => Outcome;
}

export interface Watched extends Equations {
  /** Largest |Rᵢ| of every evaluation. */
  readonly history: number[];
}

export function equationsOf(m: number, { residual, jacobian, scale, outcome }: Given): Watched {
  const last = new Float64Array(m);
  const history: number[] = [];
  return {
    m,
    history,
    scale: Float64Array.from(scale ?? new Array(m).fill(1)),
    residual(lambda, out) {
      last.set(lambda);
      const values = residual(lambda);
      out.set(values);
      history.push(Math.max(...values.map(Math.abs)));
      return outcome?.(history.length - 1) ?? done;
    },
    jacobian: out => out.set(jacobian(last)),
    model: null,
  };
}

/** λ₀² + λ₁ = 3, λ₀ + λ₁² = 5, with the root (1, 2). */
export const parabolas: Given = {
  residual: ([a, b]) => [a * a + b - 3, a + b * b - 5],
  jacobian: ([a, b]) => [2 * a, 1, 1, 2 * b],
};

/** Aλ = b with the root (1, 1). */
export function linear(A: readonly (readonly number[])[]): Given {
  return {
    residual: lambda => A.map(row => row.reduce((sum, entry, j) => sum + entry * (lambda[j] - 1), 0)),
    jacobian: () => A.flat(),
  };
}

/** One equation. */
export function scalar(f: (x: number) => number, slope: (x: number) => number): Given {
  return { residual: ([x]) => [f(x)], jacobian: ([x]) => [slope(x)] };
}
