// Claims as text. One claim has two lines, and a third where the source says something else:
//
//   claimList`
//     The energy of RATTLE does not drift
//       rise of the fitted line over the largest error: ${drift.ratio} ≤ 0.5
//     Z&S makes one linear solve per step
//       evaluations of V″ per step: ${solves} in [1, 1.01]
//       printed: “several”
//   `
//
// Line 1 is the statement; line 2 the quantity, its measured value, and the range in which the statement holds: ≤ a, ≥ a,
// = a, or in [a, b]. Values in the text and in the ranges may be interpolated too.

import type { Claim } from '../entry.ts';

/** Marks the place of the k-th interpolated value. */
const slot = (k: number) => `\uE000${k}\uE000`;
const slots = /\uE000(\d+)\uE000/g;
const measuredLine = /^(.*): \uE000(\d+)\uE000 (≤|≥|=|in) ?(.+)$/u;
const printedLine = /^printed: (.*)$/u;

type Value = string | number;
type Range = Pick<Claim, 'atLeast' | 'atMost'>;

export function claimList(strings: TemplateStringsArray, ...values: readonly Value[]): Claim[] {
  const source = strings.reduce((text, piece, k) => text + slot(k - 1) + piece);
  const filled = (text: string) => text.replace(slots, (_, k) => String(values[Number(k)]));
  const found: Claim[] = [];
  let statement = '';
  for (const line of source.split('\n').map(one => one.trim())) {
    const measured = measuredLine.exec(line);
    const printed = printedLine.exec(line);
    if (measured) {
      const [, quantity, k, relation, bounds] = measured;
      if (statement === '') throw new Error(`a claim without a statement: ${filled(line)}`);
      const range = rangeOf(relation, filled(bounds));
      found.push({ statement, quantity: filled(quantity), measured: Number(values[Number(k)]), ...range });
      statement = '';
    } else if (printed) {
      const last = found.pop();
      if (!last) throw new Error(`printed words without a claim: ${filled(line)}`);
      found.push({ ...last, printed: filled(printed[1]) });
    } else if (line !== '') {
      if (statement !== '') throw new Error(`a claim without a measured value: ${statement}`);
      statement = filled(line);
    }
  }
  if (statement !== '') throw new Error(`a claim without a measured value: ${statement}`);
  return found;
}

/** A single claim in the same form. */
export function claim(strings: TemplateStringsArray, ...values: readonly Value[]): Claim {
  const [first, second] = claimList(strings, ...values);
  if (!first || second) throw new Error('one claim is expected');
  return first;
}

function rangeOf(relation: string, text: string): Range {
  const bounds = relation === 'in' ? text.replace(/^\[(.*)\]$/u, '$1').split(', ') : [text];
  const [low, high = low] = bounds.map(Number);
  if (!Number.isFinite(low) || !Number.isFinite(high) || low > high)
    throw new Error(`no range of a claim: ${relation} ${text}`);
  if (relation === '≤') return { atMost: high };
  return relation === '≥' ? { atLeast: low } : { atLeast: low, atMost: high };
}
