// Rods as edges of a graph of particles: connected components, and the shortest path around an edge.
// Fixed particles (anchored, or of infinite mass) do not connect their rods.

import type { ParticleSystem, Rod } from '../system.ts';

type Rods = Pick<ParticleSystem, 'rods' | 'anchored'> & Partial<Pick<ParticleSystem, 'mass'>>;

export interface RodGroup {
  /** Numbers, ascending. */
  readonly rods: readonly number[];
  /** Without cycles, where all fixed ends count as one vertex. */
  readonly isTree: boolean;
}

/** Particles with M⁻¹ = 0. */
export function fixedParticles({ anchored, mass }: Omit<Rods, 'rods'>): Set<number> {
  const fixed = new Set(anchored);
  mass?.forEach((m, i) => {
    if (m === Number.POSITIVE_INFINITY) fixed.add(i);
  });
  return fixed;
}

/** Groups of rods connected by moving particles, in the order of their first rods. */
export function rodGroups(system: Rods): RodGroup[] {
  const fixed = fixedParticles(system);
  const touching = rodsByParticle(system.rods, system.rods.keys());
  const seen = new Set<number>();
  const groups: RodGroup[] = [];
  for (const first of system.rods.keys()) {
    if (seen.has(first)) continue;
    const rods = [first];
    seen.add(first);
    for (const k of rods)
      for (const end of [system.rods[k].a, system.rods[k].b])
        for (const other of fixed.has(end) ? [] : (touching.get(end) ?? [])) {
          if (seen.has(other)) continue;
          seen.add(other);
          rods.push(other);
        }
    groups.push({ rods: rods.sort((k, l) => k - l), isTree: isTree(system, rods, fixed) });
  }
  return groups;
}

function isTree({ rods }: Rods, group: readonly number[], fixed: ReadonlySet<number>): boolean {
  if (group.length === 1) return true;
  const moving = new Set<number>();
  let isGrounded = false;
  for (const k of group)
    for (const end of [rods[k].a, rods[k].b])
      if (fixed.has(end)) isGrounded = true;
      else moving.add(end);
  return group.length === moving.size - (isGrounded ? 0 : 1);
}

/** The rods of these numbers that end at each particle. */
export function rodsByParticle(rods: readonly Rod[], numbers: Iterable<number>): Map<number, number[]> {
  const touching = new Map<number, number[]>();
  for (const k of numbers)
    for (const end of [rods[k].a, rods[k].b]) {
      const known = touching.get(end);
      if (known) known.push(k);
      else touching.set(end, [k]);
    }
  return touching;
}

export interface Way {
  readonly particles: readonly number[];
  readonly lengths: readonly number[];
}

/** The shortest path (Dijkstra) between the ends of rod k along other rods; null when it is longer than `most`. */
export function wayAround(
  rods: readonly Rod[],
  group: readonly number[],
  k: number,
  most: number,
  touching = rodsByParticle(rods, group),
): Way | null {
  const { a, b } = rods[k];
  const reached = new Map<number, { far: number; by: number }>([[a, { far: 0, by: -1 }]]);
  const open = new Set([a]);
  while (open.size > 0) {
    const [at, far] = nearest(open, reached);
    open.delete(at);
    if (at === b) return wayBack(rods, reached, a, b);
    for (const by of touching.get(at) ?? []) {
      if (by === k) continue;
      const next = rods[by].a === at ? rods[by].b : rods[by].a;
      const total = far + rods[by].length;
      if (total > most || total >= (reached.get(next)?.far ?? Number.POSITIVE_INFINITY)) continue;
      reached.set(next, { far: total, by });
      open.add(next);
    }
  }
  return null;
}

type Reached = ReadonlyMap<number, { readonly far: number; readonly by: number }>;

function nearest(open: ReadonlySet<number>, reached: Reached): [number, number] {
  let best: [number, number] = [-1, Number.POSITIVE_INFINITY];
  for (const i of open) {
    const far = reached.get(i)?.far ?? Number.POSITIVE_INFINITY;
    if (far < best[1]) best = [i, far];
  }
  return best;
}

function wayBack(rods: readonly Rod[], reached: Reached, a: number, b: number): Way {
  const [particles, lengths] = [[b], [] as number[]];
  for (let at = b; at !== a; ) {
    const rod = rods[reached.get(at)?.by ?? 0];
    lengths.unshift(rod.length);
    at = rod.a === at ? rod.b : rod.a;
    particles.unshift(at);
  }
  return { particles, lengths };
}
