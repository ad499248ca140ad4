// The suites as data describe what was recorded: every stored result has the workloads, settings and bars of its definition.

import { describe, expect, it } from 'vitest';
import { storedResult } from '../../../bench/checkout.ts';
import { runSuite } from '../../../bench/run.ts';
import { readDefinition, selected } from '../../../bench/suite.ts';
import { type AccuracyWorkload, alternatives } from '../../../bench/suites/alternatives/search.ts';
import type { AlternativesReport } from '../../../bench/suites/alternatives/suite.ts';
import { recordedInstructions } from '../../../bench/suites/instructions/suite.ts';
import type { LiquidReport } from '../../../bench/suites/liquids/suite.ts';
import { molecules } from '../../../bench/suites/molecules/definition.ts';
import type { MoleculeReport } from '../../../bench/suites/molecules/suite.ts';
import type { EngineReport } from '../../../bench/suites/step-cost/engine.ts';
import type { PenaltyReport } from '../../../bench/suites/step-cost/penalties.ts';
import { workPrecision } from '../../../bench/suites/work-precision/candidates.ts';
import type { WorkPrecisionReport } from '../../../bench/suites/work-precision/report.ts';

function stored<Report>(suite: string): Report {
  const report = storedResult<Report>(suite);
  if (!report) throw new Error(`bench/results/${suite}.json is missing`);
  return report;
}

interface Rows {
  readonly workloads: readonly {
    readonly name: string;
    readonly rows: readonly {
      readonly system: string;
      readonly h: number;
      readonly methods: readonly string[];
    }[];
  }[];
}
const names = (workloads: readonly { readonly name: string }[]) => workloads.map(({ name }) => name);
const namesIn = (suite: string) =>
  names(readDefinition<{ workloads: readonly { readonly name: string }[] }>(suite).workloads);

describe('definitions of the suites agree with the stored results', () => {
  it('alternatives: workloads, goals and settings', () => {
    const { timeToAccuracy, fixedStep } = alternatives();
    const { races, walks, contestants } = stored<AlternativesReport>('alternatives');
    // The number of rounds may change without a change of what is measured.
    const settings = ({ mostRounds: _, ...rest }: AccuracyWorkload) => rest;
    expect(timeToAccuracy.workloads.map(settings)).toEqual(races.map(({ workload }) => settings(workload)));
    expect(fixedStep.workloads).toEqual(walks.map(({ walk }) => walk));
    const { contestants: defined } = readDefinition<{ contestants: { name: string; description: string }[] }>(
      'contestants',
    );
    expect(defined.map(({ name, description }) => ({ name, description }))).toEqual(
      contestants.map(({ name, description }) => ({ name, description })),
    );
  });

  it('engine, profiles, instructions: workloads', () => {
    const { measurements, bar } = stored<EngineReport>('engine');
    expect(namesIn('engine')).toEqual(names(measurements));
    expect(readDefinition<{ bar: number }>('engine').bar).toBe(bar);
    expect(namesIn('profiles')).toEqual(
      names(stored<{ workloads: { name: string }[] }>('profiles').workloads),
    );
    expect(namesIn('instructions')).toEqual(Object.keys(recordedInstructions()?.instructions ?? {}));
  });

  it('penalties: rows of every workload', () => {
    const { workloads } = stored<PenaltyReport>('penalties');
    const defined = readDefinition<Rows>('penalties').workloads;
    expect(names(defined)).toEqual(names(workloads));
    for (const [k, { rows }] of defined.entries())
      expect(rows.flatMap(({ methods, ...rest }) => methods.map(method => ({ method, ...rest })))).toEqual(
        workloads[k].results.map(({ method, system, h }) => ({ method, system, h })),
      );
  });

  it('molecules: sizes, programs and bars', () => {
    const { workloads } = stored<MoleculeReport>('molecules');
    const defined = molecules().workloads.map(one => ({
      ...{
        id: one.id,
        title: one.name,
        timedSteps: one.timedSteps,
        keptSteps: one.keptSteps,
        kelvin: one.kelvin,
      },
      rounds: one.rounds ?? molecules().rounds,
      bars: one.programs.map(({ name, atLeast = null, constraintsAtLeast = null }) => [
        ...[name, atLeast, constraintsAtLeast],
      ]),
    }));
    expect(defined).toEqual(
      workloads.map(({ id, title, timedSteps, keptSteps, kelvin, rounds, peers }) => ({
        ...{ id, title, timedSteps, keptSteps, kelvin, rounds },
        bars: peers.map(({ name, atLeast, constraintsAtLeast }) => [name, atLeast, constraintsAtLeast]),
      })),
    );
  });

  it('work-precision: problems and goals', () => {
    const { problems } = stored<WorkPrecisionReport>('work-precision');
    const { workloads, goals } = workPrecision();
    expect(workloads.map(({ id, name, file, until, judgedBy }) => [id, name, file, until, judgedBy])).toEqual(
      problems.map(({ id, title, file, until, judgedBy }) => [id, title, file, until, judgedBy]),
    );
    for (const problem of problems) expect(problem.goals.map(({ goal }) => goal)).toEqual(goals);
  });

  it('liquids: parts, limits and published values', () => {
    const { sections } = stored<LiquidReport>('liquids');
    expect(namesIn('liquids')).toEqual(sections.map(({ id }) => id));
    const { bars, published } = readDefinition<{
      bars: Record<string, number>;
      published: Record<string, Record<string, { near: number; within: number; source: string }>>;
    }>('liquids');
    const recorded = sections.flatMap(({ lines }) => lines.flatMap(({ bar }) => bar ?? []));
    for (const limit of Object.values(bars)) expect(recorded).toContainEqual({ atMost: limit });
    for (const model of Object.values(published))
      for (const { near, within, source } of Object.values(model))
        expect(recorded).toContainEqual({ near, within: expect.closeTo(within, 9), source });
  });
});

describe('the selection of workloads', () => {
  const workloads = [{ name: 'a' }, { name: 'liquid', id: 'b' }];

  it('is by name or short name, all by default', () => {
    expect(selected(workloads, undefined)).toEqual(workloads);
    expect(selected(workloads, ['b'])).toEqual([workloads[1]]);
  });

  it('names what there is, as an error of the user', () => {
    const unknown = expect.objectContaining({
      name: 'UserError',
      message: 'there is no workload “c”; available: a, b',
    });
    expect(() => selected(workloads, ['c'])).toThrow(unknown);
  });

  it('excludes a stored result, which has all workloads', async () => {
    await expect(runSuite('engine', { save: true, only: ['pendulum'] })).rejects.toMatchObject({
      name: 'UserError',
      message: 'a stored result has all workloads: use --save without --only',
    });
  });
});
