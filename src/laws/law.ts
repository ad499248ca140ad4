// A law is a property that a method claims and that we measure on a problem. The same code certifies a user's problem
// and tests every registered method.

import type { Flow } from '../flows/flow.ts';
import type { Constrained } from '../integrators/constrained.ts';
import { distance, norm2 } from '../linalg/dense.ts';
import type { Method, MethodOptions } from '../methods/method.ts';
import type { ForceTerm } from '../particles/system.ts';
import { isPairTerm } from '../particles/terms/kinds.ts';
import { createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import { applyJ, type State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { advance, memoryReset } from '../run/stepper.ts';
import { relativeResidual } from '../solvers/convergence.ts';

/** What is put to the test. */
export interface Subject {
  readonly problem: Problem;
  /** By name, or the record itself. */
  readonly method: string | Method;
  readonly options: MethodOptions;
  /** A step that suits the problem. */
  readonly step: number;
  /** The time up to which the problem is meant; by default that of its `run:` section, else that of every run. */
  readonly until?: number;
}

/**
 * What a measurement says of a claim. `pass`: it holds. `fail`: it does not hold. `cannot tell`: it cannot be told here, because
 * what would decide lies below what can be measured, or was not reached. `not claimed`: there is nothing to decide.
 */
export type LawVerdict = 'pass' | 'fail' | 'cannot tell' | 'not claimed';

/** The verdicts in words. */
export const verdictWords = {
  pass: 'holds',
  fail: 'does not hold',
  'cannot tell': 'cannot be told here',
  'not claimed': 'is not claimed',
} as const satisfies Record<LawVerdict, string>;

/** One law, measured: the number, the claim and the verdict. */
export interface Measurement {
  readonly law: string;
  /** The number that decides, and what it is. */
  readonly value: number;
  readonly quantity: string;
  /** In words: what would be right. */
  readonly claim: string;
  readonly verdict: LawVerdict;
  /** What was measured with: steps, slopes, times. */
  readonly detail: string;
  /** Why the claim does not hold, or cannot be told here. */
  readonly reason?: string;
  /** What would help to tell. */
  readonly advice?: string;
  /** The order law: the steps of the asymptotic range with their errors, and the slopes between them. */
  readonly points?: readonly { readonly h: number; readonly error: number }[];
  readonly slopes?: readonly number[];
}

/** A verdict with what explains it. */
export type Decision = Pick<Measurement, 'verdict' | 'reason' | 'advice'>;

/** A defect that must vanish, and how far it is known. */
export interface Defect {
  readonly value: number;
  /** Computed only where it matters. */
  uncertainty(): number;
}

/** A state with its last bits changed: what differs then is rounding, as far as the motion amplifies it. */
export function withOtherLastBits(z: State, seed: number): State {
  const random = createRandom(seed);
  return z.map(value => value * (1 + random.sign() * 2 ** -52));
}

/** A defect refutes a claim when it is above its bound by so many times its uncertainty. */
const timesUncertainty = 4;

/** Defects are also measured at these multiples of the step: one of high order is below round-off at a short step. */
const longerSteps = [2, 4, 8, 16];
/** A defect of the method grows with a power of the step. One that grows faster is another solution of the equations. */
const fastestGrowth = 2 ** 12;

/** The verdict over a defect that must be below a bound at every step size; `value` is the one that decides. */
export function defectVerdict(
  { step, until }: { readonly step: number; readonly until: number },
  bound: number,
  defectAt: (h: number) => Defect,
): Decision & { readonly value: number; readonly at: number } {
  const own = defectAt(step);
  const first = { ...valueVerdict(own, bound), value: own.value, at: 1 };
  let last = own.value;
  for (const multiple of longerSteps) {
    if (first.verdict !== 'pass' || multiple * step > until) break;
    const defect = defectAt(multiple * step);
    if (!(defect.value <= fastestGrowth * Math.max(last, 2 ** -50))) break;
    const decision = valueVerdict(defect, bound);
    if (decision.verdict === 'fail') return { ...decision, value: defect.value, at: multiple };
    if (decision.verdict !== 'pass') break;
    last = defect.value;
  }
  return first;
}

function valueVerdict({ value, uncertainty }: Defect, bound: number): Decision {
  if (value <= bound) return { verdict: 'pass' };
  if (Number.isNaN(value))
    return { verdict: 'cannot tell', reason: 'a step fails', advice: 'take a shorter step (--step)' };
  const known = uncertainty();
  // Not known at all where the repeated measurement fails.
  if (value > bound + timesUncertainty * known)
    return { verdict: 'fail', reason: `${value.toExponential(1)} is above ${bound.toExponential(0)}` };
  return {
    verdict: 'cannot tell',
    reason: `${value.toExponential(1)} is above ${bound.toExponential(0)}, but known to ${known.toExponential(1)} only: rounding is amplified here`,
    advice: 'take a shorter step (--step), or a start where the motion is less sensitive',
  };
}

// The reversal law: a symmetric method undoes a step of h by a step of −h.

/** |Φ₋ₕ(Φₕ(z)) − z| relative to |z|. */
export function reversalDefect(flow: Flow, z: State, h: number): number {
  return norm2(reversalError(flow, z, h)) / Math.max(norm2(z), Number.MIN_VALUE);
}

/** Φ₋ₕ(Φₕ(z)) − z; NaN where a step fails. */
function reversalError(flow: Flow, z: State, h: number): Float64Array {
  const forth = new Float64Array(z.length);
  const back = new Float64Array(z.length);
  const isMade = flow.step(z, h, forth).ok && flow.step(forth, -h, back).ok;
  return back.map((value, i) => (isMade ? value - z[i] : Number.NaN));
}

/**
 * The same with its uncertainty: a defect that is rounding is another one when the last bits of z are others. Both states compared are
 * new ones, for a method with a history does not take it on from a state that is not its last.
 */
export function measureReversal(flow: Flow, z: State, h: number): Defect {
  const size = Math.max(norm2(z), Number.MIN_VALUE);
  const reset = memoryReset(flow);
  const errorFrom = (start: State) => {
    const error = reversalError(flow, start, h);
    reset();
    return error;
  };
  return {
    value: norm2(errorFrom(z)) / size,
    uncertainty: () =>
      distance(errorFrom(withOtherLastBits(z, 1)), errorFrom(withOtherLastBits(z, 2))) / size,
  };
}

// The two laws of the fibre: RATTLEⁿ = project ∘ SHAKEⁿ, and SHAKE sees only the fibre of its start.
// They test the composition, not the flow: they hold for any flow. McLachlan, Modin, Verdier, Wilkins 2014, eq. 11.

/** |RATTLEⁿ(z) − project(SHAKEⁿ(z))| */
export function rattleAgainstShake(parts: Constrained, z: State, h: number, count: number): number {
  const byRattle = advance(parts.rattle, z, h, count);
  const byShake = advance(parts.project, advance(parts.shake, z, h, count), h, 1);
  return distance(byRattle, byShake);
}

/** |SHAKE(slide(z, λ)) − SHAKE(z)| */
export function shakeAlongFibre(
  { fibre, shake }: Constrained,
  z: State,
  h: number,
  lambda: Float64Array,
): number {
  const moved = new Float64Array(z.length);
  fibre.slide(z, lambda, moved);
  return distance(advance(shake, moved, h, 1), advance(shake, z, h, 1));
}

// The manifold law: after every step |gᵢ| and, for methods that promise it, |{gᵢ,H}| are at round-off, each relative to
// the size of its terms on the way of the step: |z| + |h z'| in g, and |z'| + |h z''| in {g,H}, along the free motion.
// Without z'' a state at rest would be compared with velocities that are only round-off.

/** The largest relative residuals of a run: |g| and |{g,H}| in units of the sizes of their terms. */
export interface Residuals {
  readonly g: number;
  readonly hidden: number;
}

/** The largest relative residuals over `count` steps. */
export function largestResiduals(problem: Problem, flow: Flow, h: number, count: number): Residuals {
  const brackets = createBrackets(problem);
  const { m } = problem.g;
  const [values, scale] = [new Float64Array(m), new Float64Array(m)];
  const addAccelerations = createAccelerations(problem, h);
  let [g, hidden] = [0, 0];
  advance(flow, problem.initial, h, count, z => {
    problem.g.value(z, values);
    brackets.constraintScale(z, h, scale);
    g = Math.max(g, relativeResidual(values, scale));
    brackets.hidden(z, values);
    brackets.hiddenScale(z, scale);
    addAccelerations(z, scale);
    hidden = Math.max(hidden, relativeResidual(values, scale));
  });
  return { g, hidden };
}

/** scaleᵢ += Σⱼ |∂gᵢ/∂zⱼ| |h z''ⱼ| with z'' = J H'' z'. */
function createAccelerations(problem: Problem, h: number) {
  const { n, g, H } = problem;
  const brackets = createBrackets(problem);
  const { start, index } = g.jacobianPattern;
  const G = new Float64Array(index.length);
  const [field, change] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  return (z: State, scale: Float64Array) => {
    brackets.hamiltonianField(z, field);
    H.hessianTimes(z, field, change);
    applyJ(change);
    g.jacobian(z, G);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) scale[i] += Math.abs(h * G[k] * change[index[k]]);
  };
}

// Whether the forces of a problem are smooth. Those of particles that end at a cut-off are not: they, or a derivative of
// theirs, jump whenever a pair goes in or out, and no integrator has a high order across that.

export function hasCutoff({ particles }: Problem): boolean {
  return particles?.terms.some(isCut) ?? false;
}

const isCut = (term: ForceTerm) => isPairTerm(term) && term.pairs.cutoff < Number.POSITIVE_INFINITY;
