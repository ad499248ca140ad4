// cotangent certify FILE: the laws on this problem, each with its number.

import type { Command } from 'commander';
import { type Certificate, certifyMethod } from '../../src/laws/certify.ts';
import { type LawVerdict, type Measurement, verdictWords } from '../../src/laws/law.ts';
import { methodNamed } from '../../src/methods/registry.ts';
import { parseTime, withForce, withMethod, withProblem } from '../options.ts';
import { planFile, type RunFlags, refuseUnlessSound } from '../run/plan.ts';
import { printWarnings } from '../run/summary.ts';
import { alignedTable, createProgress, paint, short } from '../terminal.ts';

export function certifyCommand(program: Command): void {
  const command = program
    .command('certify')
    .description(
      'measure the claims of the method on this problem: order, symplecticity, reversibility, residuals, drift',
    );
  withForce(withProblem(command))
    .option('--method <name>', 'the method (cotangent list methods)')
    .option('--step <number>', 'the step size (default: that of the file, else 0.01)', parseTime)
    .option(
      '--until <number>',
      'nothing is measured beyond this time (default: that of the file, else 10)',
      parseTime,
    )
    .addHelpText(
      'after',
      `
Each claim holds (✓), does not hold (✗), or cannot be told here (?), with the reason and what would help: an order whose
asymptotic range is below round-off, a drift that is within one oscillation. Claims that the method does not make have a dot.

Exit code: 1 where a claim does not hold or the method cannot make its first step; 0 otherwise, also where a claim cannot be
decided. A script that needs every claim to hold reads "verdict" of --json: "pass", "fail" or "cannot tell".

Example: cotangent certify spherical-pendulum --method rattle-4 --step 0.02`,
    )
    .action(runCertify);
  withMethod(command);
}

function runCertify(file: string, flags: RunFlags): void {
  const plan = planFile(file, flags);
  plan.createFlow();
  printWarnings(refuseUnlessSound(plan, flags), console.error);
  const progress = createProgress('laws');
  const { problem, method, options, until, schedule } = plan;
  const certificate = certifyMethod({ problem, method, options, step: schedule.h, until }, (law, i, count) =>
    progress.update(i, count, law),
  );
  progress.clear();
  if (flags.json) console.log(JSON.stringify({ problem: plan.problem.name, ...certificate }, null, 2));
  else print(certificate, plan.problem.name);
  if (certificate.verdict === 'fail') process.exitCode = 1;
}

const marks = { pass: '✓', fail: '✗', 'cannot tell': '?', 'not claimed': '·' } as const;

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
  for (const measurement of certificate.measurements) explain(measurement);
  console.log(`\n${conclusion(certificate)}`);
}

/** The order always says its range; the other laws say more only where they do not hold or cannot be told. */
function explain({ verdict, law, detail, reason, advice }: Measurement): void {
  const isOpen = verdict === 'fail' || verdict === 'cannot tell';
  if (isOpen) {
    const words = `${marks[verdict]} ${law} ${verdictWords[verdict]}`;
    console.log(`\n${paint(words, verdict === 'fail' ? 'red' : 'yellow')}: ${reason ?? detail}`);
    if (reason && detail) console.log(`  measured ${detail}`);
    if (advice) console.log(`  ${advice}`);
  } else if (law === 'order' && detail) console.log(`\n${law}, measured ${detail}`);
}

function conclusion({ measurements, verdict }: Certificate): string {
  const count = (wanted: LawVerdict) => measurements.filter(one => one.verdict === wanted).length;
  const [held, open] = [count('pass'), count('cannot tell')];
  if (verdict === 'pass') return paint('every claim holds', 'green');
  const rest = `${held} ${held === 1 ? 'claim holds' : 'claims hold'}${open > 0 ? `, ${open} cannot be told here` : ''}`;
  return verdict === 'fail' ? `${paint('a claim does not hold', 'red')}; ${rest}` : paint(rest, 'yellow');
}

function measured(law: string, value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  return law === 'order' ? value.toFixed(3) : value.toExponential(1);
}
