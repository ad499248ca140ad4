// What RATTLE needs of a classical problem with many constraints, each compiled into one pass over the constraints:
//   N = G M⁻¹ Gᵀ (lower half), written as formulas of q, so that no Jacobian is stored and multiplied
//   the size of the terms of each gᵢ (problem/term-sizes.ts)

import { compileFunctions } from '../../formula/codegen/functions.ts';
import { gradient } from '../../formula/derivative.ts';
import type { Graph, Node } from '../../formula/graph.ts';
import { createWeightedGram } from '../../linalg/gram.ts';
import type { Pattern } from '../../linalg/pattern.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { createStepFloors, termSizeNodes } from '../../problem/term-sizes.ts';

export interface GramFunctions {
  readonly inverseMass: Float64Array;
  readonly gramPattern: Pattern;
  /** out = the lower half of N, in the order of the pattern; the upper half is 0. */
  gram(z: State, out: Float64Array): void;
  /** out = the sizes of the terms of g on the way of a step h from z:  Σⱼ |∂gᵢ/∂qⱼ| (|qⱼ| + floorⱼ). */
  termSizes(z: State, h: number, out: Float64Array): void;
}

export function compileGramFunctions({ formulas, g, H, n }: Problem): GramFunctions {
  if (!formulas || !H.separable)
    throw new Error('this kernel needs formulas, a separable H and constraints g(q)');
  const { graph, constraints } = formulas;
  const { inverseMass } = H.separable;
  const gradients = constraints.map(constraint => gradient(graph, constraint));
  const { pattern } = createWeightedGram(g.jacobianPattern);
  const gram = compileFunctions(graph, gramEntries(graph, gradients, pattern, inverseMass), 2 * n);
  const sizes = compileFunctions(graph, scaleEntries(graph, gradients, n), 2 * n);
  const [argument, floors] = [0, 1].map(() => new Float64Array(2 * n));
  const fillFloors = createStepFloors(H);
  return {
    inverseMass,
    gramPattern: pattern,
    gram: (z, out) => gram.value(z, out),
    termSizes(z, h, out) {
      fillFloors(z, h, floors);
      setSizes(z, floors, argument);
      sizes.value(argument, out);
    },
  };
}

/** out = (q, |q| + floor) */
function setSizes(z: State, floors: Float64Array, out: Float64Array): void {
  const n = out.length / 2;
  for (let i = 0; i < n; i++) {
    out[i] = z[i];
    out[n + i] = Math.abs(z[i]) + floors[i];
  }
}

type Gradient = ReadonlyMap<number, Node>;

function gramEntries(
  graph: Graph,
  gradients: readonly Gradient[],
  pattern: Pattern,
  inverseMass: Float64Array,
): Node[] {
  const zero = graph.constant(0);
  const entry = (a: Gradient, b: Gradient) => {
    let sum = zero;
    for (const [i, derivative] of a) {
      const other = b.get(i);
      if (other !== undefined)
        sum = graph.add(sum, graph.mul(graph.constant(inverseMass[i]), graph.mul(derivative, other)));
    }
    return sum;
  };
  return Array.from({ length: pattern.rows }, (_, a) =>
    Array.from(pattern.index.subarray(pattern.start[a], pattern.start[a + 1]), b =>
      b <= a ? entry(gradients[a], gradients[b]) : zero,
    ),
  ).flat();
}

/** The sizes |qⱼ| + floorⱼ stand in the places of the momenta. */
function scaleEntries(graph: Graph, gradients: readonly Gradient[], n: number): Node[] {
  return gradients.map(entries =>
    termSizeNodes(
      graph,
      [...entries].map(([i, derivative]) => [derivative, graph.variable(n + i)]),
    ).reduce((total, term) => graph.add(total, term), graph.constant(0)),
  );
}
