// The compiled passes of a RATTLE step or stage (sparse-rattle.ts), views of their memory, and what is
// known at the state where a step starts: where the last one ended, ∇V and N need not be made again.

import { kinks } from '../../formula/codegen/functions.ts';
import { Loop } from '../../formula/codegen/wasm-loop.ts';
import { type Graph, reachable } from '../../formula/graph.ts';
import { isTridiagonal } from '../../linalg/ldlt/tridiagonal.ts';
import { patternFromRows } from '../../linalg/pattern.ts';
import type { Separable } from '../../problem/hamiltonian.ts';
import type { ClassicalFormulas, Problem } from '../../problem/problem.ts';
import { ConstraintBatches } from './batches.ts';
import { planMemory, type StepMemory, type StepSizes } from './memory.ts';
import { RattlePasses } from './passes.ts';
import { compileLoops, MemoryPlan } from './program.ts';
import { chordMultipliers, type Multipliers, newtonMultipliers } from './solve.ts';
import { planTridiagonal } from './tridiagonal-passes.ts';

type Pass = 'extrapolate' | 'move' | 'finish' | 'termSizes' | 'compare';
type View = Exclude<keyof StepMemory, 'ring'>;

export interface CompiledStep {
  readonly run: Readonly<Record<Pass, () => void>>;
  readonly views: Readonly<Record<View, Float64Array>> & { readonly ring: readonly Float64Array[] };
  readonly multipliers: Multipliers;
}

/** Why there are no loops for a classical problem. */
export const notCompiled =
  'WebAssembly is missing or forbidden here, or the formulas have too little in common for loops';

/** The warm start is made of `ringSize` earlier values of λ/h. null where loops cannot be compiled. */
export function compileStep({ formulas, H, g, n }: Problem, ringSize: number): CompiledStep | null {
  if (!formulas || !H.separable)
    throw new Error('this kernel needs formulas, a separable H and constraints g(q)');
  const { graph } = formulas;
  const { inverseMass } = H.separable;
  const groups = new ConstraintBatches(graph, formulas.constraints, n);
  const pattern = patternFromRows(
    groups.rows.map(({ constraint: a, neighbours }) => [a, ...neighbours.map(({ constraint: b }) => b)]),
    g.m,
  );
  const plan = new MemoryPlan();
  const A = isTridiagonal(pattern) ? planTridiagonal(plan, g.m) : null;
  const sizes = { n, m: g.m, ringSize };
  const memory = planMemory(plan, sizes, A?.r);
  const force = constantForces(formulas, H.separable);
  const loops = new RattlePasses(groups, { inverseMass, force }, memory, plan);
  const solver = A
    ? newtonMultipliers(graph, loops, memory, A)
    : chordMultipliers(loops, memory, pattern, { graph, plan });
  const program = compileLoops(plan, {
    ...solver.passes,
    extrapolate: [extrapolate(graph, memory, g.m)],
    move: [...loops.move(), ...loops.residual()],
    finish: loops.finish(),
    termSizes: loops.termSizes(),
    compare: [compare(graph, memory, n)],
  });
  if (!program) return null;
  const views = viewsOf(program.view, memory, sizes);
  views.gradient.set(force);
  return { run: program.run, views, multipliers: solver.bind(program) };
}

function viewsOf(
  view: (at: number, length: number) => Float64Array,
  memory: StepMemory,
  { n, m, ringSize }: StepSizes,
): CompiledStep['views'] {
  const { ring, ...single } = memory;
  const lengths: Partial<Record<View, number>> = {
    ...{ start: 2 * n, end: 2 * n, floors: 2 * n, gradient: n },
    ...{ rate: m, r: m, inverseScale: m, weights: ringSize },
  };
  const views = Object.entries(single).map(([name, at]) => [name, view(at, lengths[name as View] ?? 1)]);
  return {
    ...(Object.fromEntries(views) as Record<View, Float64Array>),
    ring: ring.map(at => view(at, m)),
  };
}

/** rate = Σ weightₖ ringₖ */
function extrapolate(graph: Graph, { weights, ring, rate }: StepMemory, m: number): Loop {
  const loop = new Loop(graph, m);
  const terms = ring.map((values, k) => graph.mul(loop.fixed(weights + k), loop.at(values)));
  loop.store(
    loop.range(rate),
    terms.reduce((a, b) => graph.add(a, b)),
  );
  return loop;
}

/** distance = max |q − Q| */
function compare(graph: Graph, { start, end, distance }: StepMemory, n: number): Loop {
  const loop = new Loop(graph, n);
  const largest = loop.carry(graph.constant(0), distance);
  const difference = graph.unary('abs', graph.sub(loop.at(start), loop.at(end)));
  loop.pass(largest, graph.binary('max', largest, difference));
  return loop;
}

/** ∂V/∂qᵢ where it is the same everywhere, NaN elsewhere. */
function constantForces({ graph, potential }: ClassicalFormulas, separable: Separable): Float64Array {
  const n = separable.inverseMass.length;
  const force = new Float64Array(n);
  separable.gradient(new Float64Array(2 * n), force);
  // A kink has a constant derivative, but on each side only.
  const hasKinks = reachable(graph, [potential]).some(node => kinks.has(graph.op(node)));
  const { start } = separable.hessianPattern;
  return force.map((value, i) => (hasKinks || start[i] < start[i + 1] ? Number.NaN : value));
}
