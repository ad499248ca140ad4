// Interleaved rounds: all programs are timed once in each round, so that a busy machine disturbs all of them equally, and ratios are
// medians over the rounds. A program that is many times slower than the fastest is timed in the first round only.

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Median of the finite numbers among the values; null without any. */
export function medianOf(values: readonly (number | null | undefined)[]): number | null {
  const numbers = values.filter((value): value is number => Number.isFinite(value));
  return numbers.length > 0 ? median(numbers) : null;
}

/** Median over the rounds of times[k] / reference[k]; null without a round that both have. */
export const medianRatio = (times: readonly number[], reference: readonly number[]) =>
  medianOf(times.map((time, k) => time / (reference[k] ?? Number.NaN)));

const slowFactor = 4;

/** Whether the first of these times is within a factor of four of the fastest first time. */
export function stillCompetitive([first]: readonly number[], all: readonly (readonly number[])[]): boolean {
  const fastest = Math.min(...all.flatMap(times => times.slice(0, 1)));
  return first === undefined || first < slowFactor * fastest;
}

/** Times every entry once per round, if it is still wanted in that round. */
export async function interleave<T>(
  entries: readonly T[],
  rounds: number,
  time: (entry: T) => Promise<unknown>,
  isWanted: (entry: T, round: number) => boolean = () => true,
): Promise<void> {
  for (let round = 0; round < rounds; round++)
    for (const entry of entries) if (isWanted(entry, round)) await time(entry);
}

// Array.map for asynchronous work, with a limited number of items in progress at a time.

/** Results in the order of the items. For work whose times do not count. */
export async function mapConcurrent<T, R>(
  limit: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const consume = async () => {
    for (const [k, item] of queue) results[k] = await work(item, k);
  };
  await Promise.all(Array.from({ length: limit }, consume));
  return results;
}
