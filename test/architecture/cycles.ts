// Import cycles, found as strongly connected components (Tarjan 1972) of a graph of names.

export type Edges = ReadonlyMap<string, ReadonlySet<string>>;

export function edgesOf(pairs: Iterable<readonly [string, string]>): Edges {
  const edges = new Map<string, Set<string>>();
  for (const [from, to] of pairs) {
    const targets = edges.get(from) ?? new Set<string>();
    edges.set(from, targets.add(to));
  }
  return edges;
}

/** Groups of names that reach each other, and single names that import themselves; each group sorted. */
export function cycles(edges: Edges): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];

  function visit(name: string): void {
    const number = order.size;
    order.set(name, number);
    lowest.set(name, number);
    open.push(name);
    for (const next of edges.get(name) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lower(name, lowest.get(next) ?? number);
    }
    if (lowest.get(name) === number) close(name);
  }
  function lower(name: string, value: number): void {
    lowest.set(name, Math.min(lowest.get(name) ?? value, value));
  }
  function close(name: string): void {
    const group = open.splice(open.indexOf(name)).sort();
    if (group.length > 1 || edges.get(name)?.has(name)) found.push(group);
  }
  for (const name of edges.keys()) if (!order.has(name)) visit(name);
  return found.sort((a, b) => a[0].localeCompare(b[0]));
}
