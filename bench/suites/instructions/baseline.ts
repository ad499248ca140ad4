// Comparison with recorded counts. More than 20 % is a regression; counts do not scatter by a tenth of that.

import type { Machine } from '../../machine.ts';

/** Conditions that the counts depend on. */
export interface Conditions {
  readonly architecture: string;
  readonly v8: string;
  readonly valgrind: string;
}

export interface InstructionReport {
  readonly date: string;
  readonly machine: Machine;
  readonly conditions: Conditions;
  /** Instructions per step, by workload. */
  readonly instructions: Readonly<Record<string, number>>;
}

export const bar = 0.2;

/** Why counts cannot be compared; null when they can. The version of valgrind does not matter. */
export function whyNotComparable(now: Conditions, recorded: Conditions): string | null {
  const different = (['architecture', 'v8'] as const).filter(key => now[key] !== recorded[key]);
  if (different.length === 0) return null;
  const differences = different.map(key => `${titles[key]} is ${now[key]} here and ${recorded[key]} there`);
  return `the recorded counts were made under other conditions: ${differences.join(', ')}; ${recordAgain}`;
}

const titles = { architecture: 'the processor', v8: 'V8' };

export const recordAgain = 'to record new ones: npm run bench instructions -- --save';

export interface Change {
  readonly name: string;
  /** null: not counted when the others were recorded, or no longer. */
  readonly recorded: number | null;
  readonly now: number | null;
  readonly verdict: 'slower' | 'faster' | 'as before' | 'new' | 'gone';
}

export function changesSince(recorded: InstructionReport, now: InstructionReport): Change[] {
  const names = new Set([...Object.keys(now.instructions), ...Object.keys(recorded.instructions)]);
  return [...names].map(name => {
    const counts = { recorded: recorded.instructions[name] ?? null, now: now.instructions[name] ?? null };
    return { name, ...counts, verdict: verdictOf(counts) };
  });
}

function verdictOf({ recorded, now }: Pick<Change, 'recorded' | 'now'>): Change['verdict'] {
  if (recorded === null) return 'new';
  if (now === null) return 'gone';
  if (now > (1 + bar) * recorded) return 'slower';
  return now < (1 - bar) * recorded ? 'faster' : 'as before';
}

/** “chain of 10: 9000 instructions per step, were 8000 (+12.5 %)”. */
export function describeChange({ name, recorded, now }: Change): string {
  if (now === null) return `${name}: not counted any more, were ${round(recorded)} instructions per step`;
  const head = `${name}: ${round(now)} instructions per step`;
  return recorded === null
    ? `${head}, not counted before`
    : `${head}, were ${round(recorded)} (${percent(now / recorded)})`;
}

const round = (count: number | null) => count?.toFixed(0) ?? '–';

export function percent(ratio: number): string {
  const change = 100 * (ratio - 1);
  return `${change < 0 ? '−' : '+'}${Math.abs(change).toFixed(1)} %`;
}
