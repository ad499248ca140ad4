// Newton's iteration for ν in the code of a fused step (see fused-source.ts):
//   land:     c = G(q)ᵀν,  Q = b − M⁻¹c,  r = g(Q),  size = Σ |rᵢ| / size of the terms of gᵢ
//   correct:  ν ← ν + (G(Q) M⁻¹ G(q)ᵀ)⁻¹ r          in units, see constraint-rows.ts
// The second correction takes the matrix of the first, if at the contraction just seen it will arrive. When it does not, the
// step begins again with the ν that it has got to, and a new matrix.

import type { Node } from '../formula/graph.ts';
import { accept, aim } from '../solvers/convergence.ts';
import { transposedTimes, weightedProduct } from './constraint-rows.ts';
import { each, type Formulas } from './fused-formulas.ts';
import { sum } from './linear-combination.ts';
import { eliminate } from './linear-elimination.ts';

/** Begins with n = ν, ends with it corrected, and with c and Q; returns false where it does not converge. */
export function fusedNewton(formulas: Formulas, corrections: 1 | 2, again: string): string {
  const { n, m } = formulas;
  const { land, factor, correct } = iteration(formulas);
  const hasArrived = (k: number) =>
    `size${k} <= ${aim} || (size${k} <= ${accept} && size${k} >= 0.5 * size${k - 1})`;
  const secondCorrection = `if (size1 * size1 > ${aim} * size0) {
${again}
}
${correct}
${land(2)}
if (!(${hasArrived(2)})) {
if (!(size2 <= 0.5 * size1)) return false;
${again}
}`;
  return `let ${each(n, i => `c${i} = 0, Q${i} = 0`, ', ')};
let ${each(m, i => `r${i} = 0`, ', ')};
${land(0)}
if (!(size0 <= ${aim})) {
${factor}
${correct}
${land(1)}
if (!(${hasArrived(1)})) {
if (!(size1 <= 0.5 * size0)) return false;
${corrections === 2 ? secondCorrection : again}
}
}`;
}

function iteration({ graph, n, m, inverseMass, locals, G0, G1, unit, residuals }: Formulas) {
  const { vector, named, assign, compute } = locals;
  const [b, c] = ['b', 'c'].map(name => vector(name, n));
  const [r, s, nu] = ['r', 's', 'n'].map(name => vector(name, m));
  const pulled = b.map((free, i) => graph.sub(free, graph.mul(graph.constant(inverseMass[i]), c[i])));
  const sizes = r.map((residual, i) => graph.unary('abs', graph.mul(residual, s[i])));
  const factors: Node[] = [];
  const keep = (number: Node) => named(`f${factors.push(number) - 1}`);
  const matrix = weightedProduct(graph, G1, inverseMass, G0);
  const { solve, margins } = eliminate(graph, matrix, { scale: 1 / unit, keep });
  return {
    land: (k: number) => `${assign('c', transposedTimes(graph, G0, nu, n))}
${assign('Q', pulled)}
${assign('r', residuals)}
${compute([sum(graph, sizes)], code => `const size${k} = ${code};`)}`,
    // A pivot of the wrong sign means that a constraint has turned over.
    factor: compute([...margins(0), ...factors], (code, i) =>
      i < m ? `if (!(${code} > 0)) return false;` : `const f${i - m} = ${code};`,
    ),
    correct: compute(solve(r), (code, i) => `n${i} += ${code};`),
  };
}
