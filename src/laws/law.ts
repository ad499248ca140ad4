// A law is a property that a method claims and that we measure on a problem. The same code certifies a user's problem
// and tests every registered method.

import type { Flow } from '../flows/flow.ts';
import type { Constrained } from '../integrators/constrained.ts';
import { distance, norm2 } from '../linalg/dense.ts';
import type { Method, MethodOptions } from '../methods/method.ts';
import type { ForceTerm } from '../particles/system.ts';
import { isPairTerm } from '../particles/terms/kinds.ts';
import { applyJ, createBrackets } from '../problem/brackets.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { advance } from '../run/stepper.ts';
import { relativeResidual } from '../solvers/convergence.ts';

/** What is put to the test. */
export interface Subject {
  readonly problem: Problem;
  /** By name, or the record itself. */
  readonly method: string | Method;
  readonly options: MethodOptions;
  /** A step that suits the problem. */
  readonly step: number;
}

/** One law, measured: the number, the claim and the verdict. */
export interface Measurement {
  readonly law: string;
  /** The number that decides, and what it is. */
  readonly value: number;
  readonly quantity: string;
  /** In words: what would be right. */
  readonly claim: string;
  readonly verdict: 'pass' | 'fail' | 'not claimed';
  readonly detail: string;
}

// The reversal law: a symmetric method undoes a step of h by a step of −h.

/** |Φ₋ₕ(Φₕ(z)) − z| relative to |z|. */
export function reversalDefect(flow: Flow, z: State, h: number): number {
  const forth = new Float64Array(z.length);
  const back = new Float64Array(z.length);
  if (!flow.step(z, h, forth).ok || !flow.step(forth, -h, back).ok) return Number.NaN;
  return distance(back, z) / Math.max(norm2(z), Number.MIN_VALUE);
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
