// H + ½ω²gᵀg where H and g are functions rather than formulas, or where g contains momenta:
//   gradient   ∇H + ω² Gᵀg            Hessian   H'' + ω² (GᵀG + Σ gᵢ gᵢ'')
// The third derivative is a difference of the second.

import { once } from '../../formula/once.ts';
import {
  columnsOfRow,
  type Pattern,
  patternFromRows,
  patternTimes,
  patternTransposedTimes,
  position,
} from '../../linalg/pattern.ts';
import { createDifference } from '../central-difference.ts';
import { classicalParts } from '../classical.ts';
import type { Constraints } from '../constraints.ts';
import type { Curvature, Hamiltonian, Separable } from '../hamiltonian.ts';
import type { State } from '../state.ts';

export function penalisedHamiltonian(H: Hamiltonian, g: Constraints, stiffness: number): Hamiltonian {
  const { n } = H;
  const separable = classicalParts({ H, g });
  const penalty = createPenalty(g, n, stiffness);
  const sum = createSum(H, penalty.pattern, penalty.addHessian);
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
    get hessianPattern() {
      return sum.pattern();
    },
    hessian: sum.fill,
  };
}

/** Adds entries at z to `out`, at the places given for each. */
type AddHessian = (z: State, places: Int32Array, out: Float64Array) => void;

/** The sum of two sparse matrices, its structure found when it is first asked for. */
function createSum(
  own: Pick<Hamiltonian, 'hessianPattern' | 'hessian'>,
  addedPattern: () => Pattern,
  add: AddHessian,
) {
  const structure = once(() => {
    const pattern = unionPattern(own.hessianPattern, addedPattern());
    return {
      pattern,
      ownPlaces: placesIn(pattern, own.hessianPattern),
      addedPlaces: placesIn(pattern, addedPattern()),
      ownEntries: new Float64Array(own.hessianPattern.index.length),
    };
  });
  return {
    pattern: () => structure().pattern,
    fill(z: State, out: Float64Array): void {
      const { ownPlaces, addedPlaces, ownEntries } = structure();
      out.fill(0);
      own.hessian(z, ownEntries);
      for (let k = 0; k < ownPlaces.length; k++) out[ownPlaces[k]] += ownEntries[k];
      add(z, addedPlaces, out);
    },
  };
}

function penalisedSeparable(own: Separable, penalty: Penalty, n: number): Separable {
  const part = new Float64Array(2 * n);
  const stiff = stiffPart(penalty, n);
  const sum = createSum(own, () => stiff.hessianPattern, penalty.addHessian);
  return {
    inverseMass: own.inverseMass,
    potential: z => own.potential(z) + penalty.value(z),
    gradient(z, out) {
      own.gradient(z, out);
      penalty.gradient(z, part);
      for (let i = 0; i < n; i++) out[i] += part[i];
    },
    get hessianPattern() {
      return sum.pattern();
    },
    hessian: sum.fill,
    third(z, a, out) {
      own.third(z, a, out);
      stiff.third(z, a, part);
      for (let i = 0; i < n; i++) out[i] += part[i];
    },
    stiff,
  };
}

/** The penalty on its own; its third derivative is a difference of the second. */
function stiffPart(penalty: Penalty, n: number): Curvature {
  const [direction, image] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  const bend = createDifference((z, out) => penalty.hessianTimes(z, direction, out), 2 * n, 2 * n);
  const pattern = once(() => firstBlock(penalty.pattern(), n));
  const places = once(() => Int32Array.from(pattern().index, (_, k) => k));
  return {
    get hessianPattern() {
      return pattern();
    },
    hessian(z, out) {
      out.fill(0);
      penalty.addHessian(z, places(), out);
    },
    third(z, a, out) {
      for (let i = 0; i < n; i++) direction[i] = a[i];
      bend(z, direction, image);
      for (let i = 0; i < n; i++) out[i] = image[i];
    },
  };
}

/** The n × n block of q of a pattern that holds nothing else: its entries keep their places. */
function firstBlock({ start, index }: Pattern, n: number): Pattern {
  return { rows: n, cols: n, start: start.subarray(0, n + 1), index };
}

type Penalty = ReturnType<typeof createPenalty>;

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
