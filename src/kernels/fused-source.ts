// The text of a RATTLE step for a small classical problem, as straight-line code in local variables:
//   P = p − (h/2)∇V(q) − G(q)ᵀλ,   Q = q + h M⁻¹P,   g(Q) = 0               (Leimkuhler and Skeel 1994, eq. 24–26)
//   P ← P − (h/2)∇V(Q) − G(Q)ᵀμ,   G(Q) M⁻¹ P = 0                           (eq. 27–28)
// Newton's matrix h G(Q) M⁻¹ G(q)ᵀ is exact, and its elimination is written out with all zeros left away.
// Three functions hand their numbers on in a workspace W: `begin` up to the first residual, `iterate` for one Newton step,
// `finish`. They contain no loop: a compiler that replaced one halfway through it would leave the rest slow for good.

import { gradient, isZero } from '../formula/derivative.ts';
import { Emitter } from '../formula/emit.ts';
import type { Graph, Node } from '../formula/graph.ts';
import { substitute } from '../formula/graph.ts';
import { roundingShare } from '../problem/rounding-floors.ts';
import { aim } from '../solvers/convergence.ts';
import { eliminate } from './linear-elimination.ts';

export interface FusedTask {
  readonly graph: Graph;
  readonly potential: Node;
  readonly constraints: readonly Node[];
  readonly inverseMass: Float64Array;
}

/** Groups of local variables of the generated function; group and index make the JavaScript name. */
const groups = ['q', 'p', 'Q', 'P', 'F', 'G', 'k', 'l', 'r', 's', 'h'] as const;
type Group = (typeof groups)[number];
const spacing = 2 ** 20;
const local = (group: Group, i: number) => (groups.indexOf(group) + 1) * spacing + i;
const nameOf = (variable: number) => `${groups[Math.floor(variable / spacing) - 1]}${variable % spacing}`;

export interface FusedSource {
  /** Length of the workspace W. */
  readonly size: number;
  /** Makes [begin, iterate, finish]. The relative size of g(Q) is the last entry of W; finish returns 0 when done. */
  readonly text: string;
}

export function fusedSource(task: FusedTask): FusedSource {
  const write = createWriter(task);
  const text = `'use strict';
function begin(z, h0, W, rate, known) {
${write.load()}
${write.startGradient()}
${write.kicks()}
${write.startJacobian()}
${write.scales()}
${write.declare()}
${write.landing()}
${write.save(['q', 'k', 'G', 's', 'l', 'P', 'Q', 'r'])}
W[${write.size}] = size;
}
function iterate(h0, W) {
${write.restore(['q', 'k', 'G', 's', 'l', 'P', 'Q', 'r'])}
${write.newton()}
${write.landing()}
${write.save(['l', 'P', 'Q', 'r'])}
W[${write.size}] = size;
}
function finish(h0, W, out, rate, known) {
${write.restore(['l', 'P', 'Q', 'r'])}
${write.endGradient()}
${write.projection()}
${write.remainder()}
if (!(remainder <= 0)) {
${write.projection()}
}
${write.store()}
return 0;
}
return [begin, iterate, finish];`;
  return { size: write.size + 1, text };
}

function createWriter({ graph, potential, constraints, inverseMass }: FusedTask) {
  const n = inverseMass.length;
  const m = constraints.length;
  const coordinates = Array.from({ length: n }, (_, i) => i);
  const rows = Array.from({ length: m }, (_, a) => a);
  const variable = (group: Group, i: number) => graph.variable(local(group, i));
  const h = variable('h', 0);
  const zero = graph.constant(0);
  const abs = (x: Node) => graph.unary('abs', x);
  const weights = coordinates.map(i => graph.constant(inverseMass[i]));
  const sum = (terms: readonly Node[]) => terms.reduce((total, term) => graph.add(total, term), zero);
  const at = (group: Group, expression: Node) =>
    substitute(graph, expression, leaf =>
      graph.op(leaf) === 'variable' ? variable(group, graph.datum(leaf)) : leaf,
    );
  const gradients = constraints.map(g => gradient(graph, g));
  const force = gradient(graph, potential);
  const rowsAt = (group: Group) =>
    rows.map(a => coordinates.map(i => at(group, gradients[a].get(i) ?? zero)));
  /** ∂g/∂q at the start, kept in the locals G. */
  const G0 = rowsAt('q').map((entries, a) =>
    entries.map((entry, i) => (graph.isConstant(entry) ? entry : variable('G', a * n + i))),
  );
  const G1 = rowsAt('Q');
  const velocity = coordinates.map(i => graph.mul(weights[i], variable('P', i)));
  const times = (G: Node[][], v: readonly Node[]) =>
    G.map(entries => sum(entries.map((entry, i) => graph.mul(entry, v[i]))));
  const transposedTimes = (G: Node[][], w: readonly Node[]) =>
    coordinates.map(i => sum(rows.map(a => graph.mul(G[a][i], w[a]))));
  const gram = (left: Node[][], right: Node[][]) =>
    left.map(x => right.map(y => sum(coordinates.map(i => graph.mul(graph.mul(x[i], weights[i]), y[i])))));
  const group = (name: Group, count: readonly number[]) => count.map(i => variable(name, i));
  let pieces = 0;

  /** Lines that compute the expressions and hand each to `use`. */
  function emit(expressions: readonly Node[], use: (code: string, i: number) => string): string {
    const emitter = new Emitter(graph, nameOf, `e${pieces++}_`);
    const codes = emitter.expressions(expressions);
    return `${emitter.statements()}\n${codes.map(use).join('\n')}`;
  }
  const lines = (indices: readonly number[], text: (i: number) => string) => indices.map(text).join('\n');
  const jacobianEntries = rowsAt('q').flat();
  const keptEntries = jacobianEntries.map((_, at) => at).filter(at => !graph.isConstant(jacobianEntries[at]));
  const gradientAt = (name: Group) => coordinates.map(i => at(name, force.get(i) ?? zero));
  const workspace = createWorkspace({
    q: coordinates,
    k: coordinates,
    Q: coordinates,
    P: coordinates,
    G: keptEntries,
    s: rows,
    l: rows,
    r: rows,
  });
  return {
    ...workspace,
    load: () => lines(coordinates, i => `const q${i} = z[${i}], p${i} = z[${n + i}];`),
    /** ∇V(q), taken over from the step that ended at this q. */
    startGradient: () => {
      const same = coordinates.map(i => `known[${i}] === q${i}`).join(' && ');
      const taken = lines(coordinates, i => `F${i} = known[${n + i}];`);
      const computed = emit(gradientAt('q'), (code, i) => `F${i} = ${code};`);
      return `let ${coordinates.map(i => `F${i}`).join()};\nif (${same}) {\n${taken}\n} else {\n${computed}\n}`;
    },
    kicks: () =>
      emit(
        coordinates.map(i =>
          graph.sub(variable('p', i), graph.mul(graph.mul(graph.constant(0.5), h), variable('F', i))),
        ),
        (code, i) => `const k${i} = ${code};`,
      ),
    startJacobian: () =>
      emit(
        keptEntries.map(at => jacobianEntries[at]),
        (code, j) => `const G${keptEntries[j]} = ${code};`,
      ),
    /** 1 / the size of the terms of each constraint. */
    scales: () => {
      const floors = roundingFloors(graph, group('q', coordinates).map(abs), inverseMass);
      const sizes = coordinates.map(i =>
        graph.add(
          graph.add(abs(variable('q', i)), abs(graph.mul(h, graph.mul(weights[i], variable('p', i))))),
          floors[i],
        ),
      );
      const scales = times(
        G0.map(entries => entries.map(abs)),
        sizes,
      );
      return emit(
        scales.map(scale => graph.div(graph.constant(1), scale)),
        (code, a) => `const s${a} = ${code};`,
      );
    },
    declare: () =>
      `let ${coordinates.flatMap(i => [`P${i} = 0`, `Q${i} = 0`]).join(', ')};\n` +
      `let ${rows.flatMap(a => [`r${a} = 0`, `l${a} = rate[${a}] * h0`]).join(', ')};`,
    /** P and Q for the present λ, the residuals there and their relative size. */
    landing: () => {
      const kick = transposedTimes(G0, group('l', rows));
      const momenta = emit(
        coordinates.map(i => graph.sub(variable('k', i), kick[i])),
        (code, i) => `P${i} = ${code};`,
      );
      const positions = emit(
        coordinates.map(i => graph.add(variable('q', i), graph.mul(h, velocity[i]))),
        (code, i) => `Q${i} = ${code};`,
      );
      const residuals = emit(
        constraints.map(g => at('Q', g)),
        (code, a) => `r${a} = ${code};`,
      );
      const size = sum(rows.map(a => abs(graph.mul(variable('r', a), variable('s', a)))));
      return `${momenta}\n${positions}\n${residuals}\n${emit([size], code => `const size = ${code};`)}`;
    },
    newton: () => {
      const J = gram(G1, G0).map(entries =>
        entries.map(entry => (isZero(graph, entry) ? entry : graph.mul(h, entry))),
      );
      const { solution, pivots } = eliminate(graph, J, group('r', rows));
      // A pivot of the wrong sign means that a constraint has turned over: the general method must judge.
      const signs = pivots.map(pivot => graph.mul(h, pivot));
      const correction = emit([...solution, ...signs], (code, j) =>
        j < m ? `const d${j} = ${code};` : `if (!(${code} > 0)) { W[${workspace.size}] = NaN; return; }`,
      );
      return `${correction}\n${lines(rows, a => `l${a} += d${a};`)}`;
    },
    endGradient: () =>
      [
        'const perStep = 1 / h0;',
        lines(rows, a => `rate[${a}] = l${a} * perStep;`),
        emit(gradientAt('Q'), (code, i) => `const F${i} = ${code};`),
        lines(coordinates, i => `known[${i}] = Q${i}; known[${n + i}] = F${i}; P${i} -= 0.5 * h0 * F${i};`),
      ].join('\n'),
    projection: () => {
      const { solution: mu } = eliminate(graph, gram(G1, G1), group('r', rows));
      const kick = transposedTimes(G1, group('l', rows));
      return [
        emit(times(G1, velocity), (code, a) => `r${a} = ${code};`),
        emit(mu, (code, a) => `l${a} = ${code};`),
        emit(
          coordinates.map(i => graph.sub(variable('P', i), kick[i])),
          (code, i) => `P${i} = ${code};`,
        ),
      ].join('\n');
    },
    /** How much more of G M⁻¹P is left than round-off explains; a NaN counts as too much. */
    remainder: () => {
      const left = sum(times(G1, velocity).map(abs));
      const terms = sum(G1.flatMap(entries => entries.map((entry, i) => abs(graph.mul(entry, velocity[i])))));
      return emit(
        [graph.sub(left, graph.mul(graph.constant(aim), terms))],
        code => `const remainder = ${code};`,
      );
    },
    store: () => {
      const total = coordinates.map(i => `Q${i} + P${i}`).join(' + ');
      const stored = lines(coordinates, i => `out[${i}] = Q${i}; out[${n + i}] = P${i};`);
      return `const total = ${total};\nif (total - total !== 0) return 1;\n${stored}`;
    },
  };
}

/** W holds the members of some groups, one after the other; `save` writes locals into it, `restore` reads them back. */
function createWorkspace<Kept extends Group>(members: Readonly<Record<Kept, readonly number[]>>) {
  const names = (kept: readonly Kept[]) => kept.flatMap(name => members[name].map(i => `${name}${i}`));
  const all = names(Object.keys(members) as Kept[]);
  const places = new Map(all.map((name, place) => [name, place]));
  return {
    size: all.length,
    save: (kept: readonly Kept[]) =>
      names(kept)
        .map(name => `W[${places.get(name)}] = ${name};`)
        .join('\n'),
    restore: (kept: readonly Kept[]) =>
      names(kept)
        .map(name => `let ${name} = W[${places.get(name)}];`)
        .join('\n'),
  };
}

/** A share of all sizes together; in the metric of the masses where that is less (see problem/rounding-floors.ts). */
function roundingFloors(graph: Graph, sizes: readonly Node[], inverseMass: Float64Array): Node[] {
  const sum = (terms: readonly Node[]) => terms.reduce((a, b) => graph.add(a, b), graph.constant(0));
  const together = graph.mul(graph.constant(roundingShare), sum(sizes));
  if (inverseMass.every(weight => weight === inverseMass[0])) return sizes.map(() => together);
  const metric = Array.from(inverseMass, Math.sqrt);
  const inMetric = sum(sizes.map((size, i) => graph.mul(graph.constant(roundingShare / metric[i]), size)));
  return metric.map(weight => graph.binary('min', together, graph.mul(graph.constant(weight), inMetric)));
}
