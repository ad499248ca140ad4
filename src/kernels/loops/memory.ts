// Where everything that a RATTLE step, or a stage of a composition, needs stands in one memory (addresses count doubles; see
// sparse-rattle.ts).

import type { MemoryPlan } from './program.ts';

export interface StepMemory {
  /** How long the force acts in the next kick, how long the motion lasts, and h, so that λ = h·rate. */
  readonly kick: number;
  readonly drift: number;
  readonly h: number;
  /** 1/(drift·h), by which g(Q) corrects the rate; and the weights of the warm start. */
  readonly correction: number;
  readonly weights: number;
  /** What passes report: the relative size of g(Q), the sum of a new state, max |q − Q|. */
  readonly size: number;
  readonly total: number;
  readonly distance: number;
  /** The state z = (q, p), and the one that is made of it, (Q, P). */
  readonly start: number;
  readonly end: number;
  /** ∇V at the start, then at the end. */
  readonly gradient: number;
  /** λ/h, and what it was in earlier steps or stages. */
  readonly rate: number;
  readonly ring: readonly number[];
  /** g(Q), then μ. */
  readonly r: number;
  /** 1/(size of the terms of g), and what is added to each |q| to count them. */
  readonly inverseScale: number;
  readonly floors: number;
}

/** Coordinates, constraints, and how many earlier values of λ/h are stored. */
export interface StepSizes {
  readonly n: number;
  readonly m: number;
  readonly ringSize: number;
}

/** `r` may be given where a solver keeps it. */
export function planMemory(plan: MemoryPlan, sizes: StepSizes, r = plan.room(sizes.m)): StepMemory {
  const { n, m, ringSize } = sizes;
  const scalar = () => plan.room(1);
  const [ofState, ofConstraints] = [() => plan.room(2 * n), () => plan.room(m)];
  return {
    kick: scalar(),
    drift: scalar(),
    h: scalar(),
    correction: scalar(),
    weights: plan.room(ringSize),
    size: scalar(),
    total: scalar(),
    distance: scalar(),
    start: ofState(),
    end: ofState(),
    gradient: plan.room(n),
    // One more, for the row that a solver may add.
    rate: plan.room(m + 1),
    ring: Array.from({ length: ringSize }, ofConstraints),
    r,
    inverseScale: ofConstraints(),
    floors: ofState(),
  };
}
