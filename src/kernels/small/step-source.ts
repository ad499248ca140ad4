// The text of a RATTLE step for a small classical problem, as straight-line code in local variables:
//   P = p − (h/2)∇V(q) − G(q)ᵀλ,   Q = q + h M⁻¹P,   g(Q) = 0               (Leimkuhler and Skeel 1994, eq. 24–26)
//   P ← P − (h/2)∇V(Q) − G(Q)ᵀμ,   G(Q) M⁻¹ P = 0                           (eq. 27–28)
// With k = p − (h/2)∇V(q), b = q + h M⁻¹k and ν = hλ the first line reads  Q = b − M⁻¹c,  P = k − c/h,  c = G(q)ᵀν.
// Newton's matrix G(Q) M⁻¹ G(q)ᵀ is exact, and its elimination is written out with all zeros left away.
// One function makes the whole step, so that numbers remain in registers; passing them from function to function took half
// of the time. It contains no loop: a compiler that replaced one halfway through it would leave the rest slow for good. The
// arrays in capitals are constants of the code, which need not be checked.

import { plain, sum } from '../../formula/combination.ts';
import { gradient } from '../../formula/derivative.ts';
import { type Graph, type Node, reachable } from '../../formula/graph.ts';
import { floorNodes } from '../../problem/term-sizes.ts';
import { aim, hasConvergedText } from '../../solvers/convergence.ts';
import { eliminate } from './elimination.ts';
import type { ClassicalTask } from './motion-source.ts';
import {
  constraintRows,
  createLocalVariables,
  type LocalVariables,
  type Row,
  times,
  transposedTimes,
  weightedProduct,
} from './rows.ts';
import { stepHistory } from './step-history.ts';

export interface StepSource {
  /** Makes step(z, h, out) from the arrays `memory`, `start` (where it leaves z), `known` and `again`. */
  readonly text: string;
  /** Length of the step itself. */
  readonly stepLength: number;
  /** Multipliers of the code are λ times these. */
  readonly units: readonly number[];
}

/** Where a pivot keeps less of its diagonal entry, the projection has lost digits and is made once more. */
const steadyPivot = 0.01;

/** In one piece; or shorter, with one correction of ν in line and the projection as a function of its own. */
export type Form = 'whole' | 'divided';

/** step(z, h, out) returns false where the general method must make the step. */
export function stepSource(task: ClassicalTask, form: Form): StepSource {
  const formulas = createFormulas(task);
  const memory = stepHistory(formulas.m);
  const force = forceSource(formulas);
  const begin = beginning(formulas, force.start);
  const newton = newtonSource(formulas, form === 'whole' ? 2 : 1, memory.again);
  const end = ending(formulas, force.end, form);
  const step = `function step(z, given, out) {
const h = +given, half = 0.5 * h, perStep = 1 / h;
${begin.load}
${begin.kick}
${memory.warmStart}
${memory.sizes(begin.sizes)}
${newton}
${end.kick}
${end.store}
${memory.remember}
return true;
}`;
  const text = `'use strict';
const M = memory, Z = start, K = known, A = again;
${memory.functions}
${force.functions}
${end.functions}
return ${step};`;
  return { text, stepLength: step.length, units: formulas.units };
}

/** q, p, k, b, and the sizes of the terms of g. */
function beginning(formulas: Formulas, { lines, force }: ForceSource['start']) {
  const { graph, n, inverseMass, locals } = formulas;
  const { vector, named, define } = locals;
  const [q, p, k] = ['q', 'p', 'k'].map(name => vector(name, n));
  const h = named('h');
  const way = (i: number, momentum: Node) =>
    graph.mul(h, graph.mul(graph.constant(inverseMass[i]), momentum));
  const kicked = p.map((momentum, i) => graph.sub(momentum, graph.mul(named('half'), force[i])));
  const free = q.map((place, i) => graph.add(place, way(i, k[i])));
  return {
    load: `${each(n, i => `const q${i} = z[${i}], p${i} = z[${n + i}];\nZ[${i}] = q${i}; Z[${n + i}] = p${i};`)}
Z[${2 * n}] = h;`,
    kick: `${lines}\n${define('k', kicked)}\n${define('b', free)}`,
    sizes: sizes(
      formulas,
      p.map((momentum, i) => way(i, momentum)),
    ),
  };
}

/** s = 1 / Σⱼ |∂gᵢ/∂qⱼ| (|qⱼ| + |wayⱼ| + floorⱼ), in the unit of the residuals */
function sizes({ graph, n, inverseMass, locals, G0, unit }: Formulas, way: readonly Node[]): string {
  const abs = (x: Node) => graph.unary('abs', x);
  const q = locals.vector('q', n).map(abs);
  const floors = floorNodes(graph, q, inverseMass);
  const places = q.map((size, j) => graph.add(graph.add(size, abs(way[j])), floors[j]));
  const absolute = G0.map(
    row =>
      new Map([...row].map(([j, { factor, node }]) => [j, { factor: Math.abs(factor), node: abs(node) }])),
  );
  const terms = times(graph, absolute, places.map(plain));
  return locals.assign(
    's',
    terms.map(size => graph.div(graph.constant(1 / unit), size)),
  );
}

/** P = k − (h/2)∇V(Q) − c/h, and the results, if all are finite: where the last momenta are, Q and ν are too. */
function ending(formulas: Formulas, { lines, force }: ForceSource['end'], form: Form) {
  const { graph, n, m, locals } = formulas;
  const { vector, named, define, compute } = locals;
  const [k, c, P, R] = ['k', 'c', 'P', 'R'].map(name => vector(name, n));
  const kicked = k.map((kick, i) =>
    graph.sub(graph.sub(kick, graph.mul(named('half'), force[i])), graph.mul(named('perStep'), c[i])),
  );
  const isWhole = form === 'whole';
  const total = (nodes: readonly Node[]) =>
    compute([sum(graph, nodes)], code => `const total = ${code};\nif (total - total !== 0) return false;`);
  const isSteady = each(m, i => `t${i} > 0`, ' && ');
  const project = projection(formulas);
  return {
    functions: `function project(out, times) {
${each(n, i => `const Q${i} = out[${i}], P${i} = out[${n + i}];`)}
${project}
${total(R)}
${each(n, i => `out[${n + i}] = R${i};`)}
return times === 1 || (${isSteady}) || project(out, times - 1);
}`,
    kick: `${lines}\n${define('P', kicked)}`,
    // Stored before they are tested: numbers that wait for a test would not all find a register.
    store: `${isWhole ? project : ''}
${each(n, i => `out[${i}] = Q${i}; out[${n + i}] = ${isWhole ? 'R' : 'P'}${i};`)}
${total(isWhole ? R : P)}
if (${isWhole ? `!(${isSteady}) && !project(out, 1)` : '!project(out, 2)'}) return false;`,
  };
}

/** R = P − Gᵀμ with G M⁻¹R = 0; and t, positive where no digits were lost. */
function projection({ graph, n, inverseMass, locals, G1 }: Formulas): string {
  const { vector } = locals;
  const P = vector('P', n);
  const velocity = P.map((node, i) => ({ factor: inverseMass[i], node }));
  const { solve, margins } = eliminate(graph, weightedProduct(graph, G1, inverseMass, G1));
  const pull = transposedTimes(graph, G1, solve(times(graph, G1, velocity)), n);
  const projected = P.map((momentum, i) => graph.sub(momentum, pull[i]));
  return locals.compute([...projected, ...margins(steadyPivot)], (code, i) =>
    i < n ? `const R${i} = ${code};` : `const t${i - n} = ${code};`,
  );
}

// Newton's iteration for ν in the code of a straight-line step (see step-source.ts):
//   evaluate: c = G(q)ᵀν,  Q = b − M⁻¹c,  r = g(Q),  size = Σ |rᵢ| / size of the terms of gᵢ
//   correct:  ν ← ν + (G(Q) M⁻¹ G(q)ᵀ)⁻¹ r          in units, see rows.ts
// The second correction takes the matrix of the first, if at the contraction just seen it will converge. When it does not, the
// step is repeated from the ν reached so far, with a new matrix.

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
