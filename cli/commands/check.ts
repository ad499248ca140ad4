// cotangent check FILE: is the problem well posed, which method suits it, is its start consistent?

import { extname } from 'node:path';
import type { Command } from 'commander';
import { parseDocument } from 'yaml';
import { check, type Report, reportText, wrapped } from '../../src/analysis/check.ts';
import { accelerated } from '../../src/kernels/choose.ts';
import type { Recommendation } from '../../src/methods/recommend.ts';
import { recommend } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { momentumName } from '../../src/problem/state.ts';
import { writeWhole } from '../files/output-file.ts';
import type { ProblemSource } from '../files/problem-source.ts';
import { type ProblemFlags, parseRealPath, withProblem } from '../options.ts';
import { assignedNumbers, loadProblem } from '../run/plan.ts';
import { paint, textWidth } from '../terminal.ts';
import { UserError } from '../user-error.ts';

interface CheckFlags extends ProblemFlags {
  readonly repair?: string | true;
}

export function checkCommand(program: Command): void {
  const command = program
    .command('check')
    .description(
      'is the problem well posed? derivatives, rank, coisotropy, nondegeneracy, index, consistent start',
    );
  withProblem(command)
    .option(
      '--repair [path]',
      'write the problem with the nearest consistent initial values (default: NAME.repaired.yaml)',
      parseRealPath,
    )
    .addHelpText('after', '\nExample: cotangent check double-pendulum --set m2=3')
    .action(runCheck);
}

function runCheck(file: string, flags: CheckFlags): void {
  const { source, original: problem } = loadProblem(file, flags);
  const report = check(accelerated(problem));
  const advice = recommend(problem, report.facts);
  if (flags.json) console.log(JSON.stringify(forMachines(report, advice, problem), null, 2));
  else print(report, advice);
  if (flags.repair) repair(source, problem, report, flags);
  else if (report.repaired && !flags.json)
    console.log('The nearest consistent start is known; --repair writes it to a file.');
  if (report.verdict === 'fail') process.exitCode = 1;
}

function forMachines(report: Report, advice: Recommendation, problem: Problem) {
  const { repaired } = report;
  const named = repaired && {
    q: Object.fromEntries(problem.coordinates.map((name, i) => [name, repaired[i]])),
    p: Object.fromEntries(problem.coordinates.map((name, i) => [name, repaired[problem.n + i]])),
  };
  return { ...report, repaired: named, recommendation: advice };
}

const colours = { '✓': 'green', '!': 'yellow', '✗': 'red' } as const;

function print(report: Report, advice: Recommendation): void {
  const coloured = reportText(report, textWidth()).replace(
    /^(\s*)([✓!✗]) /gm,
    (_, indent: string, mark: keyof typeof colours) => `${indent}${paint(mark, colours[mark])} `,
  );
  console.log(coloured);
  const choice = advice.method
    ? `Recommended: ${advice.method} (${advice.reason}).`
    : `No method is recommended: ${advice.reason}.`;
  console.log(`\n${wrapped(choice, textWidth()).join('\n')}`);
}

function repair(source: ProblemSource, problem: Problem, report: Report, flags: CheckFlags): void {
  if (report.facts.consistent) {
    console.error('The start is consistent already; nothing was written.');
    return;
  }
  if (!report.repaired)
    throw new UserError('no consistent start was found near the given one, so nothing was written');
  const ownName = `${source.name}.repaired${extname(source.file) || '.yaml'}`;
  const path = typeof flags.repair === 'string' ? flags.repair : ownName;
  writeWhole(path, repairedText(source, problem, report.repaired, assignedNumbers(flags)));
  console.error(`wrote ${path}`);
}

// A problem file with consistent initial values; comments and everything else are preserved.

/** `set` are the parameters that were overridden; the file must hold the values that the start belongs to. */
function repairedText(
  source: ProblemSource,
  problem: Problem,
  state: State,
  set: Readonly<Record<string, number>>,
): string {
  const document = parseDocument(source.text);
  const values: Record<string, number> = {};
  problem.coordinates.forEach((name, i) => {
    values[name] = state[i];
    values[momentumName(name)] = state[problem.n + i];
  });
  document.set('initial', document.createNode(values));
  for (const [name, value] of Object.entries(set)) document.setIn(['parameters', name], value);
  const isJson = /\.json$/i.test(source.file);
  return isJson ? `${JSON.stringify(document.toJS(), null, 2)}\n` : document.toString();
}
