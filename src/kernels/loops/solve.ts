// Two ways to the multipliers of a step. Both are written as loops beforehand and bound to the compiled program:
//   Newton   rate += K⁻¹ g(Q)/(drift·h) with K = G(Q) M⁻¹ G(q)ᵀ, where it is tridiagonal and cheap to eliminate again
//   chord    the same with N = G M⁻¹ Gᵀ of the start, from the projection at the end of the step before, or of an earlier stage
// The projection solves N μ = G M⁻¹P with N of the end. One solve is enough for RATTLE: N is positive definite, so that its
// elimination leaves a residual of round-off; a second brings it down to that of the state itself.

import { Loop } from '../../formula/codegen/wasm-loop.ts';
import type { Graph } from '../../formula/graph.ts';
import { createSymmetricFactor } from '../../linalg/ldlt/symmetric-factor.ts';
import { type Pattern, position } from '../../linalg/pattern.ts';
import type { StepMemory } from './memory.ts';
import type { RattlePasses } from './passes.ts';
import type { LoopProgram, MemoryPlan } from './program.ts';
import { backward, forward, forwardWithSameMatrix, type Tridiagonal } from './tridiagonal-passes.ts';

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
