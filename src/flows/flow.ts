// A flow is a one-step map φ_h. Unconstrained methods are flows, and shake() and rattle() take one and return one,
// so compositions, observers, laws and the time loop treat constrained and unconstrained maps alike.

import type { State } from '../problem/state.ts';
import type { Outcome } from '../solvers/outcome.ts';

/** The manifold on which the states of a flow lie. */
export type Domain = 'phase space' | 'g = 0' | 'g = {g,H} = 0';

/** A one-step map φ_h. */
export interface Flow {
  /** Where its states live. */
  readonly domain: Domain;
  /** out = φ_h(z). `out` must not be `z`; `h` may be negative. On failure `out` is meaningless. */
  step(z: State, h: number, out: State): Outcome;
  /** out = Dφ_h(z) v, the derivative of the step made last; absent where the method has none. */
  push?(v: Float64Array, out: Float64Array): void;
  /** What the next step remembers besides z (warm starts, history). A checkpoint keeps it. */
  readonly memory: readonly Float64Array[];
  /** k_B T at which a random step exchanges heat: its energy is not meant to be kept. Absent for all others. */
  readonly temperature?: number;
  /** Set where it means nothing how far one step goes: moves of Monte Carlo, methods that choose their own steps inside. */
  readonly isJump?: true;
  /** Set where a step fails, or is divided, in which a gradient of g turns by more than a right angle: roots of another branch. */
  readonly refusesTurns?: true;
  /** Which kernels and solvers are at work and why, for people: “216 × SETTLE (rigid water)”. */
  readonly parts?: readonly string[];
  /** What the flow has counted since it was made, such as accepted moves or steps by the reference method. */
  counters?(): Readonly<Record<string, number>>;
}

/** Parts and counters of a flow that is made of these: each part once, counters of one name summed. */
export function reportsOf(flows: readonly Flow[]): Pick<Flow, 'parts' | 'counters'> {
  const parts = [...new Set(flows.flatMap(flow => flow.parts ?? []))];
  const counting = [...new Set(flows)].flatMap(({ counters }) => (counters ? [counters] : []));
  return {
    ...(parts.length > 0 ? { parts } : {}),
    ...(counting.length > 0 ? { counters: () => summed(counting.map(counters => counters())) } : {}),
  };
}

function summed(counts: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [name, count] of counts.flatMap(record => Object.entries(record)))
    sums[name] = (sums[name] ?? 0) + count;
  return sums;
}
