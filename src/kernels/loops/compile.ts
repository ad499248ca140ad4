// The compiled passes of a RATTLE step or stage (sparse-rattle.ts), views of their memory, and what is
// known at the state where a step starts: where the last one ended, ∇V and N need not be made again.

import { kinks } from '../../formula/codegen/functions.ts';
import { Loop } from '../../formula/codegen/wasm-loop.ts';
import { type Graph, reachable } from '../../formula/graph.ts';
import { createSymmetricFactor } from '../../linalg/ldlt/symmetric-factor.ts';
import { isTridiagonal } from '../../linalg/ldlt/tridiagonal.ts';
import { type Pattern, patternFromRows, position } from '../../linalg/pattern.ts';
import type { Separable } from '../../problem/hamiltonian.ts';
import type { ClassicalFormulas, Problem } from '../../problem/problem.ts';
import { ConstraintBatches } from './batches.ts';
import { LoopsTooLong, RattlePasses } from './passes.ts';
import {
  compileLoops,
  type LoopProgram,
  MemoryPlan,
  planMemory,
  type StepMemory,
  type StepSizes,
} from './program.ts';
import {
  backward,
  forward,
  forwardWithSameMatrix,
  planTridiagonal,
  type Tridiagonal,
} from './tridiagonal-passes.ts';

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
export function compileStep(problem: Problem, ringSize: number): CompiledStep | null {
  try {
    return compiled(problem, ringSize);
  } catch (error) {
    if (error instanceof LoopsTooLong) return null;
    throw error;
  }
}

function compiled({ formulas, H, g, n }: Problem, ringSize: number): CompiledStep | null {
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

// Two ways to the multipliers of a step. Both are written as loops beforehand and bound to the compiled program:
//   Newton   rate += K⁻¹ g(Q)/(drift·h) with K = G(Q) M⁻¹ G(q)ᵀ, where it is tridiagonal and cheap to eliminate again
//   chord    the same with N = G M⁻¹ Gᵀ of the start, from the projection at the end of the step before, or of an earlier stage
// The projection solves N μ = G M⁻¹P with N of the end. One solve is enough for RATTLE: N is positive definite, so that its
// elimination leaves a residual of round-off; a second brings it down to that of the state itself.

export type MultiplierPass = 'correct' | 'correctWithSameMatrix' | 'project';

export interface Multipliers {
  /** The residual must shrink by this factor within so many iterations (see solvers/newton.ts). */
  readonly contraction: number;
  readonly within: 1 | 2;
  /** Whether N of the start is needed before a step. */
  readonly needsStart: boolean;
  /** Factors N of the end, which may be that of the next start; false when it is singular. */
  factor(): boolean;
  /** Corrects the rate by g(Q), which is in r. */
  correct(): boolean;
  /** The same with the matrix of the last correction, for which there is less to do. */
  correctWithSameMatrix(): void;
  /** Leaves μ in r; false when N is singular. */
  project(): boolean;
  /** The same for the momenta that are left, at the same point. */
  projectWithSameMatrix(): void;
}

export interface MultiplierLoops {
  readonly passes: Readonly<Record<MultiplierPass, readonly Loop[]>>;
  bind(program: LoopProgram<MultiplierPass>): Multipliers;
}

export function newtonMultipliers(
  graph: Graph,
  loops: RattlePasses,
  memory: StepMemory,
  A: Tridiagonal,
): MultiplierLoops {
  const { diagonal, left, right } = A;
  const entry = (a: number, b: number) => (a === b ? diagonal : b < a ? left : right) + a;
  const correctRate = backward(graph, A, memory.rate, (loop, x, rate) =>
    graph.add(rate, graph.mul(loop.fixed(memory.correction), x)),
  );
  const keep = backward(graph, A, memory.r, (_, x) => x);
  return {
    passes: {
      correct: [...loops.matrix((a, b) => [entry(a, b)]), ...forward(graph, A), ...correctRate],
      correctWithSameMatrix: [...forwardWithSameMatrix(graph, A), ...correctRate],
      project: [
        ...loops.hidden((a, b) => (b > a ? [] : a === b ? [diagonal + a] : [left + a, right + b])),
        ...forward(graph, A),
        ...keep,
      ],
    },
    bind({ run, view }) {
      const least = view(A.least, 1);
      return {
        contraction: 0.5,
        within: 1,
        needsStart: false,
        factor: () => true,
        correct() {
          run.correct();
          return least[0] > 0;
        },
        correctWithSameMatrix: run.correctWithSameMatrix,
        project() {
          run.project();
          return least[0] > 0;
        },
        projectWithSameMatrix: run.project,
      };
    },
  };
}

export function chordMultipliers(
  loops: RattlePasses,
  memory: StepMemory,
  pattern: Pattern,
  { graph, plan }: { readonly graph: Graph; readonly plan: MemoryPlan },
): MultiplierLoops {
  const [m, entries] = [pattern.rows, pattern.index.length];
  const values = plan.room(entries);
  const correct = new Loop(graph, m);
  const change = graph.mul(correct.fixed(memory.correction), correct.at(memory.r));
  correct.store(correct.range(memory.rate), graph.add(correct.at(memory.rate), change));
  return {
    passes: {
      correct: [correct],
      correctWithSameMatrix: [],
      project: loops.hidden((a, b) => (b > a ? [] : [values + position(pattern, a, b)])),
    },
    bind({ run, view }) {
      const symmetric = createSymmetricFactor(pattern);
      const [N, r] = [view(values, entries), view(memory.r, m)];
      const factor = () => {
        run.project();
        return symmetric.factor(N);
      };
      const correctWithSameMatrix = () => {
        symmetric.solve(r);
        run.correct();
      };
      return {
        contraction: 0.9,
        // Errors turn about while they shrink, so that the largest may grow for once.
        within: 2,
        needsStart: true,
        factor,
        correct() {
          correctWithSameMatrix();
          return true;
        },
        correctWithSameMatrix,
        project() {
          const isRegular = factor();
          if (isRegular) symmetric.solve(r);
          return isRegular;
        },
        projectWithSameMatrix() {
          run.project();
          symmetric.solve(r);
        },
      };
    },
  };
}
