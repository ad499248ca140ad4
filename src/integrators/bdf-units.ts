// Units for the equations of a BDF step: an index-3 DAE is badly scaled in h unless each gᵢ is measured by its
// gradient and each λᵢ by the move that it causes.

import { maxAbs } from '../linalg/dense.ts';
import type { Constraints } from '../problem/constraints.ts';
import { roundingShare } from '../problem/rounding-floors.ts';
import type { State } from '../problem/state.ts';

export interface ConstraintUnits {
  /** maxⱼ |∂gᵢ/∂zⱼ| · lengthⱼ: what gᵢ is measured in. */
  readonly value: Float64Array;
  /** maxⱼ |∂gᵢ/∂zⱼ| · responseⱼ: the move that a multiplier of 1 causes. */
  readonly move: Float64Array;
  /** Measures at z. */
  at(z: State): void;
}

export function createConstraintUnits(
  g: Constraints,
  length: Float64Array,
  response: Float64Array,
): ConstraintUnits {
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const [value, move] = [0, 1].map(() => new Float64Array(g.m).fill(1));

  function largest(i: number, weights: Float64Array): number {
    let size = 0;
    for (let k = start[i]; k < start[i + 1]; k++) size = Math.max(size, Math.abs(G[k]) * weights[index[k]]);
    // A vanishing gradient keeps its zero row: the solver then reports a singular matrix.
    return size > 0 ? size : 1;
  }
  return {
    value,
    move,
    at(z) {
      g.jacobian(z, G);
      for (let i = 0; i < g.m; i++) {
        value[i] = largest(i, length);
        move[i] = largest(i, response);
      }
    },
  };
}

/** Raises the sizes of terms by a share of the largest; to 1 where all are zero. */
export function raiseSmall(scale: Float64Array): void {
  const largest = maxAbs(scale);
  const floor = largest > 0 ? roundingShare * largest : 1;
  for (let j = 0; j < scale.length; j++) scale[j] += floor;
}
