// Certificate of a method on a user's own problem: each claim of the method's record, measured, with its number and a verdict.

import type { Flow } from '../flows/flow.ts';
import type { MethodOptions } from '../methods/method.ts';
import { createMethod, type MethodChoice, methodNamed, propertiesOf } from '../methods/registry.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createRandom } from '../random/mulberry.ts';
import { type PlanOptions, planRun } from '../run/plan.ts';
import { advance } from '../run/stepper.ts';
import { accept } from '../solvers/convergence.ts';
import { conservedMomenta, createMomenta } from './conserved-momenta.ts';
import { measureDrift } from './drift.ts';
import { hasCutoff, largestResiduals, type Measurement, reversalDefect, type Subject } from './law.ts';
import { measureOrder, type OrderMeasurement } from './order.ts';
import { symplecticDefect } from './symplectic.ts';

/** What `certify` measured: one measurement for each law, and the verdict over all. */
export interface Certificate {
  readonly method: string;
  readonly step: number;
  /** Those in force: a random method is measured without its noise. */
  readonly options: MethodOptions;
  readonly measurements: readonly Measurement[];
  readonly verdict: 'pass' | 'fail';
}

/** Called before each law is measured: which one, and how many there are. */
export type OnLaw = (law: string, index: number, count: number) => void;

/** How near a measured order must come; where forces jump, the tolerance still separates neighbouring orders. */
const [orderTolerance, roughOrderTolerance] = [0.2, 0.5];
/** Steps for a problem with n coordinates: so many that all laws together take a minute or two, and at most `most`. */
const affordable = (n: number, work: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(work / n)));
/** At least so many steps; more, up to ten times as many, where the problem's own run is longer. */
const driftSteps = (n: number) => affordable(n, 6e6, 1000, 20_000);
const residualSteps = (n: number) => affordable(n, 1.5e5, 50, 500);
/** Where forces jump at a cut-off a better reference costs hours, and steps must lie close to have three above its error. */
const rough = { tolerance: 1e-8, ratio: 1.5 };

const laws: readonly [string, (subject: Subject) => Measurement][] = [
  ['order', orderLaw],
  ['symplectic', symplecticLaw],
  ['reversible', reversalLaw],
  ['constraints', subject => residualLaw(subject, 'g')],
  ['hidden constraints', subject => residualLaw(subject, 'hidden')],
  ['energy', driftLaw],
  ['momenta', momentumLaw],
];

/** What to certify; method and step default to those that `simulate` would take. */
export interface CertifyOptions extends PlanOptions {
  readonly onLaw?: OnLaw;
}

/**
 * Measures on a problem what its method claims: order, symplecticity, reversibility, residuals, energy drift, momenta.
 * Method, step and options are those of `planRun`.
 */
export function certify(problem: Problem, options?: CertifyOptions): Certificate;
/** The same with method and step one by one. */
export function certify(
  problem: Problem,
  method: MethodChoice,
  step: number,
  options: MethodOptions,
  onLaw?: OnLaw,
): Certificate;
/**
 * Measures on a problem what a method claims: order, symplecticity, time reversal, |g| and |{g,H}|, energy drift,
 * conserved momenta. Each law compares a number with a bound; the verdict is `fail` when a claim does not hold. Takes
 * seconds to minutes. The laws are described in docs/theory.md.
 *
 * @example certify(problem, 'rattle', 0.01, {}).verdict
 */
export function certify(
  original: Problem,
  given: CertifyOptions | MethodChoice = {},
  ...[h, methodOptions, onLaw]: [step?: number, options?: MethodOptions, onLaw?: OnLaw]
): Certificate {
  if (h !== undefined)
    return certifyMethod(
      { problem: original, method: given as MethodChoice, options: methodOptions ?? {}, step: h },
      onLaw,
    );
  const chosen = given as CertifyOptions;
  const { problem, method, step, options } = planRun(original, chosen);
  return certifyMethod({ problem, method: chosen.method ?? method, options, step }, chosen.onLaw);
}

/** The certificate of exactly this method, with exactly these options. */
export function certifyMethod({ problem, method, options, step }: Subject, onLaw?: OnLaw): Certificate {
  const record = methodNamed(method);
  const subject: Subject = {
    problem,
    method: record,
    options: { ...options, ...record.claimedFor },
    step,
  };
  const measurements = laws.map(([name, law], i) => {
    onLaw?.(name, i, laws.length);
    return guarded(name, () => law(subject));
  });
  const failed = measurements.some(({ verdict }) => verdict === 'fail');
  return {
    method: record.name,
    step,
    options: subject.options,
    measurements,
    verdict: failed ? 'fail' : 'pass',
  };
}

/** A law that cannot even be measured has failed, and says why. */
function guarded(law: string, measure: () => Measurement): Measurement {
  try {
    return measure();
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { law, value: Number.NaN, quantity: '–', claim: 'the method runs', verdict: 'fail', detail };
  }
}

const create = ({ problem, method, options }: Subject): Flow => createMethod(problem, method, options);
const claimsOf = ({ problem, method, options }: Subject) => propertiesOf(problem, method, options);
const verdictOf = (claimed: boolean, holds: boolean) => (claimed ? (holds ? 'pass' : 'fail') : 'not claimed');

function orderLaw(subject: Subject): Measurement {
  const { order } = claimsOf(subject);
  const adaptive = !Number.isFinite(order);
  const tolerance = hasCutoff(subject.problem) ? roughOrderTolerance : orderTolerance;
  const measured = adaptive ? unmeasured : findOrder(subject, order);
  return {
    law: 'order',
    value: measured.order,
    quantity: 'slope of the error against the step',
    claim:
      order === Number.POSITIVE_INFINITY ? 'adaptive: none' : adaptive ? 'none' : `${order} ± ${tolerance}`,
    verdict: verdictOf(!adaptive, measured.isExact || Math.abs(measured.order - order) <= tolerance),
    detail: measured.isExact ? 'no error above round-off, whatever the step' : listed(measured.points),
  };
}

function listed(points: OrderMeasurement['points']): string {
  return points.map(({ h, error }) => `h ${h.toPrecision(3)}: ${error.toExponential(1)}`).join(', ');
}

const unmeasured: OrderMeasurement = { order: Number.NaN, points: [], isExact: false };

/** A method of high order needs longer steps to show its order above round-off: try longer times one after the other. */
function findOrder(subject: Subject, order: number): OrderMeasurement {
  let best = unmeasured;
  let isExact = true;
  const isSmooth = !hasCutoff(subject.problem);
  for (const stretch of isSmooth ? [1, 2, 4, 8, 0.25] : [0.25, 0.5]) {
    const until = 40 * stretch * subject.step;
    const task = { problem: subject.problem, create: () => create(subject), until, coarsest: until / 5 };
    const measured = measureOrder(isSmooth ? task : { ...task, ...rough });
    isExact &&= measured.isExact;
    if (measured.points.length >= 3 && !(Math.abs(best.order - order) <= Math.abs(measured.order - order)))
      best = measured;
    if (Math.abs(best.order - order) <= orderTolerance) break;
  }
  return { ...best, isExact };
}

function symplecticLaw(subject: Subject): Measurement {
  const { problem, step } = subject;
  const { symplectic } = claimsOf(subject);
  const flow = create(subject);
  const z = advance(flow, problem.initial, step, 1);
  const bound = flow.push ? 1e-11 : 1e-7;
  const value = symplecticDefect(problem, flow, z, step, createRandom(1));
  return {
    law: 'symplectic',
    value,
    quantity: 'largest change of ω on unit tangent vectors',
    claim: symplectic ? `≤ ${bound.toExponential(0)}` : 'not symplectic',
    verdict: verdictOf(symplectic, value <= bound),
    detail: `on tangent vectors of ${flow.domain}, ${flow.push ? 'exact derivative' : 'derivative by differences'}`,
  };
}

function reversalLaw(subject: Subject): Measurement {
  const { problem, step } = subject;
  const { symmetric } = claimsOf(subject);
  const flow = create(subject);
  const value = reversalDefect(flow, advance(flow, problem.initial, step, 1), step);
  return {
    law: 'reversible',
    value,
    quantity: 'distance after a step forth and a step back',
    claim: symmetric ? '≤ 1e-11' : 'not symmetric',
    verdict: verdictOf(symmetric, value <= 1e-11),
    detail: 'one step from the state after the first step',
  };
}

function residualLaw(subject: Subject, which: 'g' | 'hidden'): Measurement {
  const { problem, step, method } = subject;
  const flow = create(subject);
  const { domain } = flow;
  const claimed = problem.g.m > 0 && (which === 'g' ? domain !== 'phase space' : domain === 'g = {g,H} = 0');
  const steps = residualSteps(problem.n);
  const value = problem.g.m > 0 ? largestResiduals(problem, flow, step, steps)[which] : 0;
  const ownBound = methodNamed(method).name === 'reference' ? 1e-10 : which === 'g' ? accept : 1e-12;
  // Rods are constrained to the tolerance that the file asks for.
  const bound = Math.max(ownBound, problem.particles?.constraints?.tolerance ?? 0);
  return {
    law: which === 'g' ? 'constraints' : 'hidden constraints',
    value,
    quantity: `largest relative ${which === 'g' ? '|g|' : '|{g,H}|'}`,
    claim: claimed ? `≤ ${bound.toExponential(0)}` : problem.g.m > 0 ? 'not claimed' : 'no constraints',
    verdict: verdictOf(claimed, value <= bound),
    detail: `over ${steps} steps`,
  };
}

function driftLaw(subject: Subject): Measurement {
  const { problem, step } = subject;
  const { symplectic, boundedEnergy = symplectic } = claimsOf(subject);
  // Where forces jump no modified energy is conserved: the energy does a random walk whose size the cut-off limits.
  const isSmooth = !hasCutoff(problem);
  const wanted = Math.round((problem.run.until ?? 0) / step);
  const enough = driftSteps(problem.n);
  const steps = Math.min(Math.max(wanted, enough), 10 * enough);
  const { drift, largest, ratio } = measureDrift(problem, create(subject), step, steps);
  return {
    law: 'energy',
    value: drift,
    quantity: 'drift of the relative energy over the run',
    claim: boundedEnergy ? (isSmooth ? '< ½ largest error' : 'random walk: forces are cut off') : 'may drift',
    verdict: verdictOf(boundedEnergy && isSmooth, ratio <= 0.5 || Math.abs(drift) <= 1e-12),
    detail: `largest error ${largest.toExponential(1)}, drift/largest ${ratio.toFixed(2)}, over ${steps} steps`,
  };
}

/** Number of states along a run at which conserved quantities are compared. */
const visits = 10;

/** Linear and angular momentum, where the exact motion keeps them over the same time; relative to their unit. */
function momentumLaw(subject: Subject): Measurement {
  const { problem, step } = subject;
  const steps = residualSteps(problem.n);
  const momenta = createMomenta(problem);
  const visited: State[] = [problem.initial];
  const end = advance(create(subject), problem.initial, step, steps, (z, k) => {
    if ((k * visits) % steps < visits) visited.push(z.slice());
  });
  const conserved = conservedMomenta(problem, momenta, steps * step, visited);
  const change = new Float64Array(momenta.columns.length);
  momenta.change(problem.initial, end, change);
  const value = Math.max(0, ...conserved.map(i => change[i]));
  return {
    law: 'momenta',
    value,
    quantity: 'relative change of a conserved momentum',
    claim: conserved.length > 0 ? '≤ 1e-9' : 'none is conserved',
    verdict: verdictOf(conserved.length > 0 && claimsOf(subject).symplectic, value <= 1e-9),
    detail:
      conserved.map(i => momenta.columns[i]).join(', ') || 'no linear or angular momentum is conserved here',
  };
}
