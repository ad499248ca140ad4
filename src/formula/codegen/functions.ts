// A list of formulas f₀ … f_{m−1} of the variables x₀ … x_{N−1}, compiled: values, derivatives and their sparsity.
// Each kernel is compiled at its first call, so a run pays only for the derivatives that its method needs.

import { type Pattern, patternFromRows, position } from '../../linalg/pattern.ts';
import { directional, gradient, isZero } from '../derivative.ts';
import { indexOfPlace, kindOfPlace, place, splitIntoElements } from '../elements.ts';
import { type Graph, type Node, type Op, reachable } from '../graph.ts';
import { once } from '../once.ts';
import {
  compileKernel,
  type KernelSource,
  kernelSource,
  type Locate,
  numberAt,
  type Program,
  straightStores,
} from './js-kernel.ts';

type Reals = ArrayLike<number>;

export interface CompiledFunctions {
  readonly count: number;
  /** Degree as polynomials in x: 0, 1, 2, or Infinity. */
  readonly degree: number;
  readonly jacobianPattern: Pattern;
  /** Union of the sparsity of all second derivatives, full symmetric. */
  readonly hessianPattern: Pattern;
  value(x: Reals, out: Float64Array): void;
  jacobian(x: Reals, out: Float64Array): void;
  /** outᵢ = ∇fᵢ·v */
  jacobianTimes(x: Reals, v: Reals, out: Float64Array): void;
  /** out = Σ wᵢ ∇fᵢ */
  transposedTimes(x: Reals, w: Reals, out: Float64Array): void;
  /** out = Σ ∇fᵢ */
  gradient(x: Reals, out: Float64Array): void;
  /** out = entries of Σ wᵢ fᵢ'' */
  hessian(x: Reals, w: Reals, out: Float64Array): void;
  /** out = Σ wᵢ fᵢ'' v */
  hessianTimes(x: Reals, w: Reals, v: Reals, out: Float64Array): void;
  /** outᵢ = uᵀ fᵢ'' v */
  second(x: Reals, u: Reals, v: Reals, out: Float64Array): void;
  /** out = Σ wᵢ ∇(vᵀ fᵢ'' v) */
  third(x: Reals, w: Reals, v: Reals, out: Float64Array): void;
}

const along = (graph: Graph, f: Node, array: (s: number) => number) =>
  directional(graph, f, s => (kindOfPlace(s) === 'x' ? graph.variable(array(indexOfPlace(s))) : undefined));

/** ∂f/∂x(s) for the slots s of x only. */
function byPlaces(graph: Graph, f: Node): [number, Node][] {
  return [...gradient(graph, f)].filter(([s]) => kindOfPlace(s) === 'x');
}

const weighted = (graph: Graph, value: Node) => graph.mul(graph.variable(place.weight), value);

const programs = {
  value: (_graph, e) => [{ rows: 'output', columns: 'none', value: e }],
  jacobian: (graph, e) => byPlaces(graph, e).map(([s, d]) => ({ rows: 'output', columns: s, value: d })),
  jacobianTimes: (graph, e) => [{ rows: 'output', columns: 'none', value: along(graph, e, place.v) }],
  gradient: (graph, e) => byPlaces(graph, e).map(([s, d]) => ({ rows: s, columns: 'none', value: d })),
  transposedTimes: (graph, e) =>
    byPlaces(graph, e).map(([s, d]) => ({ rows: s, columns: 'none', value: weighted(graph, d) })),
  hessian: (graph, e) =>
    byPlaces(graph, e).flatMap(([s, d]) =>
      byPlaces(graph, d).map(([t, dd]) => ({ rows: s, columns: t, value: weighted(graph, dd) })),
    ),
  hessianTimes: (graph, e) =>
    byPlaces(graph, along(graph, e, place.v)).map(([s, d]) => ({
      rows: s,
      columns: 'none',
      value: weighted(graph, d),
    })),
  second: (graph, e) => [
    { rows: 'output', columns: 'none', value: along(graph, along(graph, e, place.u), place.v) },
  ],
  third: (graph, e) =>
    byPlaces(graph, along(graph, along(graph, e, place.v), place.v)).map(([s, d]) => ({
      rows: s,
      columns: 'none',
      value: weighted(graph, d),
    })),
} satisfies Record<string, Program>;

const none = new Float64Array(0);

export function compileFunctions(
  graph: Graph,
  outputs: readonly Node[],
  dimension: number,
): CompiledFunctions {
  const source = kernelSource(graph, splitIntoElements(graph, outputs));
  const lazy = (program: Program, locate: Locate) => once(() => compileKernel(source, program, locate));
  const byRow: Locate = row => row;
  const jacobianPattern = patternFromStores(source, programs.jacobian, outputs.length, dimension);
  const hessianPattern = once(() => patternFromStores(source, programs.hessian, dimension, dimension));
  const value = lazy(programs.value, byRow);
  const jacobian = lazy(programs.jacobian, (i, j) => position(jacobianPattern, i, j));
  const jacobianTimes = lazy(programs.jacobianTimes, byRow);
  const gradientKernel = lazy(programs.gradient, byRow);
  const transposedTimes = lazy(programs.transposedTimes, byRow);
  const hessian = lazy(programs.hessian, (i, j) => position(hessianPattern(), i, j));
  const hessianTimes = lazy(programs.hessianTimes, byRow);
  const second = lazy(programs.second, byRow);
  const third = lazy(programs.third, byRow);
  return {
    count: outputs.length,
    degree: degreeOf(source),
    jacobianPattern,
    get hessianPattern() {
      return hessianPattern();
    },
    value: (x, out) => value()(x, none, none, none, out),
    jacobian: (x, out) => jacobian()(x, none, none, none, out),
    jacobianTimes: (x, v, out) => jacobianTimes()(x, none, none, v, out),
    gradient: (x, out) => gradientKernel()(x, none, none, none, out),
    transposedTimes: (x, w, out) => transposedTimes()(x, w, none, none, out),
    hessian: (x, w, out) => hessian()(x, w, none, none, out),
    hessianTimes: (x, w, v, out) => hessianTimes()(x, w, none, v, out),
    second: (x, u, v, out) => second()(x, none, u, v, out),
    third: (x, w, v, out) => third()(x, w, none, v, out),
  };
}

/** fᵢ and ∇fᵢ·v with the bits of the compiled kernels, in the variables of x and v; null where those are loops. */
export function straightValues(
  graph: Graph,
  outputs: readonly Node[],
): { readonly values: readonly Node[]; readonly alongV: readonly Node[] } | null {
  const source = kernelSource(graph, splitIntoElements(graph, outputs));
  const [values, alongV] = [programs.value, programs.jacobianTimes].map(program => {
    const stores = straightStores(source, program, row => row);
    return stores && outputs.map((_, i) => stores.get(i) ?? graph.constant(0));
  });
  return values && alongV ? { values, alongV } : null;
}

/** Sparsity from the stores of the templates and the tables of their variables. */
function patternFromStores(source: KernelSource, program: Program, rows: number, cols: number): Pattern {
  const entries = Array.from({ length: rows }, () => new Set<number>());
  for (const batch of source.batches) {
    const stores = program(source.graph, batch.template);
    for (let k = 0; k < batch.count; k++)
      for (const store of stores)
        entries[numberAt(batch, k, store.rows)].add(numberAt(batch, k, store.columns));
  }
  return patternFromRows(entries, cols);
}

/** Operations with kinks: on each side their derivatives look like those of polynomials, but the function is not one. */
export const kinks: ReadonlySet<Op> = new Set(['abs', 'sign', 'min', 'max', 'less']);

function degreeOf({ graph, batches }: KernelSource): number {
  const degreeOfTemplate = (template: Node) => {
    if (reachable(graph, [template]).some(node => kinks.has(graph.op(node)))) return Infinity;
    const first = byPlaces(graph, template);
    if (first.length === 0) return 0;
    const second = first.flatMap(([, d]) => byPlaces(graph, d));
    if (second.length === 0) return 1;
    return second.every(([, dd]) => byPlaces(graph, dd).every(([, d]) => isZero(graph, d))) ? 2 : Infinity;
  };
  return Math.max(0, ...batches.map(batch => degreeOfTemplate(batch.template)));
}
