// Suite `alternatives`: programs that a user would choose instead, on the same systems, in one run.

import {
  canRun,
  type Entrant,
  installCommand,
  isOurs,
  prepareContestants,
  request,
} from '../../contestants/contestant.ts';
import { taskOf } from '../../contestants/task.ts';
import {
  growthExponent,
  lineDrift,
  minimumLinks,
  type StraightLine,
  worstEnergy,
} from '../../measure/drift.ts';
import { interleave, mapConcurrent, median, medianRatio, stillCompetitive } from '../../measure/rounds.ts';
import { formatReport, type ReportOf, type SuiteRun } from '../../suite.ts';
import { alternatives, type Definition, type FixedStepWorkload } from './search.ts';
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
  const chains = results.filter(({ walk: { system, links } }) => system === 'chain' && links >= minimumLinks);
  const timeIn = ({ finishes }: FixedStepResult) =>
    finishes.find(finish => finish.contestant === contestant)?.seconds;
  return growthExponent(chains.map(chain => ({ size: chain.walk.links, time: timeIn(chain) })));
}

// Fixed steps: all programs with a step setting make the same steps. What a step costs, and what it conserves.

type FixedStepResult = Awaited<ReturnType<typeof fixedStep>>;
export type FixedStepFinish = FixedStepResult['finishes'][number];

interface Candidate {
  readonly entrant: Entrant;
  /** Processor time of one step in each round. */
  readonly times: number[];
  memory: number;
  failure: string;
  /** Null where the program fails before the end of the long run: largest |H − H₀|, drift, largest |g|. */
  conservation: { readonly energy: number; readonly drift: StraightLine; readonly constraint: number } | null;
}

/** Times of the other programs are divided by those of this method. */
const referenceMethod = 'Cotangent rattle';

async function fixedStep(workload: FixedStepWorkload, entrants: readonly Entrant[], rounds: number) {
  const candidates = entrants
    .filter(({ contestant: { setting, composed } }) => setting === 'step' && !composed)
    .filter(({ contestant }) => canRun(contestant, workload))
    .map((entrant): Candidate => ({ entrant, times: [], memory: 0, failure: '', conservation: null }));
  const allTimes = candidates.map(({ times }) => times);
  await interleave(
    candidates,
    rounds,
    candidate => timeStep(candidate, workload),
    ({ failure, times }) => !failure && stillCompetitive(times, allTimes),
  );
  await mapConcurrent(2, candidates, candidate => longRun(candidate, workload));
  const nameOf = ({ entrant }: Candidate) => entrant.contestant.name;
  const reference = candidates.find(candidate => nameOf(candidate) === referenceMethod)?.times ?? [];
  const failures = candidates
    .filter(({ failure }) => failure)
    .map(candidate => ({ contestant: nameOf(candidate), failure: candidate.failure }));
  return {
    walk: workload,
    finishes: candidates
      .filter(({ times }) => times.length > 0)
      .map(({ entrant: { contestant }, times, memory, conservation }) => ({
        /** Of one step, and the median over the rounds of its time divided by that of our RATTLE in the same round. */
        ...{ contestant: contestant.name, isOurs: isOurs(contestant), seconds: median(times) },
        ...{ ratio: medianRatio(times, reference), ...conservation, memory },
      })),
    failures,
  };
}

async function timeStep(candidate: Candidate, workload: FixedStepWorkload): Promise<void> {
  const { turnMilliseconds } = alternatives().timing;
  const rest = { settings: [workload.step], milliseconds: turnMilliseconds, samples: 0 };
  const [reply] = await request(candidate.entrant, taskOf(workload, rest));
  if ('failure' in reply) candidate.failure = reply.failure;
  else {
    candidate.times.push(reply.seconds / reply.steps);
    candidate.memory = Math.max(candidate.memory, reply.memory);
  }
}

const mostSamples = 1000;

/** Conservation over a longer time than is timed. */
async function longRun(candidate: Candidate, workload: FixedStepWorkload): Promise<void> {
  if (candidate.failure) return;
  const { step, lookUntil } = workload;
  const samples = Math.min(mostSamples, Math.round(lookUntil / step));
  const task = taskOf({ ...workload, until: lookUntil }, { settings: [step], milliseconds: 0, samples });
  const [reply] = await request(candidate.entrant, task, []);
  if ('failure' in reply) candidate.failure = reply.failure;
  else {
    const { energies, constraint } = reply;
    const drift = lineDrift(energies, lookUntil);
    candidate.conservation = { energy: worstEnergy(energies), drift, constraint };
  }
}
