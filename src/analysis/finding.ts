// Finding: the result of one check, with numbers, a verdict and sentences. Every check of this folder returns findings.

/** As required, suspicious, or not solvable without a change. */
export type Verdict = 'pass' | 'warn' | 'fail';

/** One result of a check: measured numbers, the verdict, a summary and advice. */
export interface Finding {
  /** Stable key, for machines. */
  readonly id: string;
  readonly title: string;
  readonly verdict: Verdict;
  readonly measured: Readonly<Record<string, number | string>>;
  /** One or two sentences: what was found. */
  readonly summary: string;
  /** What to do about it. */
  readonly advice?: string;
}

const order: readonly Verdict[] = ['pass', 'warn', 'fail'];

export function worstVerdict(verdicts: Iterable<Verdict>): Verdict {
  let worst = 0;
  for (const verdict of verdicts) worst = Math.max(worst, order.indexOf(verdict));
  return order[worst];
}

/** pass up to the first bound, warn up to the second, fail beyond; NaN fails. */
export function verdictFor(size: number, passBound: number, warnBound: number): Verdict {
  if (size <= passBound) return 'pass';
  return size <= warnBound ? 'warn' : 'fail';
}

const mostNames = 6;

/** “a”, “b” and “c”; long lists are shortened. */
export function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(name => `“${name}”`);
  if (names.length > mostNames) return `${shown.join(', ')} and ${names.length - mostNames} more`;
  if (shown.length < 2) return shown.join('');
  return `${shown.slice(0, -1).join(', ')} and ${shown[shown.length - 1]}`;
}

/** “1 multiplier”, “3 multipliers”. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Three significant digits, as the reports print them. */
export function threeDigits(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'not a number' : value > 0 ? '∞' : '−∞';
  if (value === 0 || (Number.isInteger(value) && Math.abs(value) < 1e6)) return String(value);
  const size = Math.abs(value);
  return size >= 1e-3 && size < 1e6 ? String(Number(value.toPrecision(3))) : value.toExponential(2);
}
