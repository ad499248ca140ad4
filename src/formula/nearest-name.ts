// Spelling suggestions: the restricted Damerau–Levenshtein distance (insert, delete, replace, transpose), with low costs of
// changes of case and of underscores, so that “px” finds “p_x” and “l” finds “L”.

const cheap = 0.25;
/** Longest name for which suggestions are computed: a bound against hostile input. */
const longest = 64;

export function nearestName(wanted: string, candidates: Iterable<string>): string | undefined {
  if (wanted.length > longest) return undefined;
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    const limit = Math.max(wanted.length, candidate.length) / 3;
    if (candidate.length > longest || candidate === wanted) continue;
    const d = distance(wanted, candidate);
    if (d <= limit && d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** “did you mean …?” where a candidate is near; for use in messages. */
export function didYouMean(wanted: string, candidates: Iterable<string>): string | undefined {
  const nearest = nearestName(wanted, candidates);
  return nearest === undefined ? undefined : `did you mean “${nearest}”?`;
}

function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = [0];
  for (let j = 0; j < b.length; j++) last.push(last[j] + gapCost(b[j]));
  for (let i = 1; i <= a.length; i++) {
    const row = [last[0] + gapCost(a[i - 1])];
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(
        last[j] + gapCost(a[i - 1]),
        row[j - 1] + gapCost(b[j - 1]),
        last[j - 1] + replaceCost(a[i - 1], b[j - 1]),
      );
      if (swapped(a, b, i, j)) row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length];
}

function swapped(a: string, b: string, i: number, j: number): boolean {
  return i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
}

function gapCost(character: string): number {
  return character === '_' ? cheap : 1;
}

function replaceCost(x: string, y: string): number {
  if (x === y) return 0;
  return x.toLowerCase() === y.toLowerCase() ? cheap : 1;
}
