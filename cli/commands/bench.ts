// cotangent bench: the fixed workloads, beside C compiled in the same run, and the methods for penalties side by side.

import { Argument, type Command } from 'commander';

export function benchCommand(program: Command): void {
  program
    .command('bench')
    .description('time per step beside plain C, as ratios measured in one run')
    .addArgument(
      new Argument(
        '[suite]',
        'engine: RATTLE beside C; penalties: methods for penalised systems side by side',
      )
        .choices(['engine', 'penalties'])
        .default('engine'),
    )
    .option('--json', 'print one JSON object instead of a table')
    .addHelpText('after', '\nExamples: cotangent bench --json\n          cotangent bench penalties')
    .action(async (suite: 'engine' | 'penalties', flags: { json?: boolean }) => {
      const { bench } = await import('../../bench/run.ts');
      const { benchPenalties } = await import('../../bench/penalties/run.ts');
      await (suite === 'engine' ? bench(flags) : benchPenalties(flags));
    });
}
