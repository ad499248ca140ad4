// Adaptive integration of y' = f(y) with DOP853, for answers near round-off and problems that are not stiff.
// The step is chosen so that the estimated error per step stays below absolute + relative·|y|:
//   h ← h · min(6, max(1/3, 0.75 err^(−1/8))).
// Reference: Hairer, Nørsett, Wanner, Solving Ordinary Differential Equations I (1993), §II.4 (4.13) and §II.5.

import { done, failed, type Outcome } from '../../solvers/outcome.ts';
import { createDormandPrince8Step, type DormandPrince8Step, type StepOptions, tiny } from './stages.ts';

export interface DormandPrince8Options extends StepOptions {
  readonly relativeTolerance: number;
  readonly absoluteTolerance: number;
  readonly maxSteps: number;
  /** Number of steps after which the integration stops early when maxSteps would not suffice at the present pace; default: no early stop. */
  readonly patience?: number;
  readonly settle?: Settle | undefined;
}

/** Brings a state back to where the solution is known to be, such as a manifold. */
export interface Settle {
  /** So often, and at the end of every integration. */
  readonly everySteps: number;
  to(y: Float64Array, out: Float64Array): Outcome;
}

/** A step that was accepted; valid only inside onStep. */
export interface AcceptedStep {
  readonly start: number;
  readonly end: number;
  /** The state at the end. */
  readonly y: Float64Array;
  /** out = the state at a time within the step, to order 7. */
  interpolate(t: number, out: Float64Array): Outcome;
}

export interface DormandPrince8 {
  /** out = y(t1), from y(t0) = y0; t1 may be before t0. */
  integrate(
    y0: Float64Array,
    t0: number,
    t1: number,
    out: Float64Array,
    onStep?: (step: AcceptedStep) => void,
  ): Outcome;
  /** out = the states at the given times one after another; the times run one way, and y0 belongs to the first. */
  sample(y0: Float64Array, times: ArrayLike<number>, out: Float64Array): Outcome;
  /** The step size that the next integration tries first; 0 when it is to choose one itself. */
  readonly memory: readonly Float64Array[];
}

/** Below the usual 0.9: for a fifth more steps the error of a whole orbit stays near the tolerance of one step. */
const safety = 0.75;
const leastFactor = 1 / 3;
const greatestFactor = 6;
const order = 8;

export function createDormandPrince8(options: DormandPrince8Options): DormandPrince8 {
  const { dimension, maxSteps, patience = maxSteps } = options;
  const step = createDormandPrince8Step(options);
  const y = new Float64Array(dimension);
  const trial = createTrial(options, step, y);
  const firstStep = createFirstStep(options);
  const memory = new Float64Array(1);
  const accepted = createAcceptedStep(step, y);
  /** Whether the rest of the way is too long for the rest of the steps. */
  const isHopeless = (made: number, whole: number) =>
    (maxSteps / patience) * Math.abs(made) < Math.abs(whole);

  const integrate: DormandPrince8['integrate'] = (y0, t0, t1, out, onStep) => {
    const begun = Number.isFinite(t1 - t0) ? step.begin(y0) : endless(t0, t1);
    if (!begun.ok) return begun;
    y.set(y0);
    trial.begin();
    const direction = Math.sign(t1 - t0);
    const shortest = 4 * Number.EPSILON * Math.max(Math.abs(t0), Math.abs(t1));
    let t = t0;
    let h = memory[0] > 0 ? memory[0] : firstStep(y0, step.slope, direction);
    let most = greatestFactor;
    for (let count = 0; t !== t1; count++) {
      if (count >= maxSteps || (count === patience && isHopeless(t - t0, t1 - t0))) return tooMany(t, count);
      const left = Math.abs(t1 - t);
      const size = 1.01 * h >= left ? left : h;
      if (size < left && size <= shortest) return tooShort(t, size, trial.trouble());
      const error = trial.make(direction * size, size === left);
      const grown = size * stepFactor(error, most);
      // No growth right after a rejection: the step would only be rejected again.
      most = error <= 1 ? greatestFactor : 1;
      // A step cut short to end on time says nothing against the longer one that was proposed.
      h = error <= 1 && size < h ? Math.max(h, grown) : grown;
      if (error > 1) continue;
      accepted.start = t;
      accepted.end = size === left ? t1 : t + direction * size;
      onStep?.(accepted);
      t = accepted.end;
      step.moveOn();
    }
    memory[0] = h;
    out.set(y);
    return done;
  };
  return { integrate, sample: createSample(dimension, integrate), memory: [memory] };
}

/** Steps into y that may turn out too long; a good one is closed. */
function createTrial(options: DormandPrince8Options, step: DormandPrince8Step, y: Float64Array) {
  const { settle } = options;
  const tolerances = { relative: options.relativeTolerance, absolute: options.absoluteTolerance };
  const drifted = new Float64Array(y.length);
  let unsettledSteps = 0;
  let trouble: Outcome = done;

  /** Brings y back where it belongs when it is time to, before f is evaluated there. */
  const settleInTime = (isLast: boolean): Outcome => {
    if (!settle || (++unsettledSteps < settle.everySteps && !isLast)) return done;
    unsettledSteps = 0;
    drifted.set(y);
    return settle.to(drifted, y);
  };
  return {
    begin() {
      unsettledSteps = 0;
    },
    /** Why the step tried last had no result at all. */
    trouble: () => trouble,
    /** The error of a step h, in units of the tolerance; infinite when f has no value on the way. */
    make(h: number, isLast: boolean): number {
      trouble = step.advance(h, y);
      if (!trouble.ok) return Number.POSITIVE_INFINITY;
      const error = step.error(y, tolerances);
      if (error > 1) return error;
      trouble = settleInTime(isLast);
      if (trouble.ok) trouble = step.close(y);
      return trouble.ok && error >= 0 ? error : Number.POSITIVE_INFINITY;
    },
  };
}

function stepFactor(error: number, most: number): number {
  // Three square roots are the eighth, to the same bits everywhere, in half the time of a power.
  const root = Math.sqrt(Math.sqrt(Math.sqrt(error)));
  return Math.min(most, Math.max(leastFactor, safety / root));
}

/** The one record that onStep sees, filled anew for each step. */
function createAcceptedStep(step: DormandPrince8Step, y: Float64Array) {
  const accepted = {
    start: 0,
    end: 0,
    y,
    interpolate: (t: number, out: Float64Array): Outcome =>
      step.interpolate((t - accepted.start) / (accepted.end - accepted.start), out),
  };
  return accepted;
}

/** A first step whose explicit Euler error is about a hundredth of the solution (Hairer, Nørsett, Wanner §II.4). */
function createFirstStep({
  dimension,
  f,
  sizes,
  relativeTolerance,
  absoluteTolerance,
}: DormandPrince8Options) {
  const y1 = new Float64Array(dimension);
  const f1 = new Float64Array(dimension);
  const scale = new Float64Array(dimension);
  return (y: Float64Array, f0: Float64Array, direction: number): number => {
    for (let i = 0; i < dimension; i++)
      scale[i] = tiny + absoluteTolerance * (sizes?.[i] ?? 1) + relativeTolerance * Math.abs(y[i]);
    const d0 = scaledNorm(y, scale);
    const d1 = scaledNorm(f0, scale);
    const guess = d0 < 1e-5 || d1 < 1e-5 ? 1e-6 : (0.01 * d0) / d1;
    for (let i = 0; i < dimension; i++) y1[i] = y[i] + direction * guess * f0[i];
    const outcome = f(y1, f1);
    if (outcome && !outcome.ok) return guess;
    for (let i = 0; i < dimension; i++) f1[i] -= f0[i];
    const steepest = Math.max(d1, scaledNorm(f1, scale) / guess);
    const better = steepest <= 1e-15 ? Math.max(1e-6, guess * 1e-3) : (0.01 / steepest) ** (1 / order);
    // NaN means that the Euler step left the domain of f.
    return Number.isNaN(better) ? guess : Math.min(100 * guess, better);
  };
}

function scaledNorm(x: Float64Array, scale: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < x.length; i++) sum += (x[i] / scale[i]) ** 2;
  return Math.sqrt(sum / x.length);
}

function createSample(dimension: number, integrate: DormandPrince8['integrate']): DormandPrince8['sample'] {
  const row = new Float64Array(dimension);
  const end = new Float64Array(dimension);
  return (y0, times, out) => {
    const last = times.length - 1;
    const direction = Math.sign(times[last] - times[0]);
    let filled = 0;
    for (; filled <= last && times[filled] === times[0]; filled++) out.set(y0, filled * dimension);
    let trouble: Outcome = done;
    const fill = (step: AcceptedStep) => {
      for (; filled <= last && (times[filled] - step.end) * direction <= 0; filled++) {
        const outcome = step.interpolate(times[filled], row);
        if (!outcome.ok) trouble = outcome;
        out.set(times[filled] === step.end ? step.y : row, filled * dimension);
      }
    };
    const outcome = integrate(y0, times[0], times[last], end, fill);
    return outcome.ok ? trouble : outcome;
  };
}

function endless(t0: number, t1: number): Outcome {
  return failed('not finite', `cannot integrate from t = ${t0} to t = ${t1}; give finite times`);
}

function tooMany(t: number, iterations: number): Outcome {
  return failed(
    'too many steps',
    `${iterations} steps reached only t = ${t}; allow more or loosen the tolerance`,
    {
      iterations,
    },
  );
}

function tooShort(t: number, size: number, trouble: Outcome): Outcome {
  if (!trouble.ok) return { ...trouble, detail: `at t = ${t}: ${trouble.detail}` };
  return failed(
    'did not converge',
    `at t = ${t} the step shrank to ${size}; the solution may be singular there, or the tolerance too tight`,
    { residual: size },
  );
}
