// Level curves of a function on a grid, by marching squares: in each cell the level is crossed on straight pieces between
// edges, and pieces that share an edge are joined. Curves are divided by NaN, as the figures want them.

export interface Grid {
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** Value at (x[i], y[j]). */
  value(i: number, j: number): number;
}

export interface Curves {
  readonly x: number[];
  readonly y: number[];
}

interface Crossing {
  readonly x: number;
  readonly y: number;
  /** Edges at the other ends of the pieces that end here: one or two. */
  readonly next: string[];
}

export function levelCurves(grid: Grid, levels: readonly number[]): Curves {
  const curves: Curves = { x: [], y: [] };
  for (const level of levels) trace(crossings(grid, level), curves);
  return curves;
}

/** All crossed edges with their neighbours. */
function crossings(grid: Grid, level: number): Map<string, Crossing> {
  const found = new Map<string, Crossing>();
  const above = (i: number, j: number) => grid.value(i, j) > level;
  /** The crossed edge between two corners, or null. */
  function edge(i: number, j: number, di: number, dj: number): string | null {
    if (above(i, j) === above(i + di, j + dj)) return null;
    const key = `${i} ${j} ${di}`;
    if (!found.has(key)) {
      const [a, b] = [grid.value(i, j), grid.value(i + di, j + dj)];
      const share = (level - a) / (b - a);
      const x = grid.x[i] + share * (grid.x[i + di] - grid.x[i]);
      found.set(key, { x, y: grid.y[j] + share * (grid.y[j + dj] - grid.y[j]), next: [] });
    }
    return key;
  }
  for (let i = 0; i + 1 < grid.x.length; i++)
    for (let j = 0; j + 1 < grid.y.length; j++) {
      // Lower, right, upper and left edge; in a saddle the pieces cut off the lower right and the upper left corner.
      const keys = [edge(i, j, 1, 0), edge(i + 1, j, 0, 1), edge(i, j + 1, 1, 0), edge(i, j, 0, 1)];
      const crossed = keys.filter(key => key !== null);
      for (let k = 0; k + 1 < crossed.length; k += 2) {
        found.get(crossed[k])?.next.push(crossed[k + 1]);
        found.get(crossed[k + 1])?.next.push(crossed[k]);
      }
    }
  return found;
}

/** Open curves from their ends first, then the closed ones. */
function trace(found: Map<string, Crossing>, out: Curves): void {
  const seen = new Set<string>();
  const follow = (start: string) => {
    for (let key: string | undefined = start; key !== undefined; ) {
      const crossing = found.get(key);
      if (!crossing) break;
      seen.add(key);
      append(crossing, out);
      key = crossing.next.find(other => !seen.has(other)) ?? closing(crossing, start, out, found);
    }
    out.x.push(Number.NaN);
    out.y.push(Number.NaN);
  };
  for (const [key, { next }] of found) if (next.length === 1 && !seen.has(key)) follow(key);
  for (const key of found.keys()) if (!seen.has(key)) follow(key);
}

function append({ x, y }: Crossing, out: Curves): void {
  out.x.push(x);
  out.y.push(y);
}

/** The end of a curve; one that is closed gets its first point again. */
function closing(last: Crossing, start: string, out: Curves, found: Map<string, Crossing>): undefined {
  const first = found.get(start);
  if (first && first !== last && first.next.length === 2 && last.next.includes(start)) append(first, out);
  return undefined;
}
