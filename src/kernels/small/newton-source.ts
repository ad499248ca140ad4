// Newton's iteration for ν in the code of a straight-line step (see step-source.ts):
//   evaluate: c = G(q)ᵀν,  Q = b − M⁻¹c,  r = g(Q),  size = Σ |rᵢ| / size of the terms of gᵢ
//   correct:  ν ← ν + (G(Q) M⁻¹ G(q)ᵀ)⁻¹ r          in units, see rows.ts
// The second correction takes the matrix of the first, if at the contraction just seen it will converge. When it does not, the
// step is repeated from the ν reached so far, with a new matrix.

import { sum } from '../../formula/combination.ts';
import { gradient } from '../../formula/derivative.ts';
import { type Graph, type Node, reachable } from '../../formula/graph.ts';
import { aim, hasConvergedText } from '../../solvers/convergence.ts';
import { eliminate } from './elimination.ts';
import type { ClassicalTask } from './motion-source.ts';
import {
  constraintRows,
  createLocalVariables,
  type LocalVariables,
  type Row,
  transposedTimes,
  weightedProduct,
} from './rows.ts';

/** Begins with n = ν, ends with it corrected, and with c and Q; returns false where it does not converge. */
export function newtonSource(formulas: Formulas, corrections: 1 | 2, again: string): string {
  const { n, m } = formulas;
  const { evaluate, factor, correct } = iteration(formulas);
  const converged = (k: number) => hasConvergedText(`size${k}`, `size${k - 1}`, 0.5);
  const secondCorrection = `if (size1 * size1 > ${aim} * size0) {
${again}
}
${correct}
${evaluate(2)}
if (!(${converged(2)})) {
if (!(size2 <= 0.5 * size1)) return false;
${again}
}`;
  return `let ${each(n, i => `c${i} = 0, Q${i} = 0`, ', ')};
let ${each(m, i => `r${i} = 0`, ', ')};
${evaluate(0)}
if (!(size0 <= ${aim})) {
${factor}
${correct}
${evaluate(1)}
if (!(${converged(1)})) {
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
    evaluate: (k: number) => `${assign('c', transposedTimes(graph, G0, nu, n))}
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

// ∇V at the start and at the end of a straight-line step. One that costs little is written out at both places. A costly one is a
// function of its own that leaves it in an array K beside its q, where the next step finds it.

export interface ForceSource {
  /** Functions before the step. */
  readonly functions: string;
  readonly start: ForceText;
  readonly end: ForceText;
}

interface ForceText {
  /** Lines to be run before the expressions can be used. */
  readonly lines: string;
  readonly force: readonly Node[];
}

/** Comparing with the cache takes some operations for each coordinate: up to so many, a force is written out. */
const cheapOperations = 8;
const costOfFunction = 20;
const cheapOps = new Set(['neg', 'add', 'sub', 'mul', 'div', 'abs', 'sqrt', 'less']);

export function forceSource(formulas: Formulas): ForceSource {
  return cost(formulas.graph, formulas.force) <= cheapOperations * formulas.n
    ? writtenOut(formulas)
    : cached(formulas);
}

function cost(graph: Graph, expressions: readonly Node[]): number {
  const costOf = (node: Node) => (cheapOps.has(graph.op(node)) ? 1 : costOfFunction);
  return reachable(graph, expressions)
    .filter(node => !graph.isLeaf(node))
    .reduce((sum, node) => sum + costOf(node), 0);
}

function writtenOut({ locals, force }: Formulas): ForceSource {
  const at = (name: string) => ({ lines: '', force: force.map(f => locals.at(name, f)) });
  return { functions: '', start: at('q'), end: at('Q') };
}

function cached({ locals, force, n }: Formulas): ForceSource {
  const { at, compute, vector } = locals;
  const load = (name: string) => each(n, i => `const ${name}${i} = K[${n + i}];`);
  return {
    functions: `function force(z) {
${each(n, i => `const q${i} = z[${i}];\nK[${i}] = q${i};`)}
${compute(
  force.map(f => at('q', f)),
  (code, i) => `K[${n + i}] = ${code};`,
)}
}`,
    start: {
      lines: `if (!(${each(n, i => `K[${i}] === q${i}`, ' && ')})) force(z);\n${load('F')}`,
      force: vector('F', n),
    },
    end: {
      lines: `${each(n, i => `out[${i}] = Q${i};`)}\nforce(out);\n${load('E')}`,
      force: vector('E', n),
    },
  };
}

// What a classical problem gives to the code of a RATTLE step, as expressions of its local variables: q0 … at the start of the
// step, Q0 … at its end.

export interface Formulas {
  readonly graph: Graph;
  readonly locals: LocalVariables;
  readonly inverseMass: Float64Array;
  /** Coordinates and constraints. */
  readonly n: number;
  readonly m: number;
  /** ∇V as formulas of the variables 0 … n−1. */
  readonly force: readonly Node[];
  /** What the constraints are divided by (see rows.ts). */
  readonly units: readonly number[];
  /** ∂g/∂q at the start and at the end. */
  readonly G0: readonly Row[];
  readonly G1: readonly Row[];
  /** The unit that all of them have, or 1. */
  readonly unit: number;
  /** g(Q) in their own units, times that one. */
  readonly residuals: readonly Node[];
}

export function createFormulas({ graph, potential, constraints, inverseMass }: ClassicalTask): Formulas {
  const locals = createLocalVariables(graph);
  const { units, rows } = constraintRows(graph, constraints);
  const rowsAt = (name: string) =>
    rows.map(
      row => new Map([...row].map(([j, { factor, node }]) => [j, { factor, node: locals.at(name, node) }])),
    );
  const derivatives = gradient(graph, potential);
  const unit = units.every(one => one === units[0]) ? units[0] : 1;
  return {
    graph,
    locals,
    inverseMass,
    n: inverseMass.length,
    m: constraints.length,
    force: Array.from(inverseMass, (_, i) => derivatives.get(i) ?? graph.constant(0)),
    units,
    G0: rowsAt('q'),
    G1: rowsAt('Q'),
    unit,
    residuals: constraints.map((g, i) => graph.mul(graph.constant(unit / units[i]), locals.at('Q', g))),
  };
}

/** Lines, or a list, for i = 0 … count−1. */
export function each(count: number, text: (i: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, i) => text(i)).join(separator);
}
