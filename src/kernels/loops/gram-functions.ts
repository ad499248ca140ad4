// What RATTLE needs of a classical problem with many constraints, each compiled into one pass over the constraints:
//   N = G M⁻¹ Gᵀ (lower half), written as formulas of q, so that no Jacobian is stored and multiplied
//   scale, the size of the terms of each gᵢ:  Σⱼ |∂gᵢ/∂qⱼ| (|qⱼ| + floorⱼ)

import { compileFunctions } from '../../formula/codegen/functions.ts';
import { gradient } from '../../formula/derivative.ts';
import type { Graph, Node } from '../../formula/graph.ts';
import { createWeightedGram } from '../../linalg/gram.ts';
import type { Pattern } from '../../linalg/pattern.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';

export interface ClassicalFunctions {
  readonly inverseMass: Float64Array;
  readonly gramPattern: Pattern;
  /** out = the lower half of N, in the order of the pattern; the upper half is 0. */
  gram(z: State, out: Float64Array): void;
  /** out = the sizes of the terms of g, with its floor added to every |qⱼ|. */
  scale(z: State, floors: Float64Array, out: Float64Array): void;
}

export function compileClassical({ formulas, g, H, n }: Problem): ClassicalFunctions {
  if (!formulas || !H.separable)
    throw new Error('this kernel needs formulas, a separable H and constraints g(q)');
  const { graph, constraints } = formulas;
  const { inverseMass } = H.separable;
  const gradients = constraints.map(constraint => gradient(graph, constraint));
  const { pattern } = createWeightedGram(g.jacobianPattern);
  const gram = compileFunctions(graph, gramEntries(graph, gradients, pattern, inverseMass), 2 * n);
  const sizes = compileFunctions(graph, scaleEntries(graph, gradients, n), 2 * n);
  const argument = new Float64Array(2 * n);
  return {
    inverseMass,
    gramPattern: pattern,
    gram: (z, out) => gram.value(z, out),
    scale(z, floors, out) {
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
    [...entries].reduce(
      (sum, [i, derivative]) =>
        graph.add(sum, graph.mul(graph.unary('abs', derivative), graph.variable(n + i))),
      graph.constant(0),
    ),
  );
}
