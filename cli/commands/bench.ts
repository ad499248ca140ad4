// cotangent bench: speed and accuracy compared with other programs, as ratios measured in one run.

import { Argument, type Command } from 'commander';
import { runSuite, suites } from '../../bench/run.ts';
import type { SuiteOptions } from '../../bench/suite.ts';
import { parseCount } from '../options.ts';

export function benchCommand(program: Command): void {
  const width = Math.max(...Object.keys(suites).map(name => name.length));
  const list = Object.entries(suites).map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
  program
    .command('bench')
    .description('compare speed and accuracy with other programs, as ratios in one run')
    .addArgument(
      new Argument('[suite]', 'what to measure, see below')
        .choices(Object.keys(suites))
        .default('everything'),
    )
    .option('--json', 'print one JSON object instead of tables')
    .option('--rounds <number>', 'interleaved rounds in which all programs are timed', parseCount)
    .option('--only <names...>', 'only these workloads of the suite')
    .option('--save', 'store the result in bench/results and update the documentation')
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
