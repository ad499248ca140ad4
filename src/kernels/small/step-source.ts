// The text of a RATTLE step for a small classical problem, as straight-line code in local variables:
//   P = p − (h/2)∇V(q) − G(q)ᵀλ,   Q = q + h M⁻¹P,   g(Q) = 0               (Leimkuhler and Skeel 1994, eq. 24–26)
//   P ← P − (h/2)∇V(Q) − G(Q)ᵀμ,   G(Q) M⁻¹ P = 0                           (eq. 27–28)
// With k = p − (h/2)∇V(q), b = q + h M⁻¹k and ν = hλ the first line reads  Q = b − M⁻¹c,  P = k − c/h,  c = G(q)ᵀν.
// Newton's matrix G(Q) M⁻¹ G(q)ᵀ is exact, and its elimination is written out with all zeros left away.
// One function makes the whole step, so that numbers remain in registers; passing them from function to function took half
// of the time. It contains no loop: a compiler that replaced one halfway through it would leave the rest slow for good. The
// arrays in capitals are constants of the code, which need not be checked.

import { plain, sum } from '../../formula/combination.ts';
import type { Node } from '../../formula/graph.ts';
import { floorNodes } from '../../problem/term-sizes.ts';
import { eliminate } from './elimination.ts';
import type { ClassicalTask } from './motion-source.ts';
import {
  createFormulas,
  each,
  type ForceSource,
  type Formulas,
  forceSource,
  newtonSource,
} from './newton-source.ts';
import { times, transposedTimes, weightedProduct } from './rows.ts';
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
