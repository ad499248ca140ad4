// Suite `alternatives`: programs that a user would choose instead, on the same systems, in one run.

import { installCommand, prepareContestants } from '../../contestants/contestant.ts';
import { growthExponent, minimumLinks } from '../../measure/drift.ts';
import { formatReport, type ReportOf, type SuiteRun } from '../../suite.ts';
import { type FixedStepResult, fixedStep } from './fixed-step.ts';
import { alternatives, type Definition } from './search.ts';
import { type AccuracyResult, barsOf, timeToAccuracy } from './time-to-accuracy.ts';

/** `races`: time to accuracy; `walks`: fixed steps. Field names of stored results do not change, so that those stay readable. */
export type AlternativesReport = ReportOf<typeof measure>;

export async function measure({ definition, rounds, folder, each }: SuiteRun<Definition>) {
  const { entrants, missing } = await prepareContestants(folder);
  return {
    rounds,
    missing: missing.map(one => ({ name: one.name, install: installCommand(one) })),
    contestants: entrants.map(({ contestant: { name, description }, build }) => ({
      ...{ name, description, build },
    })),
    races: await each(definition.timeToAccuracy.workloads, one => timeToAccuracy(one, entrants, rounds)),
    walks: await each(definition.fixedStep.workloads, one => fixedStep(one, entrants, rounds)),
  };
}

export function format(report: AlternativesReport): string {
  const { races, walks, contestants } = report;
  return formatReport('alternatives', {
    ...report,
    contestants: contestants.map(one => ({ ...one, growth: growthOf(walks, one.name) })),
    looseEnds: endPoints(races, 1e-4),
    strictEnds: endPoints(races, 1e-6),
    longRuns: races
      .filter(({ workload }) => workload.goals.some(({ of }) => of === 'energy'))
      .flatMap(({ workload: { name }, finishes }) =>
        [...finishes].sort((a, b) => a.seconds - b.seconds).map(finish => ({ ...finish, name })),
      ),
    walks: walks.map(({ walk, finishes }) => ({
      ...{ ...walk, cells: byProgram(finishes) },
      otherEnd: walk.lookUntil === usualEnds.fixedStep ? null : walk.lookUntil,
    })),
    bars: barsOf(races, alternatives().bars).map(bar => ({ ...bar, isMet: bar.ratio >= bar.atLeast })),
  });
}

/** Of most motions; others are named. */
const usualEnds = { endPoint: 10, fixedStep: 100 };

const byProgram = <F extends { readonly contestant: string }>(finishes: readonly F[]) =>
  Object.fromEntries(finishes.map(finish => [finish.contestant, finish]));

/** The motions with this goal, and for each program its time, or that it tried. */
function endPoints(races: readonly AccuracyResult[], atMost: number) {
  return races
    .filter(({ workload }) => workload.goals.some(goal => goal.of === 'end point' && goal.atMost === atMost))
    .map(({ workload: { name, until }, finishes, tried }) => ({
      ...{ name, otherEnd: until === usualEnds.endPoint ? null : until },
      cells: {
        ...Object.fromEntries(tried.map(program => [program, { seconds: null, ratio: null }])),
        ...byProgram(finishes.filter(({ goal }) => goal.atMost === atMost)),
      },
    }));
}

function growthOf(results: readonly FixedStepResult[], contestant: string): number | null {
  const chains = results
    .filter(({ walk: { system, links } }) => system === 'chain' && links >= minimumLinks)
    .flatMap(({ walk: { links }, finishes }) => {
      const one = finishes.find(finish => finish.contestant === contestant);
      return one ? { size: links, time: one.seconds } : [];
    });
  return growthExponent(chains);
}
