// cotangent certify FILE: the laws on this problem, each with its number.

import type { Command } from 'commander';
import { type Certificate, certifyMethod } from '../../src/laws/certify.ts';
import { methodNamed } from '../../src/methods/registry.ts';
import { parseTime, withForce, withMethod, withProblem } from '../options.ts';
import { planFile, type RunFlags, refuseUnlessSound } from '../run/plan.ts';
import { alignedTable, createProgress, paint, short } from '../terminal.ts';

export function certifyCommand(program: Command): void {
  const command = program
    .command('certify')
    .description(
      'measure on this problem what the method claims: order, symplecticity, reversibility, residuals, drift',
    );
  withForce(withProblem(command))
    .option('--method <name>', 'the method (cotangent list methods)')
    .option('--step <number>', 'the step size (default: that of the file, else 0.01)', parseTime)
    .addHelpText('after', '\nExample: cotangent certify spherical-pendulum --method rattle-4 --step 0.02')
    .action(runCertify);
  withMethod(command);
}

function runCertify(file: string, flags: RunFlags): void {
  const plan = planFile(file, flags);
  plan.createFlow();
  refuseUnlessSound(plan, flags);
  const progress = createProgress('laws');
  const certificate = certifyMethod(
    { problem: plan.problem, method: plan.method, options: plan.options, step: plan.schedule.h },
    (law, i, count) => progress.update(i, count, law),
  );
  progress.clear();
  if (flags.json) console.log(JSON.stringify({ problem: plan.problem.name, ...certificate }, null, 2));
  else print(certificate, plan.problem.name);
  if (certificate.verdict === 'fail') process.exitCode = 1;
}

const marks = { pass: '✓', fail: '✗', 'not claimed': '·' } as const;

function print(certificate: Certificate, name: string): void {
  const { title, claimedFor } = methodNamed(certificate.method);
  const noise = claimedFor?.friction === 0 ? ', friction 0: its claims are those without noise' : '';
  console.log(`${paint(name, 'bold')}: ${title}, step ${short(certificate.step)}${noise}\n`);
  const rows = certificate.measurements.map(({ law, value, claim, verdict, quantity }) => [
    `${marks[verdict]} ${law}`,
    measured(law, value),
    claim,
    quantity,
  ]);
  const table = [['  law', 'measured', 'claimed', 'what is measured'], ...rows];
  const whole = alignedTable(table);
  const fits = whole.split('\n').every(line => line.length <= (process.stdout.columns ?? Infinity));
  console.log(fits ? whole : alignedTable(table.map(row => row.slice(0, -1))));
  for (const { verdict, law, detail } of certificate.measurements)
    if (verdict === 'fail')
      console.log(`\n${paint(`✗ ${law}`, 'red')}: ${detail || 'it could not be measured here'}`);
  console.log(
    `\n${certificate.verdict === 'pass' ? paint('every claim holds', 'green') : paint('a claim does not hold', 'red')}`,
  );
}

function measured(law: string, value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  return law === 'order' ? value.toFixed(3) : value.toExponential(1);
}
