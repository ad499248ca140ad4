// What has to be reached beside the others: their time divided by that of our best method.

import type { RaceResult } from './time-to-accuracy.ts';

export interface Bar {
  readonly workload: string;
  readonly claim: string;
  readonly ratio: number;
  readonly atLeast: number;
}

/** Times of these programs, to an end-point error of 1e-6 or to the energy error of a run to t = 1000, divided by ours. */
const asked: readonly { readonly contestant: string; readonly atLeast: number; readonly long: boolean }[] = [
  { contestant: 'odex', atLeast: 1, long: true },
  { contestant: 'dopri', atLeast: 1, long: false },
  { contestant: 'CVODE Adams', atLeast: 3, long: false },
  { contestant: 'IDA', atLeast: 10, long: false },
];
const short = ['pendulum', 'double pendulum', 'chain of 10'];
const long = ['pendulum to t = 1000', 'double pendulum to t = 1000'];

export function barsOf(races: readonly RaceResult[]): Bar[] {
  return races.flatMap(({ workload, finishes }) => {
    const isLong = long.includes(workload.name);
    if (!isLong && !short.includes(workload.name)) return [];
    const strictest = Math.min(...workload.goals.map(({ atMost }) => atMost));
    return asked
      .filter(({ long }) => long || !isLong)
      .flatMap(({ contestant, atLeast }) => {
        const one = finishes.find(
          finish => finish.contestant === contestant && finish.goal.atMost === strictest,
        );
        return one && one.ratio !== null
          ? { workload: workload.name, claim: contestant, ratio: one.ratio, atLeast }
          : [];
      });
  });
}
