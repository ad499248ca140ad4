// Bounds of the view: positions of the points, and the reach of their rods.

export type Bounds = readonly [readonly number[], readonly number[]];

export interface Seen {
  readonly dimension: number;
  readonly places: readonly (readonly number[])[];
  /** Pairs of places; −1 − k is anchor k. */
  readonly rods: readonly (readonly [number, number])[];
  readonly anchors: readonly (readonly number[])[];
}

/** Margin around points without anchors. */
const margin = 0.35;
const smallest = 0.5;

export function boundsOf({ dimension, places, rods, anchors }: Seen): Bounds {
  const axes = Array.from({ length: dimension }, (_, k) => k);
  const all = [...places, ...anchors];
  const low = axes.map(k => Math.min(...all.map(place => place[k])));
  const high = axes.map(k => Math.max(...all.map(place => place[k])));
  const spread = Math.max(smallest, ...axes.map(k => high[k] - low[k]));
  const reach = anchors.length > 0 ? reachOf({ dimension, places, rods, anchors }) : 0;
  const isHeld = reach > 0;
  return [
    axes.map(k => (isHeld ? Math.min(...anchors.map(a => a[k])) - 1.1 * reach : low[k] - margin * spread)),
    axes.map(k => (isHeld ? Math.max(...anchors.map(a => a[k])) + 1.1 * reach : high[k] + margin * spread)),
  ];
}

export function unionOf([low, high]: Bounds, [lower, higher]: Bounds): Bounds {
  return [low.map((x, k) => Math.min(x, lower[k])), high.map((x, k) => Math.max(x, higher[k]))];
}

/** How far the farthest point can go from the anchors: the rods of the shortest way, laid end to end. */
function reachOf({ places, rods, anchors }: Seen): number {
  const place = (k: number) => (k < 0 ? anchors[-1 - k] : places[k]);
  const length = ([a, b]: readonly [number, number]) =>
    Math.hypot(...place(a).map((x, k) => x - place(b)[k]));
  const far = new Map<number, number>();
  const ways = rods.map(rod => ({ rod, length: length(rod) }));
  for (let isNew = true; isNew; ) {
    isNew = false;
    for (const { rod, length: added } of ways)
      for (const [from, to] of [rod, [rod[1], rod[0]] as const]) {
        const start = from < 0 ? 0 : far.get(from);
        if (to < 0 || start === undefined || start + added >= (far.get(to) ?? Number.POSITIVE_INFINITY))
          continue;
        far.set(to, start + added);
        isNew = true;
      }
  }
  return Math.max(0, ...far.values());
}
