// The text of one whole RATTLE step for a small classical problem, as straight-line code in local variables:
//   p½ = p − (h/2)∇V(q) − G(q)ᵀλ,   Q = q + h M⁻¹p½,   g(Q) = 0             (Leimkuhler and Skeel 1994, eq. 24–26)
//   P  = p½ − (h/2)∇V(Q) − G(Q)ᵀμ,  G(Q) M⁻¹ P = 0                          (eq. 27–28)
// Newton's matrix G(Q) M⁻¹ G(q)ᵀ is exact, and its elimination is written out with all zeros left away.

import { gradient } from '../formula/derivative.ts';
import { Emitter } from '../formula/emit.ts';
import type { Graph, Node } from '../formula/graph.ts';
import { substitute } from '../formula/graph.ts';
import { accept, aim } from '../solvers/convergence.ts';
import { eliminate } from './linear-elimination.ts';

export interface FusedTask {
  readonly graph: Graph;
  readonly potential: Node;
  readonly constraints: readonly Node[];
  readonly inverseMass: Float64Array;
}

/** Groups of local variables of the generated function; `name` and index make the JavaScript name. */
const groups = ['q', 'p', 'Q', 'P', 'F', 'l', 'r', 's', 'h'] as const;
type Group = (typeof groups)[number];
const spacing = 2 ** 20;
const local = (group: Group, i: number) => (groups.indexOf(group) + 1) * spacing + i;
const nameOf = (variable: number) => `${groups[Math.floor(variable / spacing) - 1]}${variable % spacing}`;

export const maxIterations = 20;
/** A coordinate near zero still rounds like this share of the largest one. */
const floorShare = 0.01;

export function fusedSource(task: FusedTask): string {
  const write = createWriter(task);
  return `'use strict';
return function (z, h, out, rate, known) {
const h0 = h;
${write.load()}
${write.startGradient()}
${write.startJacobian()}
${write.warmStart()}
${write.declare()}
let size = 0, before = Infinity, k = 0;
for (;;) {
${write.landing()}
if (size <= ${aim} || (size <= ${accept} && size >= 0.5 * before)) break;
if (!(size < Infinity) || k >= ${maxIterations} || (k > 0 && size > 0.5 * before)) return 1;
before = size;
k++;
${write.newton()}
}
${write.endGradient()}
${write.projection()}
${write.store()}
return 0;
};`;
}

function createWriter({ graph, potential, constraints, inverseMass }: FusedTask) {
  const n = inverseMass.length;
  const m = constraints.length;
  const variable = (group: Group, i: number) => graph.variable(local(group, i));
  const each = (count: number, text: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => text(i)).join('\n');
  const sum = (terms: readonly Node[]) =>
    terms.reduce((total, term) => graph.add(total, term), graph.constant(0));
  const at = (group: Group, expression: Node) =>
    substitute(graph, expression, leaf =>
      graph.op(leaf) === 'variable' ? variable(group, graph.datum(leaf)) : leaf,
    );
  const weights = [...inverseMass].map(w => graph.constant(w));
  const gradients = constraints.map(g => gradient(graph, g));
  const force = gradient(graph, potential);
  const zero = graph.constant(0);
  /** Row a of ∂g/∂q at the point of a group. */
  const row = (group: Group, a: number) =>
    Array.from({ length: n }, (_, i) => at(group, gradients[a].get(i) ?? zero));
  const rowsAt = (group: Group) => constraints.map((_, a) => row(group, a));
  const gram = (left: Node[][], right: Node[][]) =>
    left.map(x => right.map(y => sum(x.map((xi, i) => graph.mul(graph.mul(xi, weights[i]), y[i])))));
  let pieces = 0;

  /** Lines that compute the expressions and hand each to `use`. */
  function emit(expressions: readonly Node[], use: (code: string, i: number) => string): string {
    const emitter = new Emitter(graph, nameOf, `e${pieces++}_`);
    const codes = emitter.expressions(expressions);
    return `${emitter.statements()}\n${codes.map(use).join('\n')}`;
  }
  const gradientAt = (group: Group) => Array.from({ length: n }, (_, i) => at(group, force.get(i) ?? zero));

  return {
    load: () => each(n, i => `const q${i} = z[${i}], p${i} = z[${n + i}];`),
    /** ∇V(q), taken over from the step that ended at this q. */
    startGradient: () => {
      const same = each(n, i => `known[${i}] === q${i}`).replaceAll('\n', ' && ');
      const declared = `let ${Array.from({ length: n }, (_, i) => `F${i}`).join(', ')};`;
      const taken = each(n, i => `F${i} = known[${n + i}];`);
      return `${declared}\nif (${same}) {\n${taken}\n} else {\n${emit(gradientAt('q'), (code, i) => `F${i} = ${code};`)}\n}`;
    },
    /** Scales of the constraints, from the sizes of their terms at q. */
    startJacobian: () => {
      const abs = (x: Node) => graph.unary('abs', x);
      const largest = Array.from({ length: n }, (_, i) => abs(variable('q', i))).reduce((a, b) =>
        graph.binary('max', a, b),
      );
      const floor = graph.mul(graph.constant(floorShare), largest);
      const moved = (i: number) => abs(graph.mul(variable('h', 0), graph.mul(weights[i], variable('p', i))));
      const sizeOf = (i: number) => graph.add(graph.add(abs(variable('q', i)), moved(i)), floor);
      const scales = rowsAt('q').map(entries =>
        sum(entries.map((entry, i) => graph.mul(abs(entry), sizeOf(i)))),
      );
      return emit(
        scales.map(scale => graph.div(graph.constant(1), scale)),
        (code, a) => `const s${a} = ${code};`,
      );
    },
    declare: () =>
      `let ${[...Array(n).keys()].flatMap(i => [`P${i} = 0`, `Q${i} = 0`]).join(', ')};\n` +
      `let ${[...Array(m).keys()].map(a => `r${a} = 0`).join(', ')};`,
    warmStart: () => each(m, a => `let l${a} = rate[${a}] * h;`),
    /** p½ and Q for the present λ, the residuals there and their largest relative size. */
    landing: () => {
      const G = rowsAt('q');
      const half = Array.from({ length: n }, (_, i) => {
        const kicked = graph.sub(
          variable('p', i),
          graph.mul(graph.mul(graph.constant(0.5), variable('h', 0)), variable('F', i)),
        );
        return graph.sub(kicked, sum(G.map((entries, a) => graph.mul(entries[i], variable('l', a)))));
      });
      const momenta = emit(half, (code, i) => `P${i} = ${code};`);
      const positions = Array.from({ length: n }, (_, i) =>
        graph.add(variable('q', i), graph.mul(variable('h', 0), graph.mul(weights[i], variable('P', i)))),
      );
      const moved = emit(positions, (code, i) => `Q${i} = ${code};`);
      const residuals = emit(
        constraints.map(g => at('Q', g)),
        (code, a) => `r${a} = ${code};`,
      );
      const relative = constraints.map((_, a) =>
        graph.unary('abs', graph.mul(variable('r', a), variable('s', a))),
      );
      const largest = emit([relative.reduce((a, b) => graph.binary('max', a, b))], code => `size = ${code};`);
      return `${momenta}\n${moved}\n${residuals}\n${largest}`;
    },
    newton: () => {
      const J = gram(rowsAt('Q'), rowsAt('q'));
      const correction = eliminate(
        graph,
        J,
        constraints.map((_, a) => graph.div(variable('r', a), variable('h', 0))),
      );
      return emit(correction, (code, a) => `const d${a} = ${code};`) + each(m, a => `\nl${a} += d${a};`);
    },
    endGradient: () =>
      each(m, a => `rate[${a}] = l${a} / h;`) +
      emit(gradientAt('Q'), (code, i) => `\nF${i} = ${code};`) +
      each(n, i => `\nknown[${i}] = Q${i}; known[${n + i}] = F${i}; P${i} -= 0.5 * h * F${i};`),
    /** Two passes: the second removes what rounding left of the first. */
    projection: () => {
      const G = rowsAt('Q');
      const hidden = G.map(entries =>
        sum(entries.map((entry, i) => graph.mul(graph.mul(entry, weights[i]), variable('P', i)))),
      );
      const mu = eliminate(
        graph,
        gram(G, G),
        constraints.map((_, a) => variable('r', a)),
      );
      const pass =
        emit(hidden, (code, a) => `r${a} = ${code};`) + emit(mu, (code, a) => `\nl${a} = ${code};`);
      const corrected = Array.from({ length: n }, (_, i) =>
        graph.sub(variable('P', i), sum(G.map((entries, a) => graph.mul(entries[i], variable('l', a))))),
      );
      return `for (let pass = 0; pass < 2; pass++) {\n${pass}\n${emit(corrected, (code, i) => `P${i} = ${code};`)}\n}`;
    },
    store: () => each(n, i => `out[${i}] = Q${i}; out[${n + i}] = P${i};`),
  };
}
