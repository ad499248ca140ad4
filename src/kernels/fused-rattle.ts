// RATTLE for small classical problems as one compiled function (see fused-source.ts), behind the interface of a flow.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { accept, aim } from '../solvers/convergence.ts';
import { fusedSource } from './fused-source.ts';
import { withJudge } from './with-judge.ts';

type Numbers = Float64Array;
type Begin = (z: State, h: number, W: Numbers, rate: Numbers, known: Numbers) => void;
type Iterate = (h: number, W: Numbers) => void;
/** λ/h is left in `rate`, the end and ∇V there in `known`. */
type Finish = (h: number, W: Numbers, out: State, rate: Numbers, known: Numbers) => number;

const maxIterations = 20;

/** Beyond this many constraints or coordinates straight-line code no longer pays. */
const [maxConstraints, maxCoordinates] = [16, 48];

/** Whether the fused step can be made for a problem. */
export function canFuse({ formulas, H, g, n }: Problem): boolean {
  const isSmall = g.m > 0 && g.m <= maxConstraints && n <= maxCoordinates;
  return formulas !== undefined && H.separable !== null && isSmall;
}

/** `general` is RATTLE with the Verlet flow for the same problem; its memory begins with λ/h. */
export function fusedRattle({ formulas, H, n, g }: Problem, general: Flow): Flow {
  if (!formulas || !H.separable)
    throw new Error('a fused step needs formulas, a separable H and constraints g(q)');
  const source = fusedSource({ ...formulas, inverseMass: H.separable.inverseMass });
  const [begin, iterate, finish] = new Function(source.text)() as [Begin, Iterate, Finish];
  const W = new Float64Array(source.size);
  const last = source.size - 1;
  const rate = new Float64Array(g.m);
  const known = new Float64Array(2 * n).fill(Number.NaN);

  /** Newton iterations until g(Q) is at round-off; false for the general method to judge. */
  function converges(h: number): boolean {
    let size = W[last];
    let before = Number.POSITIVE_INFINITY;
    for (let k = 0; !(size <= aim || (size <= accept && size >= 0.5 * before)); k++) {
      // NaN, too many iterations, or too little contraction.
      if (!(size < Number.POSITIVE_INFINITY) || k >= maxIterations || (k > 0 && size > 0.5 * before))
        return false;
      before = size;
      iterate(h, W);
      size = W[last];
    }
    return true;
  }
  function step(z: State, h: number, out: State): boolean {
    begin(z, h, W, rate, known);
    return converges(h) && finish(h, W, out, rate, known) === 0;
  }
  const fast = {
    memory: [rate],
    step,
    rate: () => rate,
    noteRate: (_h: number, latest: Float64Array) => rate.set(latest),
  };
  return withJudge(fast, general, n);
}
