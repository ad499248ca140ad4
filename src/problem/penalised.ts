// The stiff system that stands for a constrained one: H + ½ω² gᵀg, without constraints. As ω grows its motion
// approaches the constrained motion, with g = O(ω⁻²).
//   gradient   ∇H + ω² Gᵀg            Hessian   H'' + ω² (GᵀG + Σ gᵢ gᵢ'')

import { once } from '../formula/once.ts';
import { columnsOfRow, type Pattern, patternFromRows, position } from '../linalg/pattern.ts';
import { patternTimes, patternTransposedTimes } from '../linalg/sparse-products.ts';
import { classicalParts } from './classical.ts';
import type { Constraints } from './constraints.ts';
import type { Hamiltonian, Separable } from './hamiltonian.ts';
import { noConstraints } from './no-constraints.ts';
import type { Problem } from './problem.ts';
import type { State } from './state.ts';

export function penalised(problem: Problem, omega: number): Problem {
  if (!(Number.isFinite(omega) && omega > 0))
    throw new RangeError(`omega must be a positive number, not ${omega}`);
  const { n, H, g } = problem;
  return {
    ...problem,
    H: penalisedHamiltonian(H, g, omega * omega),
    g: noConstraints(n),
    formulas: undefined,
  };
}

function penalisedHamiltonian(H: Hamiltonian, g: Constraints, stiffness: number): Hamiltonian {
  const { n } = H;
  const separable = classicalParts({ H, g });
  const penalty = createPenalty(g, n, stiffness);
  const pattern = unionPattern(H.hessianPattern, penalty.pattern());
  const [own, added] = [H.hessianPattern, penalty.pattern()].map(part => placesIn(pattern, part));
  const ownEntries = new Float64Array(own.length);
  const part = new Float64Array(2 * n);
  const addTo = (out: Float64Array) => {
    for (let i = 0; i < out.length; i++) out[i] += part[i];
  };
  return {
    n,
    separable: separable && penalisedSeparable(separable, penalty, n),
    value: z => H.value(z) + penalty.value(z),
    gradient(z, out) {
      H.gradient(z, out);
      penalty.gradient(z, part);
      addTo(out);
    },
    hessianTimes(z, v, out) {
      H.hessianTimes(z, v, out);
      penalty.hessianTimes(z, v, part);
      addTo(out);
    },
    hessianPattern: pattern,
    hessian(z, out) {
      out.fill(0);
      H.hessian(z, ownEntries);
      own.forEach((at, k) => {
        out[at] += ownEntries[k];
      });
      penalty.addHessian(z, added, out);
    },
  };
}

function penalisedSeparable(own: Separable, penalty: ReturnType<typeof createPenalty>, n: number): Separable {
  const part = new Float64Array(2 * n);
  return {
    inverseMass: own.inverseMass,
    potential: z => own.potential(z) + penalty.value(z),
    gradient(z, out) {
      own.gradient(z, out);
      penalty.gradient(z, part);
      for (let i = 0; i < n; i++) out[i] += part[i];
    },
  };
}

/** ½ω²gᵀg and its derivatives. */
function createPenalty(g: Constraints, n: number, stiffness: number) {
  const { m, jacobianPattern } = g;
  const [values, along] = [new Float64Array(m), new Float64Array(m)];
  const jacobian = new Float64Array(jacobianPattern.index.length);
  const bend = new Float64Array(2 * n);
  const scale = (array: Float64Array) => {
    for (let i = 0; i < array.length; i++) array[i] *= stiffness;
  };
  const pattern = once(() => penaltyPattern(g, n));
  const curvature = once(() => new Float64Array(g.hessianPattern.index.length));

  /** values = ω²g(z) */
  function pull(z: State): void {
    g.value(z, values);
    scale(values);
  }
  return {
    value(z: State): number {
      g.value(z, values);
      return 0.5 * stiffness * values.reduce((sum, value) => sum + value * value, 0);
    },
    gradient(z: State, out: Float64Array): void {
      pull(z);
      g.transposedTimes(z, values, out);
    },
    hessianTimes(z: State, v: Float64Array, out: Float64Array): void {
      g.jacobian(z, jacobian);
      patternTimes(jacobianPattern, jacobian, v, along);
      scale(along);
      patternTransposedTimes(jacobianPattern, jacobian, along, out);
      pull(z);
      g.hessianTimes(z, values, v, bend);
      for (let i = 0; i < out.length; i++) out[i] += bend[i];
    },
    pattern,
    /** Adds the entries of the Hessian at the places that `places` gives for this pattern. */
    addHessian(z: State, places: Int32Array, out: Float64Array): void {
      const whole = pattern();
      g.jacobian(z, jacobian);
      for (let i = 0; i < m; i++)
        for (let a = jacobianPattern.start[i]; a < jacobianPattern.start[i + 1]; a++)
          for (let b = jacobianPattern.start[i]; b < jacobianPattern.start[i + 1]; b++) {
            const at = position(whole, jacobianPattern.index[a], jacobianPattern.index[b]);
            out[places[at]] += stiffness * jacobian[a] * jacobian[b];
          }
      pull(z);
      g.hessian(z, values, curvature());
      const own = g.hessianPattern;
      for (let row = 0; row < 2 * n; row++)
        for (let k = own.start[row]; k < own.start[row + 1]; k++)
          out[places[position(whole, row, own.index[k])]] += curvature()[k];
    },
  };
}

/** Sparsity of GᵀG + Σ gᵢ gᵢ''. */
function penaltyPattern({ m, jacobianPattern, hessianPattern }: Constraints, n: number): Pattern {
  const rows = Array.from({ length: 2 * n }, (_, i) => new Set(columnsOfRow(hessianPattern, i)));
  for (let i = 0; i < m; i++) {
    const columns = columnsOfRow(jacobianPattern, i);
    for (const a of columns) for (const b of columns) rows[a].add(b);
  }
  return patternFromRows(rows, 2 * n);
}

function unionPattern(a: Pattern, b: Pattern): Pattern {
  const rows = Array.from({ length: a.rows }, (_, i) => [...columnsOfRow(a, i), ...columnsOfRow(b, i)]);
  return patternFromRows(rows, a.cols);
}

/** Where each entry of `part` stands in `whole`. */
function placesIn(whole: Pattern, part: Pattern): Int32Array {
  const places = new Int32Array(part.index.length);
  for (let i = 0; i < part.rows; i++)
    for (let k = part.start[i]; k < part.start[i + 1]; k++) places[k] = position(whole, i, part.index[k]);
  return places;
}
