// The count of instructions, beside the one that is kept.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../checkout.ts';
import { aligned } from '../../table-text.ts';
import {
  type Change,
  changesSince,
  describeChange,
  type InstructionReport,
  percent,
  recordAgain,
  whyNotComparable,
} from './baseline.ts';
import { countInstructions } from './count.ts';

/** Counts, prints what has changed, and returns the counts. */
export async function benchInstructions({
  json,
}: {
  readonly json?: boolean;
} = {}): Promise<InstructionReport> {
  process.stderr.write('counting instructions, which takes a minute or two\n');
  const report = await countInstructions();
  process.stdout.write(`${json ? JSON.stringify(report, null, 2) : formatInstructions(report, kept())}\n`);
  return report;
}

/** The counts in bench/results; null before the first were saved. */
export function kept(): InstructionReport | null {
  const file = join(checkoutRoot(), 'bench', 'results', 'instructions.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InstructionReport) : null;
}

export function formatInstructions(now: InstructionReport, recorded: InstructionReport | null): string {
  const { machine, conditions } = now;
  const obstacle = recorded && whyNotComparable(conditions, recorded.conditions);
  const changes = changesSince(recorded ?? { ...now, instructions: {} }, now);
  return [
    'instructions per step, counted by callgrind',
    `${machine.processor} · Node ${machine.node} · V8 ${conditions.v8} · valgrind ${conditions.valgrind}`,
    '',
    ...aligned([['workload', 'kept', 'now', 'change', ''], ...changes.map(row)]),
    '',
    ...(recorded === null ? [`nothing is kept yet; ${recordAgain}`] : []),
    ...(obstacle ? [obstacle] : []),
    ...changes.filter(({ verdict }) => verdict === 'slower').map(one => `SLOWER ${describeChange(one)}`),
  ].join('\n');
}

function row({ name, recorded, now, verdict }: Change): string[] {
  const change = recorded === null || now === null ? '–' : percent(now / recorded);
  return [name, recorded?.toFixed(0) ?? '–', now?.toFixed(0) ?? '–', change, verdict];
}
