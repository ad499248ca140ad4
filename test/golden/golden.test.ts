// Golden states: a hash of the last bits of every subject's state, after an uninterrupted run and after one that was stopped
// in the middle, written as a checkpoint and resumed. A change of any bit needs a reason in docs/decisions;
// `npx vitest run test/golden --update` records the hashes anew.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createMethod } from '../../src/methods/registry.ts';
import { readCheckpoint, resumeFrom, takeCheckpoint, writeCheckpoint } from '../../src/run/checkpoint.ts';
import { createSchedule } from '../../src/run/schedule.ts';
import { createSimulation, type Simulation } from '../../src/run/simulation.ts';
import { type GoldenSubject, goldenSubjects } from './subjects.ts';

function start({ problem, method, options, h, steps }: GoldenSubject) {
  const made = problem();
  const flow = createMethod(made, method, options);
  const simulation = createSimulation(made, flow, createSchedule(h, h * steps, steps), () => {});
  return { flow, simulation };
}

/** Hash of the state, with the number of steps made: a run that fails is recorded as what it is. */
function fingerprint({ state, steps, failure }: Simulation): string {
  const hash = createHash('sha256').update(new Uint8Array(state.buffer, state.byteOffset, state.byteLength));
  const ending = failure ? ` failed in step ${failure.step}: ${failure.outcome.reason}` : '';
  return `${hash.digest('hex').slice(0, 16)} after ${steps}${ending}`;
}

interface GoldenRun {
  readonly end: string;
  /** Text of a checkpoint half way. */
  readonly checkpoint: string;
}

const runs = new Map<GoldenSubject, GoldenRun>();

/** A run to the end, which a checkpoint half way does not disturb; each is made once. */
function run(subject: GoldenSubject): GoldenRun {
  const known = runs.get(subject);
  if (known) return known;
  const { flow, simulation } = start(subject);
  simulation.advance(Math.floor(subject.steps / 2));
  const checkpoint = writeCheckpoint(takeCheckpoint(simulation, flow, '', 0));
  simulation.advance(subject.steps);
  const made = { end: fingerprint(simulation), checkpoint };
  runs.set(subject, made);
  return made;
}

function resumed(subject: GoldenSubject, checkpoint: string): string {
  const { flow, simulation } = start(subject);
  resumeFrom(readCheckpoint(checkpoint), simulation, flow);
  simulation.advance(subject.steps);
  return fingerprint(simulation);
}

describe('golden states', () => {
  it('have one name each', () => {
    const names = goldenSubjects.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });

  it('keep every bit', async () => {
    const lines = goldenSubjects.map(subject => `${subject.name}: ${run(subject).end}`);
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('states.txt');
  });

  // A run that fails has no state to resume from.
  it.each(goldenSubjects)('$name: the same after a restart', subject => {
    const { end, checkpoint } = run(subject);
    if (!end.includes('failed')) expect(resumed(subject, checkpoint)).toBe(end);
  });
});
