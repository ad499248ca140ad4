// The text of the underlying ODE of a small classical problem, and of all stages of a step of DOP853 for it, as
// straight-line code in local variables:
//   q' = M⁻¹p,   p' = −∇V − Gᵀλ,   (G M⁻¹ Gᵀ) λ = g''[M⁻¹p, M⁻¹p] − G M⁻¹ ∇V      (Leimkuhler and Skeel 1994, eq. 33–34)
// The matrix is eliminated symbolically with its zeros left away. Where a pivot is lost against its diagonal entry the
// code declines, and the general method decides.

import { a, error3, error5, interpolant } from '../../flows/dop853/coefficients.ts';
import { weightedSum } from '../../flows/dop853/stages.ts';
import { Emitter, type Load } from '../../formula/codegen/emit.ts';
import { directional, gradient } from '../../formula/derivative.ts';
import { type Graph, type Node, reachable } from '../../formula/graph.ts';
import type { ClassicalFormulas } from '../../problem/problem.ts';
import { factorise } from './elimination.ts';

/** A pivot below this part of its diagonal entry is made of rounding errors. */
const leastPivot = 1e-12;

export interface ClassicalTask extends Pick<ClassicalFormulas, 'graph' | 'potential' | 'constraints'> {
  readonly inverseMass: Float64Array;
}

export interface MotionExpressions {
  readonly graph: Graph;
  /** z', in the variables q = 0 … n−1, p = n … 2n−1. */
  readonly slopes: readonly Node[];
  /** All positive where the multipliers are determined. */
  readonly guards: readonly Node[];
}

export function motionExpressions({
  graph,
  potential,
  constraints,
  inverseMass,
}: ClassicalTask): MotionExpressions {
  const n = inverseMass.length;
  const zero = graph.constant(0);
  const coordinates = Array.from({ length: n }, (_, i) => i);
  const sum = (terms: readonly Node[]) => terms.reduce((total, term) => graph.add(total, term), zero);
  const dot = (x: ReadonlyMap<number, Node>, y: (i: number) => Node) =>
    sum([...x].map(([i, entry]) => graph.mul(entry, y(i))));
  const weight = (i: number) => graph.constant(inverseMass[i]);
  const velocity = coordinates.map(i => graph.mul(weight(i), graph.variable(n + i)));
  const force = gradient(graph, potential);
  const forceOn = (i: number) => force.get(i) ?? zero;
  const G = constraints.map(g => gradient(graph, g));

  const along = (f: Node) => directional(graph, f, i => velocity[i]);
  const right = constraints.map((g, k) =>
    graph.sub(
      along(along(g)),
      dot(G[k], i => graph.mul(weight(i), forceOn(i))),
    ),
  );
  const N = G.map(row => G.map(other => dot(row, i => graph.mul(weight(i), other.get(i) ?? zero))));
  const { pivots, entries, solve } = factorise(graph, N);
  const lambda = solve(entries, right);
  const pull = (i: number) => sum(G.map((row, k) => graph.mul(row.get(i) ?? zero, lambda[k])));
  const kick = (i: number) => graph.neg(graph.add(forceOn(i), pull(i)));
  return {
    graph,
    slopes: [...velocity, ...coordinates.map(kick)],
    guards: pivots.map((pivot, k) =>
      pivot === N[k][k] ? pivot : graph.sub(pivot, graph.mul(graph.constant(leastPivot), N[k][k])),
    ),
  };
}

/** How many operations all stages of a step take together. */
export function stepCost({ graph, slopes, guards }: MotionExpressions): number {
  const evaluation = reachable(graph, [...slopes, ...guards]).filter(node => !graph.isLeaf(node)).length;
  const terms = a.slice(1, 13).flatMap(weights => weights.filter(w => w !== 0)).length;
  return 11 * evaluation + terms * slopes.length;
}

/** Makes field(z, out): out = z'; false where the multipliers are not determined or a number is not finite. */
export function fieldText(motion: MotionExpressions): string {
  const stored = motion.slopes.map((_, i) => `out[${i}] = k${i};`).join('\n');
  const total = motion.slopes.map((_, i) => `k${i}`).join(' + ');
  const block = evaluation(
    motion,
    i => `z[${i}]`,
    'e',
    i => `k${i}`,
  );
  return `'use strict';\nreturn (z, out) => {\n${block}\n${stored}\nreturn 0 * (${total}) === 0;\n};`;
}

/** Makes allStages(y, h, slopes, out) of flows/dop853/stages.ts. */
export function allStagesText(motion: MotionExpressions): string {
  const size = motion.slopes.length;
  const entries = Array.from({ length: size }, (_, i) => i);
  const lines = (text: (i: number) => string) => entries.map(text).join('\n');
  const slope = (j: number, i: number) => `k${j}_${i}`;
  const next = (i: number, stage: number) => `y${i} + h * (${weightedSum(a[stage], j => slope(j, i))})`;
  const stages = Array.from({ length: 11 }, (_, before) => before + 1).map(stage =>
    [
      lines(i => `const x${stage}_${i} = ${next(i, stage)};`),
      evaluation(
        motion,
        i => `x${stage}_${i}`,
        `e${stage}_`,
        i => slope(stage, i),
      ),
      isAskedFor(stage) ? lines(i => `slopes[${stage * size + i}] = ${slope(stage, i)};`) : '',
    ].join('\n'),
  );
  return `'use strict';
return (y, h, slopes, out) => {
${lines(i => `const y${i} = y[${i}], ${slope(0, i)} = slopes[${i}];`)}
${stages.join('\n')}
${lines(i => `const z${i} = ${next(i, 12)};\nout[${i}] = z${i};`)}
return 0 * (${entries.map(i => `z${i}`).join(' + ')}) === 0;
};`;
}

/** Whether the slope of a stage has a part in the estimate of the error or in the interpolant. */
const isAskedFor = (stage: number) =>
  [error3, error5, ...interpolant, ...a.slice(13)].some(weights => weights[stage] !== 0);

/** Lines that compute z' from the variables that `load` names, into constants that `result` names. */
function evaluation(
  { graph, slopes, guards }: MotionExpressions,
  load: Load,
  prefix: string,
  result: (i: number) => string,
): string {
  const emitter = new Emitter(graph, load, prefix);
  const codes = emitter.expressions([...guards, ...slopes]);
  const conditions = codes.slice(0, guards.length).map(code => `if (!(${code} > 0)) return false;`);
  const results = codes.slice(guards.length).map((code, i) => `const ${result(i)} = ${code};`);
  return [emitter.statements(), ...conditions, ...results].join('\n');
}
