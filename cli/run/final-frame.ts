// Where the particles are when a run ends: as a frame in a file of its own, from which another run can begin. A run that
// fails leaves the last good frame instead, and says where.

import { allFinite } from '../../src/linalg/dense.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import type { Simulation } from '../../src/run/simulation.ts';
import type { OutputPlace } from '../files/output-place.ts';
import { removeFrame, writeFrame } from '../files/trajectory-output.ts';
import { short } from '../terminal.ts';
import { framesOf } from './output.ts';
import type { CommandPlan } from './plan.ts';

export interface ClosingFrame {
  readonly written: readonly string[];
  /** What a message about the failure adds; empty after a good run. */
  readonly note: string;
}

const nothing: ClosingFrame = { written: [], note: '' };

export function closingFrame(
  plan: CommandPlan,
  place: OutputPlace | null,
  simulation: Simulation,
): ClosingFrame {
  const frameAt = framesOf(plan);
  if (!frameAt) return nothing;
  const { failure, state, time, steps } = simulation;
  // A start that fails has no good frame before it.
  const isGood = allFinite(state) && failure?.step !== 0;
  if (!place)
    return failure && isGood
      ? { written: [], note: '\nRun it again with --out FOLDER to keep the last good frame: last-good.gro.' }
      : nothing;
  const [wanted, other] = failure
    ? [place.lastGoodFrame, place.finalFrame]
    : [place.finalFrame, place.lastGoodFrame];
  // What an earlier run left there would be taken for a frame of this one.
  if (other) removeFrame(other);
  if (!wanted || !isGood) return nothing;
  const file = writeFrame(wanted, frameAt(state, time));
  const when = `t = ${short(time / molecularUnits.ps)} ps, after ${steps} step${steps === 1 ? '' : 's'}`;
  return { written: [file], note: failure ? `\nThe last good frame (${when}) is in ${file}.` : '' };
}
