// cotangent bench: the fixed workloads, beside C compiled in the same run.

import type { Command } from 'commander';

export function benchCommand(program: Command): void {
  program
    .command('bench')
    .description('time per step beside plain C, as ratios measured in one run')
    .option('--json', 'print one JSON object instead of a table')
    .addHelpText('after', '\nExample: cotangent bench --json')
    .action(async (flags: { json?: boolean }) => {
      const { bench } = await import('../../bench/run.ts');
      await bench(flags);
    });
}
