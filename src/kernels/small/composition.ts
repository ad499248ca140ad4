// A composition of RATTLE steps for small classical problems as one compiled function, behind the interface of a flow. The
// composition of general steps makes the steps that it declines, and supplies the derivative.

import type { Flow } from '../../flows/flow.ts';
import { compileText } from '../../formula/codegen/compile-text.ts';
import { gradient } from '../../formula/derivative.ts';
import type { Node } from '../../formula/graph.ts';
import type { Problem } from '../../problem/problem.ts';
import { memoizeByProblem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { termSizeInterval } from '../../problem/term-sizes.ts';
import { hasConvergedText } from '../../solvers/convergence.ts';
import { compileGramFunctions, type GramFunctions } from '../loops/gram-functions.ts';
import { withFallback } from '../shared/fallback.ts';
import {
  defineKernel,
  fitsStraightLine,
  refuse,
  refuseUnlessClassical,
  refuseUnlessCompiled,
  sizeOf,
} from '../shared/kernel.ts';
import { linearPrediction, predictionTable } from '../shared/warm-start.ts';
import { factorise, type SymbolicFactor } from './elimination.ts';
import type { ClassicalTask } from './motion-source.ts';
import { createLocalVariables } from './rows.ts';

interface Run {
  readonly weights: Float64Array;
  readonly table: Float64Array;
  readonly past: Float64Array;
  readonly unit: Float64Array;
}
/** Returns the next place in `past`, or −1. */
type Step = (z: State, h: number, run: Run, place: number, out: State) => number;

/** Measured: functions of 70 000 characters are optimised, those of 90 000 never. */
const longestText = 60_000;
const stagesKnown = linearPrediction.stages;

/** null where it is too large. */
const compiledStep = memoizeByProblem((problem): Step | null => {
  const { formulas, H } = problem;
  if (!formulas || !H.separable || !fitsStraightLine(problem)) return null;
  const text = composedSource({ ...formulas, inverseMass: H.separable.inverseMass, stagesKnown });
  return text.length > longestText ? null : (compileText(text)() as Step);
});

const name = 'straight-line composition of RATTLE steps';

export const straightLineCompositionKernel = defineKernel({
  name,
  methods: ['rattle composition'],
  accepts(problem, task) {
    const refusal = refuseUnlessClassical(problem, task) ?? refuseUnlessCompiled();
    if (refusal) return refusal;
    const flow = straightLineComposition(problem, task.weights, task.reference);
    return flow ? { because: sizeOf(problem), flow } : refuse('its straight-line code would be too long');
  },
});

/** The composition with these weights, or null where it is too large. `reference` makes the same of general steps. */
export function straightLineComposition(
  problem: Problem,
  weights: readonly number[],
  reference: () => Flow,
): Flow | null {
  const step = compiledStep(problem);
  return step && composedWith(step, problem, weights, reference);
}

function composedWith(step: Step, problem: Problem, weights: readonly number[], reference: () => Flow): Flow {
  const { n, g } = problem;
  const past = new Float64Array(stagesKnown * g.m);
  const unit = new Float64Array(g.m);
  /** The step size, how many stages of that size are known, the place of the next one, and the age of the units. */
  const state = new Float64Array(4);
  const memory = [past, unit, state];
  const before = memory.map(part => new Float64Array(part.length));
  const measure = createMeasure(compileGramFunctions(problem));
  const predicting: Run = {
    weights: Float64Array.from(weights),
    table: predictionTable(weights, linearPrediction),
    past,
    unit,
  };
  /** Begins with λ = 0. */
  const fromZero: Run = { ...predicting, table: new Float64Array(predicting.table.length) };

  function makeStep(z: State, h: number, out: State): boolean {
    copyAll(memory, before);
    if (h !== state[0]) state[1] = 0;
    if (state[3]++ % termSizeInterval === 0) measure(z, h, unit);
    let place = state[1] >= stagesKnown ? step(z, h, predicting, state[2], out) : -1;
    // After a jump of the momenta, as noise makes them, the warm start misleads: begin with none.
    if (place < 0) place = step(z, h, fromZero, state[2], out);
    if (place < 0) {
      copyAll(before, memory);
      return false;
    }
    state[0] = h;
    state[1] += weights.length;
    state[2] = place;
    return true;
  }
  const noRate = new Float64Array(g.m);
  const fast = {
    memory,
    step: makeStep,
    rate: () => noRate,
    // The multipliers of general steps are not those that the prediction needs: it starts from none.
    adoptWarmStart: () => {
      state[1] = 0;
    },
  };
  return withFallback({ fast, reference, label: name, domain: 'g = {g,H} = 0', n, referenceMemory: [g.m] });
}

/** out = 1 / the size of the terms of each constraint on the way of a step h from z. */
function createMeasure({ termSizes }: GramFunctions) {
  return (z: State, h: number, out: Float64Array): void => {
    termSizes(z, h, out);
    for (let a = 0; a < out.length; a++) out[a] = 1 / out[a];
  };
}

function copyAll(from: readonly Float64Array[], to: readonly Float64Array[]): void {
  for (let k = 0; k < from.length; k++) for (let i = 0; i < from[k].length; i++) to[k][i] = from[k][i];
}

// The text of a composition of RATTLE steps t₁ … t_s for a small classical problem, as one function with the state in local
// variables. Between its stages a composition needs no projection, since RATTLE ∘ RATTLE = project ∘ SHAKE ∘ SHAKE, and the
// two kicks that meet there are one:
//   P = p − ½(t_{k−1} + t_k)∇V(q) − G(q)ᵀλ,   Q = q + t_k M⁻¹P,   g(Q) = 0          (Leimkuhler and Skeel 1994, eq. 24–28)
// λ begins with a prediction from the stages before. The matrix G(Q) M⁻¹ G(q)ᵀ is factored at the place that the prediction
// leads to: so close to the solution it usually serves all iterations.

const maxIterations = 12;
/** An iteration that leaves more than this part of the residual calls for a new matrix. */
const slowContraction = 0.02;

interface ComposedTask extends ClassicalTask {
  /** How many stages the prediction looks back on; a power of two. */
  readonly stagesKnown: number;
}

/**
 * Makes step(z, h, { weights, table, past, unit }, place, out). `past` holds λ/h of the last stages in a ring, the latest
 * before row `place`; row k of `table` holds the weights that predict λ/h of stage k from them, the latest first; `unit` is
 * one over the size of the terms of each constraint. Returns the place after the step, or −1 where the general method must make it.
 */
function composedSource(task: ComposedTask): string {
  const system = createSystem(task);
  return `'use strict';
return (z, h, { weights, table, past, unit }, place, out) => {
${declared(system)}
${forcesAt(system)}
const stages = weights.length, perStep = 1 / h;
let before = 0;
for (let stage = 0; stage < stages; stage++) {
const t0 = weights[stage] * h, perStage = 1 / t0;
const c0 = 0.5 * (before + t0);
${kicked(system, 'K')}
${predicted(system, task.stagesKnown)}
let size = Infinity;
for (let i = 0; ; i++) {
${residualsAt(system)}
const last = size;
size = ${system.rows.map(a => `Math.abs(r${a} * s${a})`).join(' + ')};
if (${hasConvergedText('size', 'last', 0.5)}) break;
if (i > ${maxIterations} || !(size < 0.5 * last)) return -1;
if (i === 0 || size > ${slowContraction} * last) {
${factored(system, system.newton)}
}
${corrected(system)}
}
${recorded(system, task.stagesKnown)}
${system.coordinates.map(i => `q${i} = Q${i}; p${i} = P${i};`).join('\n')}
${forcesAt(system)}
before = t0;
}
const c0 = 0.5 * before;
${kicked(system, 'p')}
${projected(system)}
${stored(system)}
};`;
}

type System = ReturnType<typeof createSystem>;

/** The formulas of the problem in the local variables. */
function createSystem({ graph, potential, constraints, inverseMass }: ClassicalTask) {
  const n = inverseMass.length;
  const coordinates = Array.from(inverseMass, (_, i) => i);
  const rows = constraints.map((_, a) => a);
  const zero = graph.constant(0);
  const { named, at, compute } = createLocalVariables(graph);
  const variable = (group: string, i: number) => named(`${group}${i}`);
  const sum = (terms: readonly Node[]) => terms.reduce((total, term) => graph.add(total, term), zero);
  const velocity = (momentum: Node, i: number) => graph.mul(graph.constant(inverseMass[i]), momentum);
  const gradients = constraints.map(g => gradient(graph, g));
  const force = gradient(graph, potential);
  const jacobianAt = (group: string) =>
    gradients.map(entries => coordinates.map(i => at(group, entries.get(i) ?? zero)));
  const jacobian = jacobianAt('q');
  /** ∂g/∂q at the start of the stage; what is not constant is stored in the locals G. */
  const G = jacobian.map((entries, a) =>
    entries.map((entry, i) => (graph.isConstant(entry) ? entry : variable('G', a * n + i))),
  );
  const gram = (left: readonly (readonly Node[])[]) =>
    left.map(x => G.map(y => sum(coordinates.map(i => graph.mul(velocity(x[i], i), y[i])))));
  return {
    graph,
    n,
    coordinates,
    rows,
    variable,
    sum,
    velocity,
    G,
    jacobian: jacobian.flatMap((entries, a) =>
      entries.flatMap((entry, i) => (graph.isConstant(entry) ? [] : [{ name: `G${a * n + i}`, entry }])),
    ),
    force: coordinates.map(i => at('q', force.get(i) ?? zero)),
    residuals: constraints.map(g => at('Q', g)),
    /** The matrices of Newton's iteration and of the projection. */
    newton: factorise(graph, gram(jacobianAt('Q'))),
    projection: factorise(graph, gram(G)),
    /** Gᵀ w */
    pull: (group: string) => coordinates.map(i => sum(rows.map(a => graph.mul(G[a][i], variable(group, a))))),
    emit: compute,
  };
}

function declared({ n, coordinates, rows, jacobian, newton, projection }: System): string {
  const entries = Math.max(newton.entries.length, projection.entries.length);
  const names = [
    ...['Q', 'P', 'K', 'F'].flatMap(group => coordinates.map(i => `${group}${i}`)),
    ...jacobian.map(({ name }) => name),
    ...['l', 'r'].flatMap(group => rows.map(a => `${group}${a}`)),
    ...Array.from({ length: entries }, (_, i) => `f${i}`),
  ];
  return [
    ...coordinates.map(i => `let q${i} = z[${i}], p${i} = z[${n + i}];`),
    ...rows.map(a => `const s${a} = unit[${a}];`),
    `let ${names.map(name => `${name} = 0`).join(', ')};`,
  ].join('\n');
}

/** F = ∇V and G = ∂g/∂q at q. */
function forcesAt({ emit, force, jacobian }: System): string {
  return [
    emit(force, (code, i) => `F${i} = ${code};`),
    emit(
      jacobian.map(({ entry }) => entry),
      (code, k) => `${jacobian[k].name} = ${code};`,
    ),
  ].join('\n');
}

/** p − c ∇V, with c in the local c0. */
function kicked({ graph, emit, coordinates, variable }: System, into: 'K' | 'p'): string {
  const momenta = coordinates.map(i =>
    graph.sub(variable('p', i), graph.mul(variable('c', 0), variable('F', i))),
  );
  return emit(momenta, (code, i) => `${into}${i} = ${code};`);
}

function predicted({ rows }: System, stagesKnown: number): string {
  const stages = Array.from({ length: stagesKnown }, (_, j) => j);
  const place = (j: number) => `((place - ${j + 1}) & ${stagesKnown - 1}) * ${rows.length}`;
  return [
    ...stages.map(j => `const w${j} = table[stage * ${stagesKnown} + ${j}], o${j} = ${place(j)};`),
    ...rows.map(a => `l${a} = h * (${stages.map(j => `w${j} * past[o${j} + ${a}]`).join(' + ')});`),
  ].join('\n');
}

function recorded({ rows }: System, stagesKnown: number): string {
  return [
    ...rows.map(a => `past[place * ${rows.length} + ${a}] = perStep * l${a};`),
    `place = (place + 1) & ${stagesKnown - 1};`,
  ].join('\n');
}

/** P, Q and g(Q) for the present λ. */
function residualsAt({ graph, emit, coordinates, variable, velocity, pull, residuals }: System): string {
  const kick = pull('l');
  return [
    emit(
      coordinates.map(i => graph.sub(variable('K', i), kick[i])),
      (code, i) => `P${i} = ${code};`,
    ),
    emit(
      coordinates.map(i =>
        graph.add(variable('q', i), graph.mul(variable('t', 0), velocity(variable('P', i), i))),
      ),
      (code, i) => `Q${i} = ${code};`,
    ),
    emit(residuals, (code, a) => `r${a} = ${code};`),
  ].join('\n');
}

/** A pivot of the wrong sign means that a constraint has turned over: the general method decides. */
function factored({ emit, rows }: System, { pivots, entries }: SymbolicFactor): string {
  return emit([...pivots, ...entries], (code, i) =>
    i < rows.length ? `if (!(${code} > 0)) return -1;` : `f${i - rows.length} = ${code};`,
  );
}

/** N⁻¹ r with the factors in the locals f. */
function solved({ variable, rows }: System, { entries, solve }: SymbolicFactor): Node[] {
  return solve(
    entries.map((_, i) => variable('f', i)),
    rows.map(a => variable('r', a)),
  );
}

function corrected(system: System): string {
  return system.emit(solved(system, system.newton), (code, a) => `l${a} += perStage * ${code};`);
}

/** p ← p − Gᵀμ with G M⁻¹p = 0; twice, since the first time leaves rounding errors of the part that it removes. */
function projected(system: System): string {
  const { emit, graph, G, coordinates, variable, velocity, sum, pull, projection } = system;
  const speed = coordinates.map(i => velocity(variable('p', i), i));
  const pass = () => [
    emit(
      G.map(entries => sum(entries.map((entry, i) => graph.mul(entry, speed[i])))),
      (code, a) => `r${a} = ${code};`,
    ),
    emit(solved(system, projection), (code, a) => `l${a} = ${code};`),
    emit(pull('l'), (code, i) => `p${i} -= ${code};`),
  ];
  return [factored(system, projection), ...pass(), ...pass()].join('\n');
}

function stored({ n, coordinates }: System): string {
  const total = coordinates.map(i => `q${i} + p${i}`).join(' + ');
  return [
    ...coordinates.map(i => `out[${i}] = q${i}; out[${n + i}] = p${i};`),
    `return 0 * (${total}) === 0 ? place : -1;`,
  ].join('\n');
}
