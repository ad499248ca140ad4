// Suite `alternatives`: programs that a user would choose instead, on the same systems, in one run.

import { installCommand, prepareContestants } from '../../contestants/contestant.ts';
import { measureEach, type SuiteOptions, selected, thisMachine, today, withFolder } from '../../suite.ts';
import { alternatives } from './definition.ts';
import { fixedStep } from './fixed-step.ts';
import { type AlternativesReport, formatAlternatives } from './report.ts';
import { timeToAccuracy } from './time-to-accuracy.ts';

export const format = formatAlternatives;

export const measure = ({ only, rounds }: SuiteOptions): Promise<AlternativesReport> =>
  withFolder(async folder => {
    const definition = alternatives();
    const count = rounds ?? definition.rounds;
    const all = [...definition.timeToAccuracy.workloads, ...definition.fixedStep.workloads];
    const names = selected(all, only).map(({ name }) => name);
    const isSelected = ({ name }: { readonly name: string }) => names.includes(name);
    const { entrants, missing } = await prepareContestants(folder);
    return {
      ...{ date: today(), machine: thisMachine(), rounds: count },
      missing: missing.map(one => ({ name: one.name, install: installCommand(one) })),
      contestants: entrants.map(({ contestant: { name, description }, build }) => ({
        ...{ name, description, build },
      })),
      races: await measureEach(definition.timeToAccuracy.workloads.filter(isSelected), workload =>
        timeToAccuracy(workload, entrants, count),
      ),
      walks: await measureEach(definition.fixedStep.workloads.filter(isSelected), workload =>
        fixedStep(workload, entrants, count),
      ),
    };
  });
