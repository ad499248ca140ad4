// cotangent bench: measured beside the alternatives, in one run, as ratios.

import { Argument, type Command } from 'commander';
import { runSuite } from '../../bench/run.ts';
import type { SuiteOptions } from '../../bench/suite.ts';
import { suites } from '../../bench/suites.ts';
import { parseCount } from '../options.ts';

export function benchCommand(program: Command): void {
  const width = Math.max(...Object.keys(suites).map(name => name.length));
  const list = Object.entries(suites).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  program
    .command('bench')
    .description('measure speed and accuracy beside other programs, as ratios in one run')
    .addArgument(
      new Argument('[suite]', 'what to measure, see below')
        .choices(Object.keys(suites))
        .default('everything'),
    )
    .option('--json', 'print one JSON object instead of tables')
    .option('--rounds <number>', 'turns that everybody takes', parseCount)
    .option('--only <names...>', 'only these workloads of the suite')
    .option('--save', 'keep the results in bench/results, and the tables and figures of the documentation')
    .addHelpText(
      'after',
      [
        '\nSuites:',
        ...list,
        '\nPrograms that are not installed are reported and skipped; npm run peers installs them.',
        '\nExamples: cotangent bench alternatives --only "double pendulum"',
        '          cotangent bench molecules --json',
        '          cotangent bench --save',
      ].join('\n'),
    )
    .action((suite: string, flags: SuiteOptions) => runSuite(suite, flags));
}
