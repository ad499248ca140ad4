// Certificate of a method on a user's own problem: each claim of the method's record, measured, with its number and a verdict. A claim
// holds, does not hold, or cannot be told here: where what would decide is below what can be measured, where the run that should
// show it stops, or where the problem's own time is too short. Nothing is measured beyond that time.

import type { Flow } from '../flows/flow.ts';
import type { MethodOptions } from '../methods/method.ts';
import { MethodError } from '../methods/method.ts';
import { createMethod, type MethodChoice, methodNamed, propertiesOf } from '../methods/registry.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { endTime, type PlanOptions, planRun } from '../run/plan.ts';
import { advance } from '../run/stepper.ts';
import { accept } from '../solvers/convergence.ts';
import { conservedMomenta, createMomenta } from './conserved-momenta.ts';
import { driftVerdict, leastDriftSteps, longerRun, measureDrift } from './drift.ts';
import {
  type Decision,
  defectVerdict,
  hasCutoff,
  type LawVerdict,
  largestResiduals,
  type Measurement,
  measureReversal,
  type Subject,
} from './law.ts';
import { certifyOrder } from './order.ts';
import { measureSymplectic } from './symplectic.ts';

/** What `certify` measured: one measurement for each law, and the verdict over all. */
export interface Certificate {
  readonly method: string;
  readonly step: number;
  /** The problem's own time; nothing is measured beyond it. */
  readonly until: number;
  /** Those in force: a random method is measured without its noise. */
  readonly options: MethodOptions;
  readonly measurements: readonly Measurement[];
  /** `fail` where a claim does not hold, else `cannot tell` where one cannot be told here, else `pass`. */
  readonly verdict: Exclude<LawVerdict, 'not claimed'>;
}

/** Called before each law is measured: which one, and how many there are. */
export type OnLaw = (law: string, index: number, count: number) => void;

/** Steps for a problem with n coordinates: so many that all laws together take a minute or two, and at most `most`. */
const affordable = (n: number, work: number, least: number, most: number) =>
  Math.min(most, Math.max(least, Math.round(work / n)));
const orderSteps = (n: number) => affordable(n, 4e5, 400, 4000);
const driftSteps = (n: number) => affordable(n, 6e7, 10_000, 200_000);
const residualSteps = (n: number) => affordable(n, 1.5e5, 50, 500);

/** A subject whose time is known. */
type Plan = Required<Subject>;

/** What a law says of a subject: everything but its name and what it measures. */
type Finding = Omit<Measurement, 'law' | 'quantity'>;

interface Law {
  readonly name: string;
  readonly quantity: string;
  isClaimed(plan: Plan): boolean;
  measure(plan: Plan): Finding;
}

const create = ({ problem, method, options }: Plan): Flow => createMethod(problem, method, options);
const claimsOf = ({ problem, method, options }: Plan) => propertiesOf(problem, method, options);
/** Steps within the problem's own time, of those that a law may take. */
const stepsWithin = ({ step, until }: Plan, most: number) =>
  Math.max(1, Math.min(most, Math.round(until / step)));

const laws: readonly Law[] = [
  {
    name: 'order',
    quantity: 'slope of the error against the step',
    isClaimed: plan => Number.isFinite(claimsOf(plan).order),
    measure: orderLaw,
  },
  {
    name: 'symplectic',
    quantity: 'largest change of ω on unit tangent vectors',
    isClaimed: plan => claimsOf(plan).symplectic,
    measure: symplecticLaw,
  },
  {
    name: 'reversible',
    quantity: 'distance after a step forth and a step back',
    isClaimed: plan => claimsOf(plan).symmetric,
    measure: reversalLaw,
  },
  {
    name: 'constraints',
    quantity: 'largest relative |g|',
    isClaimed: plan => plan.problem.g.m > 0 && create(plan).domain !== 'phase space',
    measure: plan => residualLaw(plan, 'g'),
  },
  {
    name: 'hidden constraints',
    quantity: 'largest relative |{g,H}|',
    isClaimed: plan => plan.problem.g.m > 0 && create(plan).domain === 'g = {g,H} = 0',
    measure: plan => residualLaw(plan, 'hidden'),
  },
  {
    name: 'energy',
    quantity: 'drift of the relative energy over the run',
    isClaimed: claimsBoundedEnergy,
    measure: driftLaw,
  },
  {
    name: 'momenta',
    quantity: 'relative change of a conserved momentum',
    isClaimed: plan => claimsOf(plan).symplectic,
    measure: momentumLaw,
  },
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
 * conserved momenta. Each law compares a number with a bound; a claim holds (`pass`), does not hold (`fail`), or cannot be told
 * here (`cannot tell`, with a reason and what would help). Nothing is measured beyond the problem's own time. Takes seconds to
 * minutes. Throws a MethodError where the method cannot make its first step. The laws are described in docs/theory.md.
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
  const { problem, method, step, until, options } = planRun(original, chosen);
  return certifyMethod({ problem, method: chosen.method ?? method, options, step, until }, chosen.onLaw);
}

/** The certificate of exactly this method, with exactly these options. */
export function certifyMethod(
  { problem, method, options, step, until }: Subject,
  onLaw?: OnLaw,
): Certificate {
  const record = methodNamed(method);
  const plan: Plan = {
    problem,
    method: record,
    options: { ...options, ...record.claimedFor },
    step,
    until: endTime(problem, until),
  };
  requireFirstStep(plan);
  const measurements = laws.map((law, i) => {
    onLaw?.(law.name, i, laws.length);
    return measured(law, plan);
  });
  const has = (wanted: LawVerdict) => measurements.some(({ verdict }) => verdict === wanted);
  return {
    method: record.name,
    step,
    until: plan.until,
    options: plan.options,
    measurements,
    verdict: has('fail') ? 'fail' : has('cannot tell') ? 'cannot tell' : 'pass',
  };
}

/** Where not even one step can be made there is nothing to certify. */
function requireFirstStep(plan: Plan): void {
  const { problem, step, method } = plan;
  const outcome = create(plan).step(problem.initial, step, new Float64Array(2 * problem.n));
  if (!outcome.ok)
    throw new MethodError(
      `${methodNamed(method).name} cannot be certified here: its first step, of ${step}, fails (${outcome.reason}): ${outcome.detail}`,
    );
}

/** A run that stops within a law proves nothing for or against its claim. */
function measured(law: Law, plan: Plan): Measurement {
  const { name, quantity } = law;
  try {
    return { law: name, quantity, ...law.measure(plan) };
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    const isClaimed = law.isClaimed(plan);
    return {
      law: name,
      quantity,
      value: Number.NaN,
      claim: isClaimed ? 'the method runs' : 'not claimed',
      verdict: isClaimed ? 'cannot tell' : 'not claimed',
      detail: '',
      ...(isClaimed && {
        reason: error instanceof Error ? error.message : String(error),
        advice: 'take a shorter step (--step), or a start that stays away from degenerate points',
      }),
    };
  }
}

function orderLaw(plan: Plan): Finding {
  const { problem, step, until } = plan;
  const { order } = claimsOf(plan);
  if (!Number.isFinite(order))
    return {
      value: Number.NaN,
      claim: order === Number.POSITIVE_INFINITY ? 'adaptive: none' : 'none',
      verdict: 'not claimed',
      detail: '',
    };
  return certifyOrder(
    { problem, create: () => create(plan), work: orderSteps(problem.n), step, until },
    order,
  );
}

const decided = (isClaimed: boolean, decide: () => Decision): Decision =>
  isClaimed ? decide() : { verdict: 'not claimed' };

const stepWords = (multiple: number) => (multiple === 1 ? 'one step' : `one step of ${multiple} h`);

function symplecticLaw(plan: Plan): Finding {
  const { problem, step } = plan;
  const { symplectic } = claimsOf(plan);
  const flow = create(plan);
  const z = advance(flow, problem.initial, step, 1);
  const bound = flow.push ? 1e-11 : 1e-7;
  const defectAt = (h: number) => measureSymplectic(problem, flow, z, h, 1);
  const found = symplectic
    ? defectVerdict(plan, bound, defectAt)
    : { verdict: 'not claimed' as const, value: defectAt(step).value, at: 1 };
  const { value, at, ...decision } = found;
  return {
    value,
    claim: symplectic ? `≤ ${bound.toExponential(0)}` : 'not symplectic',
    detail: `${stepWords(at)} on tangent vectors of ${flow.domain}, ${flow.push ? 'exact derivative' : 'derivative by differences'}`,
    ...decision,
  };
}

function reversalLaw(plan: Plan): Finding {
  const { problem, step } = plan;
  const { symmetric } = claimsOf(plan);
  const flow = create(plan);
  const z = advance(flow, problem.initial, step, 1);
  const defectAt = (h: number) => measureReversal(flow, z, h);
  const found = symmetric
    ? defectVerdict(plan, 1e-11, defectAt)
    : { verdict: 'not claimed' as const, value: defectAt(step).value, at: 1 };
  const { value, at, ...decision } = found;
  return {
    value,
    claim: symmetric ? '≤ 1e-11' : 'not symmetric',
    detail: `${stepWords(at)} from the state after the first step`,
    ...decision,
  };
}

function residualLaw(plan: Plan, which: 'g' | 'hidden'): Finding {
  const { problem, step, method } = plan;
  const flow = create(plan);
  const { domain } = flow;
  const claimed = problem.g.m > 0 && (which === 'g' ? domain !== 'phase space' : domain === 'g = {g,H} = 0');
  const steps = stepsWithin(plan, residualSteps(problem.n));
  const value = problem.g.m > 0 ? largestResiduals(problem, flow, step, steps)[which] : 0;
  const ownBound = methodNamed(method).name === 'reference' ? 1e-10 : which === 'g' ? accept : 1e-12;
  // Rods are constrained to the tolerance that the file asks for.
  const bound = Math.max(ownBound, problem.particles?.constraints?.tolerance ?? 0);
  return {
    value,
    claim: claimed ? `≤ ${bound.toExponential(0)}` : problem.g.m > 0 ? 'not claimed' : 'no constraints',
    detail: `over ${steps} steps`,
    ...decided(claimed, () =>
      value <= bound
        ? { verdict: 'pass' }
        : { verdict: 'fail', reason: `${value.toExponential(1)} is above ${bound.toExponential(0)}` },
    ),
  };
}

/** Where forces jump no modified energy is conserved: the energy does a random walk whose size the cut-off limits. */
function claimsBoundedEnergy(plan: Plan): boolean {
  const { symplectic, boundedEnergy = symplectic } = claimsOf(plan);
  return boundedEnergy && !hasCutoff(plan.problem);
}

function driftLaw(plan: Plan): Finding {
  const { problem, step } = plan;
  const claimed = claimsBoundedEnergy(plan);
  const { symplectic, boundedEnergy = symplectic } = claimsOf(plan);
  const claim = claimed
    ? '< ½ largest error'
    : boundedEnergy
      ? 'random walk: forces are cut off'
      : 'may drift';
  const steps = stepsWithin(plan, driftSteps(problem.n));
  if (steps < leastDriftSteps) return tooShort(claim, claimed, steps);
  const found = measureDrift(problem, create(plan), step, steps);
  return {
    value: found.drift,
    claim,
    detail: `largest error ${found.largest.toExponential(1)}, drift/largest ${found.ratio.toFixed(2)}, ${found.significance.toFixed(1)} standard errors, over ${steps} steps`,
    ...decided(claimed, () => driftVerdict(found)),
  };
}

function tooShort(claim: string, isClaimed: boolean, steps: number): Finding {
  const reason = `the problem's own time is ${steps} steps, too few to tell a drift from an oscillation`;
  return {
    value: Number.NaN,
    claim,
    detail: '',
    ...decided(isClaimed, () => ({ verdict: 'cannot tell', reason, advice: longerRun })),
  };
}

/** Number of states along a run at which conserved quantities are compared. */
const visits = 10;
/** Momenta are compared with an exact motion that is known to about this. */
const [momentumBound, momentumRefuted] = [1e-9, 1e-8];

/** Linear and angular momentum, where the exact motion keeps them over the same time; relative to their unit. */
function momentumLaw(plan: Plan): Finding {
  const { problem, step } = plan;
  const steps = stepsWithin(plan, residualSteps(problem.n));
  const momenta = createMomenta(problem);
  const visited: State[] = [problem.initial];
  const end = advance(create(plan), problem.initial, step, steps, (z, k) => {
    if ((k * visits) % steps < visits) visited.push(z.slice());
  });
  const conserved = conservedMomenta(problem, momenta, steps * step, visited);
  const change = new Float64Array(momenta.columns.length);
  momenta.change(problem.initial, end, change);
  const value = Math.max(0, ...conserved.map(i => change[i]));
  return {
    value,
    claim: conserved.length > 0 ? '≤ 1e-9' : 'none is conserved',
    detail:
      conserved.map(i => momenta.columns[i]).join(', ') || 'no linear or angular momentum is conserved here',
    ...decided(conserved.length > 0 && claimsOf(plan).symplectic, () => momentumVerdict(value)),
  };
}

function momentumVerdict(value: number): Decision {
  if (value <= momentumBound) return { verdict: 'pass' };
  if (value > momentumRefuted)
    return { verdict: 'fail', reason: `a momentum changes by ${value.toExponential(1)}` };
  return {
    verdict: 'cannot tell',
    reason: `a momentum changes by ${value.toExponential(1)}, and the exact motion is known to about ${momentumBound.toExponential(0)} only`,
    advice: 'take a shorter time (--until)',
  };
}
