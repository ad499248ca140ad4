// The final frame of a run of particles, in a file from which another run can start. A run that fails writes its last good frame
// instead, and the message says where.

import { allFinite } from '../../src/linalg/dense.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import type { Simulation } from '../../src/run/simulation.ts';
import type { OutputPlace } from '../files/output-place.ts';
import { removeFrame, writeFrame } from '../files/trajectory-output.ts';
import { short } from '../terminal.ts';
import { framesOf } from './output.ts';
import type { CommandPlan } from './plan.ts';

export interface FinalFrame {
  readonly written: readonly string[];
  /** Added to the message of a failure; empty after a successful run. */
  readonly note: string;
}

const nothing: FinalFrame = { written: [], note: '' };

/** Without `isReplacing`, frames of an earlier run stay as they are. */
export function finalFrame(
  plan: CommandPlan,
  place: OutputPlace | null,
  simulation: Simulation,
  isReplacing: boolean,
): FinalFrame {
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
  // A frame of an earlier run would be mistaken for one of this run.
  if (other && isReplacing) removeFrame(other);
  if (!wanted || !isGood || !(isReplacing || failure)) return nothing;
  const file = writeFrame(wanted, frameAt(state, time));
  const when = `t = ${short(time / molecularUnits.ps)} ps, after ${steps} step${steps === 1 ? '' : 's'}`;
  return { written: [file], note: failure ? `\nThe last good frame (${when}) is in ${file}.` : '' };
}
