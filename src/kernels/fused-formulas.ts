// What a classical problem gives to the code of a RATTLE step, as expressions of its local variables: q0 … at the start of the
// step, Q0 … at its end.

import { gradient } from '../formula/derivative.ts';
import type { Graph, Node } from '../formula/graph.ts';
import { constraintRows, type Row } from './constraint-rows.ts';
import { createLocalVariables, type LocalVariables } from './local-variables.ts';
import type { ClassicalTask } from './motion-source.ts';

export interface Formulas {
  readonly graph: Graph;
  readonly locals: LocalVariables;
  readonly inverseMass: Float64Array;
  /** Coordinates and constraints. */
  readonly n: number;
  readonly m: number;
  /** ∇V as formulas of the variables 0 … n−1. */
  readonly force: readonly Node[];
  /** What the constraints are divided by (see constraint-rows.ts). */
  readonly units: readonly number[];
  /** ∂g/∂q at the start and at the end. */
  readonly G0: readonly Row[];
  readonly G1: readonly Row[];
  /** The unit that all of them have, or 1. */
  readonly unit: number;
  /** g(Q) in their own units, times that one. */
  readonly residuals: readonly Node[];
}

export function createFormulas({ graph, potential, constraints, inverseMass }: ClassicalTask): Formulas {
  const locals = createLocalVariables(graph);
  const { units, rows } = constraintRows(graph, constraints);
  const rowsAt = (name: string) =>
    rows.map(
      row => new Map([...row].map(([j, { factor, node }]) => [j, { factor, node: locals.at(name, node) }])),
    );
  const derivatives = gradient(graph, potential);
  const unit = units.every(one => one === units[0]) ? units[0] : 1;
  return {
    graph,
    locals,
    inverseMass,
    n: inverseMass.length,
    m: constraints.length,
    force: Array.from(inverseMass, (_, i) => derivatives.get(i) ?? graph.constant(0)),
    units,
    G0: rowsAt('q'),
    G1: rowsAt('Q'),
    unit,
    residuals: constraints.map((g, i) => graph.mul(graph.constant(unit / units[i]), locals.at('Q', g))),
  };
}

/** Lines, or a list, for i = 0 … count−1. */
export function each(count: number, text: (i: number) => string, separator = '\n'): string {
  return Array.from({ length: count }, (_, i) => text(i)).join(separator);
}
