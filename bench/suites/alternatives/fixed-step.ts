// Fixed steps: all programs with a step setting make the same steps. What a step costs, and what it conserves.

import { canRun, type Entrant, isOurs, request, requestUnpinned } from '../../contestants/contestant.ts';
import { taskOf } from '../../contestants/task.ts';
import { lineDrift, type StraightLine, worstEnergy } from '../../measure/drift.ts';
import { interleave, mapConcurrent, median, medianRatio, stillCompetitive } from '../../measure/rounds.ts';
import { alternatives, type FixedStepWorkload } from './search.ts';

export type FixedStepResult = Awaited<ReturnType<typeof fixedStep>>;
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

export async function fixedStep(workload: FixedStepWorkload, entrants: readonly Entrant[], rounds: number) {
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
  const [reply] = await requestUnpinned(candidate.entrant, task);
  if ('failure' in reply) candidate.failure = reply.failure;
  else {
    const { energies, constraint } = reply;
    const drift = lineDrift(energies, lookUntil);
    candidate.conservation = { energy: worstEnergy(energies), drift, constraint };
  }
}
