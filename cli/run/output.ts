// The output files of a run: a table, a trajectory, or both; each row is observed once.

import { ObservationError, observeAll } from '../../src/observers/observer.ts';
import { createFrames } from '../../src/observers/positions.ts';
import { type Frame, refuseNonFinite } from '../../src/particles/io/frame.ts';
import type { State } from '../../src/problem/state.ts';
import type { OutputPlace } from '../files/output-place.ts';
import type { ResumePoint, RowSink } from '../files/row-sink.ts';
import { openTable } from '../files/table-output.ts';
import { openTrajectory } from '../files/trajectory-output.ts';
import { version } from '../version.ts';
import type { RunColumns } from './columns.ts';
import type { CommandPlan } from './plan.ts';

export interface RunOutput {
  /** Size of the first file up to the last row that is due; stored in checkpoints. */
  readonly bytes: number;
  row(z: State, time: number, step: number): void;
  /** Writes buffered rows to the files, before a checkpoint refers to them. */
  flush(): void;
  finish(): string[];
}

export async function openOutput(
  place: OutputPlace,
  columns: RunColumns,
  plan: CommandPlan,
  resumed: ResumePoint | null,
): Promise<RunOutput> {
  const { every } = plan.schedule;
  const sinks = await openSinks(place, columns, plan, resumed);
  const frameAt = framesOf(plan);
  const values = new Float64Array(columns.names.length);
  return {
    get bytes() {
      return sinks[0].bytes;
    },
    row(z, time, step) {
      const frame = frameAt && finiteFrame(frameAt(z, time));
      observeAll(columns.observers, z, values);
      for (const sink of sinks) sink.write({ step, time, isDue: step % every === 0, values, frame });
    },
    flush() {
      for (const sink of sinks) sink.flush();
    },
    finish: () => sinks.map(sink => sink.finish()),
  };
}

/** The particles of a run, as frames; null for problems without. */
export function framesOf({ original }: CommandPlan): ((z: State, time: number) => Frame) | null {
  return original.particles ? createFrames(original.particles.system, original.name) : null;
}

function finiteFrame(frame: Frame): Frame {
  try {
    refuseNonFinite(frame);
    return frame;
  } catch (error) {
    throw new ObservationError(error instanceof Error ? error.message : String(error), 'not finite');
  }
}

async function openSinks(
  { table, trajectory }: OutputPlace,
  { names, scalars }: RunColumns,
  { original, method }: CommandPlan,
  resumed: ResumePoint | null,
): Promise<RowSink[]> {
  const sinks: RowSink[] = [];
  if (table) sinks.push(openTable(table, ['time', ...names], resumed));
  if (trajectory && original.particles) {
    const { system } = original.particles;
    const columns = scalars.map(at => names[at]);
    const head = { system, columns, scalars, problem: original.name, method, version };
    sinks.push(await openTrajectory(trajectory, head, resumed));
  }
  return sinks;
}
