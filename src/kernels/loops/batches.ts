// Which constraints share coordinates in g(q). Constraints of one shape are one template with a table of coordinates (formula/elements.ts), so
// all that is made of them (Gᵀλ, G M⁻¹ Gᵀ) is a loop over batches of one shape:
//   particles   coordinates that occur in the same constraints; one batch when they stand in the same slots of the same shapes
//   rows        constraints with those they share coordinates with; one batch when the same slots are shared
// Derivatives are taken of templates only, whatever the number of constraints.

import { gradient } from '../../formula/derivative.ts';
import { type Batch, groupByShape, indexOfPlace, kindOfPlace, place } from '../../formula/elements.ts';
import type { Graph, Node } from '../../formula/graph.ts';

/** One constraint: its shape, and which row of the table of that shape. */
interface Site {
  readonly shape: number;
  readonly row: number;
}

/** A constraint as others meet it; the same likeness means in the same way. */
interface Met {
  readonly constraint: number;
  readonly likeness: string;
}

/** Coordinates that occur in the same constraints, and in which slots of them. */
export interface Particle {
  readonly coordinates: readonly number[];
  readonly meetings: readonly (Met & { readonly slots: readonly number[] })[];
}

/** A constraint and those it shares coordinates with, itself included: pairs of its slots and theirs. */
export interface Row {
  readonly constraint: number;
  readonly neighbours: readonly (Met & { readonly pairs: readonly (readonly [number, number])[] })[];
}

/** More coordinates are not treated as one: the code for them would grow without need. */
const largestParticle = 6;

export class ConstraintBatches {
  readonly graph: Graph;
  readonly shapes: readonly Batch[];
  readonly sites: readonly Site[];
  readonly particles: readonly Particle[];
  readonly rows: readonly Row[];
  /** Per coordinate the constraints that it occurs in and its slots there, ascending. */
  private readonly meetings: (readonly [constraint: number, slot: number])[][];
  private readonly derivatives: readonly ReadonlyMap<number, Node>[];

  constructor(graph: Graph, constraints: readonly Node[], n: number) {
    this.graph = graph;
    this.shapes = groupByShape(
      graph,
      constraints.map((expression, output) => ({ output, expression })),
    );
    const sites: Site[] = [];
    this.shapes.forEach(({ outputs }, shape) => {
      outputs.forEach((constraint, row) => {
        sites[constraint] = { shape, row };
      });
    });
    this.sites = sites;
    this.derivatives = this.shapes.map(({ template }) => gradient(graph, template));
    this.meetings = Array.from({ length: n }, () => []);
    for (let a = 0; a < sites.length; a++)
      for (const slot of this.slots(a)) this.meetings[this.coordinate(a, slot)].push([a, slot]);
    this.particles = this.findParticles();
    this.rows = sites.map((_, a) => this.rowOf(a));
  }

  /** The slots of a constraint by which it has a derivative. */
  slots(a: number): number[] {
    return [...this.derivatives[this.sites[a].shape].keys()]
      .filter(variable => kindOfPlace(variable) === 'x')
      .map(indexOfPlace);
  }

  /** ∂g_a/∂(what stands in the slot), in the places of the template. */
  derivative(a: number, slot: number): Node {
    return this.derivatives[this.sites[a].shape].get(place.x(slot)) ?? this.graph.constant(0);
  }

  coordinate(a: number, slot: number): number {
    const { shape, row } = this.sites[a];
    const { variables, places } = this.shapes[shape];
    return variables[row * places + slot];
  }

  /** Coordinates in no constraint stand alone. */
  private findParticles(): Particle[] {
    const found = new Map<string, number[]>();
    this.meetings.forEach((met, i) => {
      const key = met.length > 0 ? met.map(([a]) => a).join() : `free ${i}`;
      const members = found.get(key);
      if (members && members.length < largestParticle) members.push(i);
      else {
        if (members) found.set(`${key} before ${i}`, members);
        found.set(key, [i]);
      }
    });
    return [...found.values()].map(coordinates => {
      const meetings = this.meetings[coordinates[0]].map(([constraint], j) => {
        const slots = coordinates.map(i => this.meetings[i][j][1]);
        return { constraint, slots, likeness: `${this.sites[constraint].shape}:${slots}` };
      });
      return { coordinates, meetings: meetings.sort(byLikeness) };
    });
  }

  private rowOf(a: number): Row {
    const shared = new Map<number, (readonly [number, number])[]>();
    for (const slot of this.slots(a))
      for (const [b, other] of this.meetings[this.coordinate(a, slot)]) {
        const pairs = shared.get(b);
        if (pairs) pairs.push([slot, other]);
        else shared.set(b, [[slot, other]]);
      }
    const neighbours = [...shared].map(([b, pairs]) => {
      return { constraint: b, pairs, likeness: `${this.sites[b].shape}:${pairs}` };
    });
    return { constraint: a, neighbours: neighbours.sort(byLikeness) };
  }
}

/** In this order, members of one batch list their neighbours in the same way. */
function byLikeness(one: Met, other: Met): number {
  if (one.likeness !== other.likeness) return one.likeness < other.likeness ? -1 : 1;
  return one.constraint - other.constraint;
}

/** The members of each group of equal keys, in their order. */
export function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()];
}
