// The formulas of a RATTLE step or stage (sparse-rattle.ts) as loops over batches of one shape
// (batches.ts), with the times of the kick and of the drift and h from memory; in RATTLE they are h/2, h and h:
//   move        P = p − kick ∇V(q) − h Gᵀ(q)·rate,  Q = q + drift M⁻¹P
//   residual    r = g(Q), and the largest |r| in proportion to the size of its terms
//   termSizes   that size, inverted:  1 / Σ |∂g/∂q| (|q| + floor)
//   matrix      entries of G(Q) M⁻¹ G(q)ᵀ
//   hidden      entries of N = G(Q) M⁻¹ G(Q)ᵀ, and r = G(Q) M⁻¹(P − kick ∇V(Q))
//   finish      P ← P − kick ∇V(Q) − Gᵀ(Q) r, and the sum of the new state, which tells whether all of it is finite

import { type Addresses, Loop } from '../../formula/codegen/wasm-loop.ts';
import { dot, sum } from '../../formula/combination.ts';
import { indexOfPlace, kindOfPlace } from '../../formula/elements.ts';
import { type Node, reachable, substitute } from '../../formula/graph.ts';
import { termSizeNodes } from '../../problem/term-sizes.ts';
import { type ConstraintBatches, groupBy, type Particle, type Row } from './batches.ts';
import type { MemoryPlan, StepMemory } from './program.ts';

/** Shorter loops are written out turn by turn. */
const minLoop = 4;

/** Operations of all loops together. Formulas of very many variables have derivatives that would need much more. */
const maxOperations = 500_000;

/** The formulas have too little in common: loops for them would be too long. */
export class LoopsTooLong extends Error {}

/** What is known of each coordinate beforehand; ∂V/∂q is NaN where it is not constant. */
export interface KnownOfCoordinates {
  readonly inverseMass: Float64Array;
  readonly force: Float64Array;
}

/** Where the entry (a, b) of a matrix goes: to several places, or to none if it is not wanted. */
export type Targets = (a: number, b: number) => readonly number[];

interface Known {
  readonly values: Float64Array;
  readonly at: number;
}

export class RattlePasses {
  private readonly groups: ConstraintBatches;
  private readonly memory: StepMemory;
  private readonly n: number;
  private readonly inverseMass: Known;
  private readonly force: Known;
  /** Addresses of the constants of each shape. */
  private readonly constants: readonly number[];
  private operations = 0;
  private readonly sizes = new Map<Node, number>();

  constructor(groups: ConstraintBatches, known: KnownOfCoordinates, memory: StepMemory, plan: MemoryPlan) {
    this.groups = groups;
    this.memory = memory;
    this.n = known.inverseMass.length;
    this.inverseMass = { values: known.inverseMass, at: plan.filled(known.inverseMass) };
    this.force = { values: known.force, at: memory.gradient };
    this.constants = groups.shapes.map(({ constants }) => plan.filled(constants));
  }

  move(): Loop[] {
    const { graph } = this.groups;
    const { start, end, rate, h, drift } = this.memory;
    return this.overParticles((loop, particles, c) => {
      const i = particles.map(({ coordinates }) => coordinates[c]);
      const slide = this.slide(loop, particles, c, { from: start, weights: rate });
      const P = graph.sub(this.kicked(loop, i, start), graph.mul(loop.fixed(h), slide));
      const velocity = graph.mul(this.known(loop, this.inverseMass, i), P);
      const Q = graph.add(loop.load(shifted(i, start)), graph.mul(loop.fixed(drift), velocity));
      loop.store(shifted(i, end), Q);
      loop.store(shifted(i, end + this.n), P);
    });
  }

  residual(): Loop[] {
    const { groups, memory } = this;
    const { graph } = groups;
    const loops = this.overConstraints((loop, constraints) => {
      const { template } = groups.shapes[groups.sites[constraints[0]].shape];
      loop.store(shifted(constraints, memory.r), this.at(loop, template, constraints, memory.end));
    });
    return this.reduce(loops, memory.size, (largest, { value, loop, to }) => {
      const inverseScale = loop.load(to.map(at => at - memory.r + memory.inverseScale));
      return graph.binary('max', largest, graph.mul(graph.unary('abs', value), inverseScale));
    });
  }

  termSizes(): Loop[] {
    const { groups, memory } = this;
    const { graph } = groups;
    return this.overConstraints((loop, constraints) => {
      const terms = groups.slots(constraints[0]).map((slot): [Node, Node] => {
        const i = constraints.map(a => groups.coordinate(a, slot));
        const q = graph.unary('abs', loop.load(shifted(i, memory.start)));
        const size = graph.add(q, loop.load(shifted(i, memory.floors)));
        return [this.derivative(loop, constraints, slot, memory.start), size];
      });
      const inverse = graph.div(graph.constant(1), sum(graph, termSizeNodes(graph, terms)));
      loop.store(shifted(constraints, memory.inverseScale), inverse);
    });
  }

  matrix(targets: Targets): Loop[] {
    return this.overRows(targets, (loop, rows) => this.storeEntries(loop, rows, this.memory.start, targets));
  }

  hidden(targets: Targets): Loop[] {
    const { groups } = this;
    const { graph } = groups;
    const { end, r } = this.memory;
    return this.overRows(targets, (loop, rows) => {
      this.storeEntries(loop, rows, end, targets);
      const constraints = rows.map(({ constraint }) => constraint);
      const slots = groups.slots(constraints[0]);
      const G = slots.map(slot => this.derivative(loop, constraints, slot, end));
      const velocity = slots.map(slot => {
        const i = constraints.map(a => groups.coordinate(a, slot));
        return graph.mul(this.known(loop, this.inverseMass, i), this.kicked(loop, i, end));
      });
      loop.store(shifted(constraints, r), dot(graph, G, velocity));
    });
  }

  finish(): Loop[] {
    const { graph } = this.groups;
    const { end, r, total } = this.memory;
    const loops = this.overParticles((loop, particles, c) => {
      const i = particles.map(({ coordinates }) => coordinates[c]);
      const kick = this.slide(loop, particles, c, { from: end, weights: r });
      loop.store(shifted(i, end + this.n), graph.sub(this.kicked(loop, i, end), kick));
    });
    return this.reduce(loops, total, (total, { value, loop, to }) =>
      graph.add(total, graph.add(value, loop.load(to.map(at => at - this.n)))),
    );
  }

  /** Entries of G(Q) M⁻¹ Gᵀ, with the G on the right at the state that begins at `right`. */
  private storeEntries(loop: Loop, rows: readonly Row[], right: number, targets: Targets): void {
    const { groups, memory } = this;
    const constraints = rows.map(({ constraint }) => constraint);
    const neighbours = rows.map(row => wanted(row, targets));
    neighbours[0].forEach(({ pairs }, k) => {
      const others = neighbours.map(all => all[k].constraint);
      const left = pairs.map(([slot]) => this.derivative(loop, constraints, slot, memory.end));
      const scaled = pairs.map(([slot, other]) => {
        const i = constraints.map(a => groups.coordinate(a, slot));
        const derivative = this.derivative(loop, others, other, right);
        return groups.graph.mul(this.known(loop, this.inverseMass, i), derivative);
      });
      const entry = dot(groups.graph, left, scaled);
      const places = constraints.map((a, turn) => targets(a, others[turn]));
      for (const t of places[0].keys())
        loop.store(
          Int32Array.from(places, all => all[t]),
          entry,
        );
    });
  }

  /** (Gᵀ weights)ᵢ for coordinate c of the particles. */
  private slide(
    loop: Loop,
    particles: readonly Particle[],
    c: number,
    { from, weights }: { readonly from: number; readonly weights: number },
  ): Node {
    const { graph } = this.groups;
    const terms = particles[0].meetings.map(({ slots }, j) => {
      const constraints = particles.map(({ meetings }) => meetings[j].constraint);
      const derivative = this.derivative(loop, constraints, slots[c], from);
      return graph.mul(loop.load(shifted(constraints, weights)), derivative);
    });
    return sum(graph, terms);
  }

  /** p − kick ∂V/∂q, of the start or of the end. */
  private kicked(loop: Loop, i: readonly number[], state: number): Node {
    const { graph } = this.groups;
    const kick = graph.mul(loop.fixed(this.memory.kick), this.known(loop, this.force, i));
    return graph.sub(loop.load(shifted(i, state + this.n)), kick);
  }

  /** A number where it is the same for all these coordinates, else what memory holds for each. */
  private known(loop: Loop, { values, at }: Known, i: readonly number[]): Node {
    const first = values[i[0]];
    const isSame = i.every(j => values[j] === first);
    return isSame ? this.groups.graph.constant(first) : loop.load(shifted(i, at));
  }

  private derivative(loop: Loop, constraints: readonly number[], slot: number, from: number): Node {
    return this.at(loop, this.groups.derivative(constraints[0], slot), constraints, from);
  }

  /** An expression in the places of a template, for constraints of its shape, at the state that begins at `from`. */
  private at(loop: Loop, expression: Node, constraints: readonly number[], from: number): Node {
    const { groups } = this;
    const { graph, sites } = groups;
    this.spend(expression);
    const { shape } = sites[constraints[0]];
    const { constants, count } = groups.shapes[shape];
    const addressOf = (variable: number) => {
      const index = indexOfPlace(variable);
      return kindOfPlace(variable) === 'constant'
        ? (a: number) => this.constants[shape] + (constants.length / count) * sites[a].row + index
        : (a: number) => from + groups.coordinate(a, index);
    };
    return substitute(graph, expression, leaf => {
      if (graph.op(leaf) !== 'variable') return leaf;
      return loop.load(Int32Array.from(constraints, addressOf(graph.datum(leaf))));
    });
  }

  private spend(expression: Node): void {
    const size = this.sizes.get(expression) ?? reachable(this.groups.graph, [expression]).length;
    this.sizes.set(expression, size);
    this.operations += size;
    if (this.operations > maxOperations) throw new LoopsTooLong();
  }

  private overParticles(fill: (loop: Loop, particles: readonly Particle[], c: number) => void): Loop[] {
    const key = ({ coordinates, meetings }: Particle) =>
      [coordinates.length, ...meetings.map(({ likeness }) => likeness)].join(' ');
    return this.overAlike(this.groups.particles, key, (loop, particles) => {
      for (const c of particles[0].coordinates.keys()) fill(loop, particles, c);
    });
  }

  private overConstraints(fill: (loop: Loop, constraints: readonly number[]) => void): Loop[] {
    const { sites } = this.groups;
    return this.overAlike([...sites.keys()], a => `${sites[a].shape}`, fill);
  }

  private overRows(targets: Targets, fill: (loop: Loop, rows: readonly Row[]) => void): Loop[] {
    const { sites, rows } = this.groups;
    const key = (row: Row) => {
      const places = wanted(row, targets).map(({ constraint, likeness }) => {
        return `${likeness}:${targets(row.constraint, constraint).length}`;
      });
      return [sites[row.constraint].shape, ...places].join(' ');
    };
    return this.overAlike(rows, key, fill);
  }

  private overAlike<T>(
    items: readonly T[],
    key: (item: T) => string,
    fill: (loop: Loop, members: readonly T[]) => void,
  ): Loop[] {
    const groups = groupBy(items, key);
    const loops = groups.flatMap(group => (group.length < minLoop ? group.map(one => [one]) : [group]));
    return loops.map(members => {
      const loop = new Loop(this.groups.graph, members.length);
      fill(loop, members);
      return loop;
    });
  }

  /** Carries a value from 0 through all that the loops store, and leaves it in memory[result]. */
  private reduce(
    loops: readonly Loop[],
    result: number,
    next: (carried: Node, stored: { value: Node; loop: Loop; to: Addresses }) => Node,
  ): Loop[] {
    const clear = new Loop(this.groups.graph, 1);
    clear.store(clear.range(result), this.groups.graph.constant(0));
    for (const loop of loops) {
      const carried = loop.carry(loop.fixed(result), result);
      loop.pass(
        carried,
        loop.stores.reduce((value, stored) => next(value, { ...stored, loop }), carried),
      );
    }
    return [clear, ...loops];
  }
}

const shifted = (indices: readonly number[], by: number) => Int32Array.from(indices, i => i + by);

const wanted = ({ constraint, neighbours }: Row, targets: Targets) =>
  neighbours.filter(one => targets(constraint, one.constraint).length > 0);
