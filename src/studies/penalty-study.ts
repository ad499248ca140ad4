// How a penalty approaches the constraints as ω grows. Theory, for a start on g = {g,H} = 0:
//   |g| = O(ω⁻²),   ⟨ω²g⟩ → λ while ω²g itself keeps oscillating about λ,   q → q of the constrained motion like ω⁻².
// Here the same is measured on any problem, with slopes in log–log. Steps follow h = c/ω, since what a method makes of
// the vibration depends on hω alone; c = 1/σ makes one radian of the fastest vibration per step.
// Reference: Tao and Owhadi 2016, theorem 1.3, remark A.3 and Fig. 2.

import { type ConstrainedMotion, constrainedMotion } from '../laws/constrained-motion.ts';
import { slope } from '../laws/order.ts';
import { defaultBeta } from '../methods/flow-records.ts';
import { MethodError, type MethodOptions } from '../methods/method.ts';
import { methodNamed } from '../methods/registry.ts';
import type { Problem } from '../problem/problem.ts';
import {
  type PenaltyCurve,
  type PenaltyRow,
  penaltyRun,
  raisedCosine,
  type WindowWeight,
} from './penalty-run.ts';

/** What a penalty study runs. */
export interface PenaltyTask {
  readonly problem: Problem;
  readonly omegas: readonly number[];
  /** Default zhang-skeel. */
  readonly method?: string;
  readonly options?: MethodOptions;
  /** The step for ω; by default one radian of the fastest vibration. */
  readonly step?: (omega: number) => number;
  readonly until: number;
  /** Width of the averaging window; by default one for each ω, as narrow as its vibration allows. */
  readonly window?: number;
  readonly weight?: WindowWeight;
  /** Called during run `index` of `count` with the share of it that is done. */
  onProgress?(omega: number, index: number, count: number, share: number): void;
}

/** How a penalty approaches the constraints: a row for each ω and the slopes in log–log. */
export interface PenaltyStudy {
  readonly method: string;
  readonly until: number;
  readonly rows: readonly PenaltyRow[];
  /** Slopes against ω; NaN with fewer than three runs. */
  readonly slopes: {
    readonly largest: number;
    readonly averaged: number;
    readonly ofStep: number;
    readonly distance: number;
  };
  /** Of the smallest ω that ran, whose oscillation can be seen. */
  readonly curve: PenaltyCurve;
  readonly motion: ConstrainedMotion;
}

/**
 * Measures how a penalty approaches the constraints as ω grows: |g| = O(ω⁻²), ⟨ω²g⟩ → λ, q → q of the constrained
 * motion like ω⁻². Tao and Owhadi (2016), theorem 1.3, remark A.3.
 */
export function penaltyStudy(task: PenaltyTask): PenaltyStudy {
  const { problem, until, method = 'zhang-skeel', weight = raisedCosine } = task;
  methodNamed(method);
  const omegas = [...task.omegas].sort((a, b) => a - b);
  const motion = constrainedMotion(problem, until);
  const options = { ...task.options, beta: task.options?.beta ?? defaultBeta };
  const stepOf = task.step ?? (omega => 1 / (omega * motion.stiffness.most));
  const windows = omegas.map(
    omega => task.window ?? goodWindow(motion, omega * motion.stiffness.least, options.beta, stepOf(omega)),
  );
  windows.forEach((window, i) => {
    checkWindow(window, stepOf(omegas[i]));
  });
  const compared = timesInside(motion, Math.max(...windows));
  const runs = omegas.map((omega, i) =>
    penaltyRun({
      ...{ problem, motion, method, options, omega, until, weight, compared },
      step: stepOf(omega),
      window: windows[i],
      onProgress: share => task.onProgress?.(omega, i, omegas.length, share),
    }),
  );
  const rows = runs.map(({ row }) => row);
  const shown = runs.find(({ row }) => row.failure === null) ?? runs[0];
  return { method, until, rows, slopes: slopesOf(rows), curve: shown.curve, motion };
}

function slopesOf(rows: readonly PenaltyRow[]): PenaltyStudy['slopes'] {
  const good = rows.filter(({ failure }) => failure === null);
  const against = (value: (row: PenaltyRow) => number) =>
    slope(good.map(row => ({ h: row.omega, error: value(row) })));
  return {
    largest: against(row => row.largest),
    averaged: against(row => row.multiplierError.averaged),
    ofStep: against(row => row.multiplierError.ofStep),
    distance: against(row => row.distance),
  };
}

/**
 * The window with the least error, W = 2 τ^0.4 P^0.6: the raised cosine leaves 0.32 (P/W)³ of a vibration of period P
 * and bends a motion of time scale τ by 0.016 (W/τ)². The slowest vibration counts, and a step with an implicit part
 * slows it down: P = 2π √(1/f² + βh²). At most a quarter of the run, so that there is something to compare.
 */
function goodWindow(motion: ConstrainedMotion, frequency: number, beta: number, h: number): number {
  const period = 2 * Math.PI * Math.sqrt(1 / frequency ** 2 + beta * h * h);
  const until = motion.times[motion.times.length - 1];
  const width = 2 * timeScale(motion) ** 0.4 * period ** 0.6;
  return Math.min(until / 4, Math.max(width, 2 * period));
}

/** |λ − mean| / |λ'|, both as root mean squares; infinite where λ is constant. */
function timeScale({ times, multipliers }: ConstrainedMotion): number {
  const [first] = multipliers;
  const mean = first.map(
    (_, i) => multipliers.reduce((sum, lambda) => sum + lambda[i], 0) / multipliers.length,
  );
  let [spread, change] = [0, 0];
  for (let k = 1; k < multipliers.length; k++)
    for (let i = 0; i < mean.length; i++) {
      spread += (multipliers[k][i] - mean[i]) ** 2;
      change += ((multipliers[k][i] - multipliers[k - 1][i]) / (times[k] - times[k - 1])) ** 2;
    }
  return change > 0 ? Math.sqrt(spread / change) : Number.POSITIVE_INFINITY;
}

/** A mean of fewer values is no mean. */
const leastSteps = 3;

function checkWindow(window: number, h: number): void {
  if (!(window >= leastSteps * h))
    throw new MethodError(
      `the averaging window ${window} holds fewer than ${leastSteps} steps of ${h}; widen it, lengthen the run or shorten the step`,
    );
}

/** Places of the times whose windows lie within the run. */
function timesInside({ times }: ConstrainedMotion, window: number): number[] {
  const until = times[times.length - 1];
  const inside = [...times.keys()].filter(k => times[k] >= window / 2 && times[k] <= until - window / 2);
  if (inside.length > 0) return inside;
  throw new MethodError(`the averaging window ${window} is longer than the run, which ends at ${until}`);
}
