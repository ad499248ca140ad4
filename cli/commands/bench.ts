// cotangent bench: the fixed workloads, beside C compiled in the same run, the methods for penalties side by side,
// molecules beside other programs, and the physics of liquids.

import { Argument, type Command } from 'commander';

export function benchCommand(program: Command): void {
  program
    .command('bench')
    .description('time per step beside plain C, as ratios measured in one run')
    .addArgument(
      new Argument(
        '[suite]',
        'engine: RATTLE beside C; penalties: methods for penalised systems side by side; molecules: beside GROMACS and LAMMPS; liquids: drift, structure and growth of water',
      )
        .choices(['engine', 'penalties', 'molecules', 'liquids'])
        .default('engine'),
    )
    .option('--json', 'print one JSON object instead of a table')
    .addHelpText(
      'after',
      '\nExamples: cotangent bench --json\n          cotangent bench penalties\n          cotangent bench molecules\n          cotangent bench liquids',
    )
    .action(async (suite: keyof typeof suites, flags: { json?: boolean }) => {
      await (await suites[suite]())(flags);
    });
}

/** Loaded when asked for. */
const suites = {
  engine: async () => (await import('../../bench/run.ts')).bench,
  penalties: async () => (await import('../../bench/penalties/run.ts')).benchPenalties,
  molecules: async () => (await import('../../bench/molecules/run.ts')).benchMolecules,
  liquids: async () => (await import('../../bench/liquids/run.ts')).benchLiquids,
};
