// The schedule of a run: number of steps, their length, and which of them have a row. Times are k·h, never a running sum.

/** How many steps of which length, and after how many of them a row is recorded. */
export interface Schedule {
  readonly steps: number;
  /** The step in use; it may differ from the requested one so that the run ends exactly at `until`. */
  readonly h: number;
  /** A row is written at step 0, every `every` steps, and at the end. */
  readonly every: number;
}

export class ScheduleError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ScheduleError';
  }
}

const defaultRows = 1000;
const maxSteps = 1e12;

/** A schedule from step size and end time: a whole number of steps, so that the last one ends at the end. */
export function createSchedule(step: number, until: number, every?: number): Schedule {
  if (!(Number.isFinite(step) && step > 0))
    throw new ScheduleError(`the step must be a positive number, not ${step}`);
  if (!(Number.isFinite(until) && until > 0))
    throw new ScheduleError(`the end time must be a positive number, not ${until}`);
  const steps = Math.max(1, Math.ceil(until / step - 1e-9));
  if (steps > maxSteps)
    throw new ScheduleError(`${steps} steps are too many; take a larger step or an earlier end`);
  const h = Math.abs(steps * step - until) <= 1e-12 * until ? step : until / steps;
  if (every !== undefined && !(Number.isInteger(every) && every > 0))
    throw new ScheduleError(`“every” must be a whole number of steps, at least 1, not ${every}`);
  return { steps, h, every: every ?? Math.max(1, Math.ceil(steps / defaultRows)) };
}
