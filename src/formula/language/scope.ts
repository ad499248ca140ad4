// Scope: the values of names in a formula, constants and variables, scalars or arrays. Scopes are chains of maps, so that
// no name (not even “constructor”) exists unless it was defined.

import type { Graph, Node } from '../graph.ts';

/** A scalar, or an array of values that share one shape. */
export type Value = Node | readonly Value[];

export interface Scope {
  readonly graph: Graph;
  lookup(name: string): Value | undefined;
  names(): Iterable<string>;
  /** Shared by all formulas elaborated in this scope, in addition to the limit of each formula. */
  readonly budget?: Budget | undefined;
}

type Numbers = number | readonly Numbers[];

export interface VariableArray {
  readonly name: string;
  /** [] is a scalar, [n] a vector, [n, k] n vectors of k entries … */
  readonly shape: readonly number[];
  /** Number of the first variable; the others follow in row-major order. */
  readonly first: number;
}

interface Definitions {
  readonly parameters?: Iterable<readonly [string, Numbers]>;
  readonly variables?: Iterable<VariableArray>;
}

/** Later definitions of a name take precedence, variables over parameters. */
export function createScope(graph: Graph, definitions: Definitions = {}): Scope {
  const values = new Map<string, Value>();
  for (const [name, numbers] of definitions.parameters ?? []) values.set(name, constantValue(graph, numbers));
  for (const { name, shape, first } of definitions.variables ?? [])
    values.set(name, variableValue(graph, shape, first));
  return scopeOf(graph, values);
}

export function scopeOf(graph: Graph, values: ReadonlyMap<string, Value>): Scope {
  return { graph, lookup: name => values.get(name), names: () => values.keys() };
}

/** The scope with one more name, which hides an older one. */
export function withBinding(scope: Scope, name: string, value: Value): Scope {
  return {
    graph: scope.graph,
    budget: scope.budget,
    lookup: wanted => (wanted === name ? value : scope.lookup(wanted)),
    names: function* () {
      yield name;
      yield* scope.names();
    },
  };
}

export function withBudget(scope: Scope, budget: Budget): Scope {
  return {
    graph: scope.graph,
    budget,
    lookup: name => scope.lookup(name),
    names: () => scope.names(),
  };
}

export function constantValue(graph: Graph, numbers: Numbers): Value {
  return typeof numbers === 'number'
    ? graph.constant(numbers)
    : numbers.map(entry => constantValue(graph, entry));
}

export function variableValue(graph: Graph, shape: readonly number[], first: number): Value {
  if (shape.length === 0) return graph.variable(first);
  const [length, ...rest] = shape;
  const stride = rest.reduce((product, n) => product * n, 1);
  return Array.from({ length }, (_, i) => variableValue(graph, rest, first + i * stride));
}

export function isScalar(value: Value): value is Node {
  return typeof value === 'number';
}

/** “a number”, “a vector of 3 entries”, “an array of 10 × 2 numbers”. */
export function shapeName(value: Value): string {
  const shape = shapeOf(value);
  if (shape.length === 0) return 'a number';
  if (shape.length > 1) return `an array of ${shape.join(' × ')} numbers`;
  return `a vector of ${shape[0]} ${shape[0] === 1 ? 'entry' : 'entries'}`;
}

function shapeOf(value: Value): number[] {
  const shape: number[] = [];
  for (let inner: Value | undefined = value; inner !== undefined && !isScalar(inner); inner = inner[0])
    shape.push(inner.length);
  return shape;
}

// Limits on the work of a text. A short formula can stand for astronomically many operations (nested sums);
// counting them ends such a formula with an error instead of a frozen program.

export class Budget {
  readonly limit: number;
  /** Subject of the limit: “formula”, “family”. */
  readonly subject: string;
  private readonly around: Budget | undefined;
  private spent = 0;

  constructor(subject: string, limit: number, around?: Budget) {
    this.subject = subject;
    this.limit = limit;
    this.around = around;
  }

  /** Counts operations here and in the enclosing budgets; returns the budget that is exceeded, if any. */
  spend(operations = 1): Budget | undefined {
    this.spent += operations;
    return this.spent > this.limit ? this : this.around?.spend(operations);
  }
}
