// RATTLE for small classical problems as one compiled function (see fused-source.ts), behind the interface of a flow.

import type { Flow } from '../flows/flow.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { fusedSource } from './fused-source.ts';
import { withJudge } from './with-judge.ts';

/** 0 when the step was made; λ/h is left in `rate`, ∇V at the end in `known`. */
type FusedStep = (z: State, h: number, out: State, rate: Float64Array, known: Float64Array) => number;

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
  const step = new Function(source)() as FusedStep;
  const rate = new Float64Array(g.m);
  const known = new Float64Array(2 * n).fill(Number.NaN);
  const fast = {
    memory: [rate],
    step: (z: State, h: number, out: State) => step(z, h, out, rate, known) === 0,
    rate: () => rate,
    noteRate: (_h: number, latest: Float64Array) => rate.set(latest),
  };
  return withJudge(fast, general, n);
}
