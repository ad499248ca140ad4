// The order law: error(h) falls like h^order. The error is the root mean square over four times up to a fixed one, against the
// reference integrator, in units of the state: the same law in metres and in ångströms, and no accident of a single time at
// which an error passes through zero.
// The asymptotic range is found, not assumed. Steps are refined from a quarter of the time down to the least error that can be
// known, or to the end of the granted work; what can be known is bounded by the reference (two tolerances are compared) and by
// rounding (the same steps are made from a start that differs in its last bits). The range is then the longest row of steps,
// ending with the finest, over which slopes agree: it excludes what is not yet asymptotic, and a lower order that shows only at
// small errors cannot hide behind a higher one at large errors.
// Where forces jump, as at a cut-off, no reference comes near round-off, and the jumps leave errors of first order, small but the
// last to go: there the coarsest steps are fitted, not the finest.

import type { Flow } from '../flows/flow.ts';
import { reference } from '../integrators/reference/reference.ts';
import { stateScale } from '../integrators/state-scale.ts';
import { compiledMotion } from '../kernels/reference-kernel.ts';
import { norm2 } from '../linalg/dense.ts';
import { MethodError } from '../methods/method.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { advance } from '../run/stepper.ts';
import { hasCutoff, type Measurement, withOtherLastBits } from './law.ts';

/** The error for one step size. */
export interface ErrorAtStep {
  readonly h: number;
  readonly error: number;
}

/** The measured order, what it was measured with, and how far it can be trusted. */
export interface OrderMeasurement {
  /** Slope of a least-squares line in log–log through the points of the range; NaN below three points. */
  readonly order: number;
  /** The points of the range, coarsest step first. */
  readonly points: readonly ErrorAtStep[];
  /** Slopes within the range, each over a factor of at least √2 in the step. */
  readonly slopes: readonly number[];
  /** Whether these slopes agree over a factor of two in the step: only then is `order` one. */
  readonly isSettled: boolean;
  /** Even the coarsest step has no error but rounding: an equilibrium, or a motion that the method solves exactly. */
  readonly isExact: boolean;
  /** Errors are known to this: the larger of the reference's own error and of rounding. */
  readonly uncertainty: number;
  /** Errors are measured from the start up to this time. */
  readonly until: number;
  /** What ended the refinement, in words. */
  readonly end: string;
}

export interface OrderTask {
  readonly problem: Problem;
  /** A new flow for each step size. */
  create(): Flow;
  readonly until: number;
  /** So many steps may be made in all. */
  readonly work?: number;
  /** What the reference aims at; by default round-off. A larger one is for forces that jump. */
  readonly tolerance?: number;
}

/** Errors are compared at so many equal times, the last being the end. */
const times = 4;
/** Relative errors above this are not looked at. */
const largest = 1e-2;
/** Rounding is measured where errors are below this; elsewhere it cannot matter. */
const roundingBelow = 1e-8;
/** Rounding that is the same in both runs, as where solvers stop, may be so many times larger than what differs. */
const repeatedRounding = 1e4;
/** Errors count from this multiple of their uncertainty: slopes over half an octave are then known to 0.1 or better. */
const aboveUncertainty = 30;
/** Slopes agree when all of them lie in a band of this width, */
const bandWidth = 0.2;
/** over a factor of two in the step with four points, or over a factor of four with three. */
const leastRanges = [
  { points: 4, span: 1.95 },
  { points: 3, span: 3.9 },
];
/** A slope is taken over at least this factor in the step. */
const slopeSpan = 1.38;
/** After so many points without an error there is none. */
const exactPoints = 4;
/** Each refinement aims at errors so many times smaller, with steps between these factors apart. */
const [errorFactor, leastRatio, mostRatio] = [8, 1.2, 2];
const defaultWork = 4000;
/** Where forces jump: this many of the coarsest steps, so far apart. */
const [roughPoints, roughRatio] = [4, 1.5];

/** At round-off, as far as it can be had. */
const finest = 1e-14;

/** The reference motion after each of `count` equal parts of a time. */
function exactStates(problem: Problem, until: number, count: number, tolerance: number): State[] {
  const flow = reference(problem, { tolerance, motion: compiledMotion(problem) });
  let from = problem.initial;
  return Array.from({ length: count }, () => {
    const out = new Float64Array(2 * problem.n);
    const outcome = flow.step(from, until / count, out);
    if (!outcome.ok)
      throw new MethodError(`the reference solution failed (${outcome.reason}): ${outcome.detail}`);
    from = out;
    return out;
  });
}

export function exactState(problem: Problem, until: number, tolerance = finest): State {
  return exactStates(problem, until, 1, tolerance)[0];
}

/** Measures the order at one time; `asymptoticRange` says how. */
export function measureOrder(task: OrderTask): OrderMeasurement {
  const { until, tolerance = finest } = task;
  const isRough = tolerance > finest;
  const { points, uncertainty, isExact, end } = isRough ? coarseErrors(task, tolerance) : refine(task);
  const range = isRough ? points : asymptoticRange(points);
  const slopes = slopesOf(range);
  return {
    order: slope(range),
    points: range,
    slopes,
    isSettled: isRough ? range.length === roughPoints : isSettled(range),
    isExact,
    uncertainty,
    until,
    end,
  };
}

interface Errors {
  readonly points: readonly ErrorAtStep[];
  readonly uncertainty: number;
  readonly isExact: boolean;
  readonly end: string;
}

/** Errors from the coarsest step that works down to what can be known, or to the end of the work. */
function refine({ problem, create, until, work = defaultWork }: OrderTask): Errors {
  const measure = createErrorMeasure(problem, until, finest);
  const all: ErrorAtStep[] = [];
  // Rods are constrained to the tolerance that the file asks for.
  let uncertainty = Math.max(measure.uncertainty, problem.particles?.constraints?.tolerance ?? 0);
  const isKnown = ({ error }: ErrorAtStep) => error >= aboveUncertainty * uncertainty;
  let end = 'the granted work is done';
  for (let parts = 1, spent = 0; spent + times * parts <= work; parts = refined(parts, all)) {
    const steps = times * parts;
    const states = statesWith(create(), problem.initial, until, steps);
    const point = { h: until / steps, error: measure.error(states) };
    spent += steps;
    if (point.error < roundingBelow) {
      const rounding = measure.between(
        states,
        statesWith(create(), withOtherLastBits(problem.initial, 1), until, steps),
      );
      uncertainty = Math.max(uncertainty, rounding, 2 ** -52 * Math.sqrt(steps));
      spent += steps;
    }
    // Errors that no longer fall and are near what is known are rounding that repeats itself: they bound what can be known.
    const last = all.at(-1);
    if (
      last &&
      isKnown(last) &&
      point.error > 0.8 * last.error &&
      point.error < repeatedRounding * uncertainty
    )
      uncertainty = point.error;
    all.push(point);
    // A multistep method whose first steps are exact has its errors later.
    if (!isKnown(point) && (all.some(isKnown) || all.length >= exactPoints)) {
      end = 'finer steps have no error that could be distinguished from rounding';
      break;
    }
  }
  const points = all.filter(point => point.error <= largest && isKnown(point));
  return { points, uncertainty, isExact: all.length > 0 && !all.some(isKnown), end };
}

/** The next number of steps in a quarter of the time, for an error about eight times smaller. */
function refined(parts: number, points: readonly ErrorAtStep[]): number {
  const [a, b] = points.slice(-2);
  const seen = b && a.error <= 1 ? slopeBetween(a, b) : Number.NaN;
  const ratio = seen > 0 ? errorFactor ** (1 / seen) : Math.SQRT2;
  return Math.max(parts + 1, Math.round(parts * Math.min(mostRatio, Math.max(leastRatio, ratio))));
}

/** The errors of a few long steps, against a reference that is as good as jumping forces let it be. */
function coarseErrors({ problem, create, until }: OrderTask, tolerance: number): Errors {
  const { uncertainty, error } = createErrorMeasure(problem, until, tolerance);
  const points: ErrorAtStep[] = [];
  // The reference compared with is a hundred times coarser; the finer one is about ten times better than their difference.
  const least = (aboveUncertainty / 10) * uncertainty;
  for (let parts = 1; points.length < roughPoints; parts = Math.ceil(parts * roughRatio)) {
    const steps = times * parts;
    const point = { h: until / steps, error: error(statesWith(create(), problem.initial, until, steps)) };
    if (point.error < least) break;
    if (point.error < largest) points.push(point);
    if (steps > defaultWork) break;
  }
  return { points, uncertainty, isExact: false, end: 'forces jump: only long steps show an order' };
}

/** How far states at the compared times are from the exact ones, or from each other. */
function createErrorMeasure(problem: Problem, until: number, tolerance: number) {
  const exact = exactStates(problem, until, times, tolerance);
  const units = stateScale(problem);
  const inUnits = (z: State) => z.map((value, i) => value / units[i]);
  const size = Math.max(1, ...exact.map(z => norm2(inUnits(z))));
  const between = (one: readonly State[], other: readonly State[]) => {
    const squares = one.map((z, k) => norm2(inUnits(z.map((value, i) => value - other[k][i]))) ** 2);
    return squares.length < times
      ? Number.POSITIVE_INFINITY
      : Math.sqrt(squares.reduce((a, b) => a + b, 0) / times) / size;
  };
  return {
    between,
    error: (states: readonly State[]) => between(states, exact),
    /** The difference of two references. */
    uncertainty: between(exactStates(problem, until, times, 100 * tolerance), exact),
  };
}

/** The states at the compared times; none where the step is so long that it fails. */
function statesWith(flow: Flow, initial: State, until: number, steps: number): State[] {
  const states: State[] = [];
  try {
    advance(flow, initial, until / steps, steps, (z, k) => {
      if (k % (steps / times) === 0) states.push(z.slice());
    });
  } catch {
    return [];
  }
  return states;
}

/** The longest row of points that ends with the finest and over which all slopes agree. */
function asymptoticRange(points: readonly ErrorAtStep[]): readonly ErrorAtStep[] {
  let first = Math.max(0, points.length - 2);
  while (first > 0 && agree(slopesOf(points.slice(first - 1)))) first--;
  return points.slice(first);
}

const agree = (slopes: readonly number[]) => Math.max(...slopes) - Math.min(...slopes) <= bandWidth;

function isSettled(range: readonly ErrorAtStep[]): boolean {
  return leastRanges.some(
    ({ points, span }) => range.length >= points && range[0].h >= span * range[range.length - 1].h,
  );
}

const slopeBetween = (x: ErrorAtStep, y: ErrorAtStep) => Math.log(x.error / y.error) / Math.log(x.h / y.h);

/** From each point to the next one that is far enough away. */
function slopesOf(points: readonly ErrorAtStep[]): number[] {
  return points.flatMap((point, k) => {
    const next = points.slice(k + 1).find(({ h }) => point.h >= slopeSpan * h);
    return next ? [slopeBetween(point, next)] : [];
  });
}

/** NaN when there are fewer than three points. */
export function slope(points: readonly ErrorAtStep[]): number {
  if (points.length < 3) return Number.NaN;
  const x = points.map(({ h }) => Math.log(h));
  const y = points.map(({ error }) => Math.log(error));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [mx, my] = [mean(x), mean(y)];
  const top = x.reduce((sum, xi, i) => sum + (xi - mx) * (y[i] - my), 0);
  return top / x.reduce((sum, xi) => sum + (xi - mx) ** 2, 0);
}

// The verdict over an order: measured up to several times, one after the other, until one of them shows an asymptotic range whose
// slope is the claimed order. A lower slope must be found twice, and must not be on its way to the claimed one. A higher slope
// refutes nothing: the leading error may vanish on a problem.

/** How near a measured order must come; where forces jump only a much lower one refutes. */
const [orderTolerance, roughTolerance] = [0.2, 0.5];
/** Measured up to so many steps of the problem; high orders need long times to have errors above round-off. */
const spansInSteps = [40, 160, 640, 10, 80, 320, 2.5];
/** Where forces jump a better reference costs hours, and the errors of jumps add up. */
const rough = { tolerance: 1e-8, spansInSteps: [10, 20] };

export interface OrderQuestion extends Pick<OrderTask, 'problem' | 'create' | 'work'> {
  /** The step of the problem, and its own time: no measurement goes further. */
  readonly step: number;
  readonly until?: number;
}

/** Measures up to one time after the other, as long as `isEnough` does not accept what was found. */
export function measureOrders(
  { problem, create, work, step, until = Number.POSITIVE_INFINITY }: OrderQuestion,
  isEnough: (found: readonly OrderMeasurement[]) => boolean,
): OrderMeasurement[] {
  const isRough = hasCutoff(problem);
  const spans = (isRough ? rough : { spansInSteps }).spansInSteps.map(count => Math.min(until, count * step));
  const found: OrderMeasurement[] = [];
  for (const span of new Set(spans)) {
    const task: OrderTask = { problem, create, until: span, ...(work !== undefined && { work }) };
    found.push(measureOrder(isRough ? { ...task, tolerance: rough.tolerance } : task));
    if (isEnough(found)) break;
  }
  return found;
}

/** Compares the order that is measured with the one that is claimed. */
export function certifyOrder(question: OrderQuestion, order: number): Omit<Measurement, 'law' | 'quantity'> {
  const isRough = hasCutoff(question.problem);
  const agrees = (one: OrderMeasurement) => one.isSettled && Math.abs(one.order - order) <= orderTolerance;
  const refutes = (one: OrderMeasurement) => one.isSettled && isLower(one, order, isRough);
  const found = measureOrders(question, all => all.some(agrees) || all.filter(refutes).length === 2);
  const [agreeing, refuting] = [found.filter(agrees), found.filter(refutes)];
  const shown = refuting[0] ?? agreeing[0] ?? mostTelling(found);
  return {
    value: shown.order,
    claim: `${order} ± ${orderTolerance}`,
    detail: described(shown),
    points: shown.points,
    slopes: shown.slopes,
    ...(refuting.length > 1
      ? { verdict: 'fail', reason: `the slope settles at ${shown.order.toFixed(2)}` }
      : agreeing.length > 0 && refuting.length === 0
        ? { verdict: 'pass' }
        : { verdict: 'cannot tell', ...unclear(found, shown, order, agreeing.length > 0) }),
  };
}

/** Below the claimed order by more than the tolerance and more than its slopes differ: it is not on its way there. */
function isLower({ order, slopes }: OrderMeasurement, claimed: number, isRough: boolean): boolean {
  const spread = Math.max(...slopes) - Math.min(...slopes);
  return claimed - order > (isRough ? roughTolerance : orderTolerance + 2 * spread);
}

const mostTelling = (found: readonly OrderMeasurement[]) =>
  found.reduce((best, one) =>
    one.isSettled && !best.isSettled ? one : one.points.length > best.points.length ? one : best,
  );

function described({ points, slopes, until, uncertainty, end, isExact }: OrderMeasurement): string {
  if (isExact) return `up to t = ${until.toPrecision(3)}: no error above rounding, whatever the step`;
  const [first, last] = [points[0], points[points.length - 1]];
  const range = first
    ? `${points.length} steps from h = ${first.h.toPrecision(3)} to ${last.h.toPrecision(3)} with errors from ${first.error.toExponential(1)} to ${last.error.toExponential(1)}`
    : 'no step with a usable error';
  const between = slopes.map(value => value.toFixed(2)).join(', ');
  return `up to t = ${until.toPrecision(3)}, ${range}, slopes ${between || 'none'}; errors are known to ${uncertainty.toExponential(1)}; ${end}`;
}

/** Why an order cannot be told, and advice. */
function unclear(
  found: readonly OrderMeasurement[],
  { order, slopes, points, isSettled: settled, uncertainty }: OrderMeasurement,
  claimed: number,
  isDisputed: boolean,
): Pick<Measurement, 'reason' | 'advice'> {
  const slopeList = slopes.map(value => value.toFixed(2)).join(', ');
  if (found.every(({ isExact }) => isExact))
    return {
      reason: 'the method has no error here but rounding, whatever the step: any order fits',
      advice: 'take a start from which the motion is curved, or a problem that is not linear',
    };
  if (isDisputed)
    return {
      reason: `the slope is ${order.toFixed(2)} up to one time and the claimed one up to another`,
      advice: 'take another step (--step) or another start',
    };
  if (settled && order > claimed)
    return {
      reason: `errors fall faster than claimed, with slopes ${slopeList}: their leading term may vanish on this problem`,
      advice: 'take another start, or a problem that is not linear',
    };
  if (points.length < leastRanges[0].points && uncertainty > 1e-9)
    return {
      reason: `errors are known to ${uncertainty.toExponential(1)} only: the reference solution or rounding hides smaller ones`,
      advice: 'take a shorter time (--until) or a less sensitive start',
    };
  return {
    reason: slopeList
      ? `the slopes (${slopeList}) have not settled over a factor of two in the step above round-off`
      : 'no step gives an error between round-off and the size of the motion',
    advice: 'take a longer step for a method of high order, a shorter one where long steps fail (--step)',
  };
}
