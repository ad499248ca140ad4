// Beside the alternatives: what a user would pick instead, on the same systems, in one run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { families } from '../../contestants/all.ts';
import type { Contestant, Prepared } from '../../contestants/contestant.ts';
import { thisMachine, today } from '../../machine.ts';
import { twoAtATime } from '../../measure/map-concurrent.ts';
import { type MeasureOptions, printProgress } from '../engine/run.ts';
import { takeWalk } from './fixed-step.ts';
import { type AlternativesReport, formatAlternatives } from './report.ts';
import { race } from './time-to-accuracy.ts';
import { races, walks } from './workloads.ts';

export interface AlternativesOptions extends Omit<MeasureOptions, 'method'> {
  /** Print JSON instead of tables. */
  readonly json?: boolean;
}

export async function benchAlternatives(options: AlternativesOptions = {}): Promise<AlternativesReport> {
  const report = await measureAlternatives(options);
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : formatAlternatives(report)}\n`);
  return report;
}

async function measureAlternatives(options: AlternativesOptions): Promise<AlternativesReport> {
  const { only, rounds = 3, onProgress = printProgress } = options;
  const isChosen = ({ name }: { name: string }) => only === undefined || only.includes(name);
  const [chosenRaces, chosenWalks] = [races.filter(isChosen), walks.filter(isChosen)];
  if (chosenRaces.length + chosenWalks.length === 0)
    throw new Error(`there is no workload of that name; there are: ${allNames().join(', ')}`);
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-bench-'));
  try {
    const { entrants, missing } = await enter(folder);
    const total = chosenRaces.length + chosenWalks.length;
    let done = 0;
    const raceResults = [];
    for (const workload of chosenRaces) {
      onProgress(done++, total, `to a given accuracy: ${workload.name}`);
      raceResults.push(await race(workload, entrants, rounds));
    }
    const walkResults = [];
    for (const walk of chosenWalks) {
      onProgress(done++, total, `steps of ${walk.step}: ${walk.name}`);
      walkResults.push(await takeWalk(walk, entrants, rounds));
    }
    return {
      ...{ date: today(), machine: thisMachine(), rounds, missing },
      contestants: entrants.map(({ contestant: { name, description }, prepared: { build } }) => ({
        ...{ name, description, build },
      })),
      ...{ races: raceResults, walks: walkResults },
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const allNames = () => [...new Set([...races, ...walks].map(({ name }) => name))];

/** Those who are installed, and the others with how to get them. */
async function enter(folder: string) {
  const prepared = (await twoAtATime(families, family => prepareAll(family, folder))).flat();
  return {
    entrants: prepared.flatMap(({ contestant, prepared }) => (prepared ? { contestant, prepared } : [])),
    missing: prepared.flatMap(({ contestant: { name, install }, prepared }) =>
      prepared ? [] : { name, install },
    ),
  };
}

async function prepareAll(family: readonly Contestant[], folder: string) {
  const all: { contestant: Contestant; prepared: Prepared | null }[] = [];
  for (const contestant of family) all.push({ contestant, prepared: await contestant.prepare(folder) });
  return all;
}
