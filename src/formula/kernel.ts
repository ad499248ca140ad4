// Compiles sums of elements into one function that fills the caller's array:
//   kernel(x, w, u, v, out):   out = 0;  for every element and every store of it:  out[at] += value
// Large batches become loops over tables; everything else becomes straight-line code with literal indices,
// in which equal subexpressions of all elements are shared.

import type { Element } from './elements.ts';
import { type Batch, groupByShape, indexOfPlace, kindOfPlace, place } from './elements.ts';
import { Emitter } from './emit.ts';
import type { Graph, Node } from './graph.ts';
import { reachable, substitute } from './graph.ts';

export type Kernel = (
  x: ArrayLike<number>,
  w: ArrayLike<number>,
  u: ArrayLike<number>,
  v: ArrayLike<number>,
  out: Float64Array,
) => void;

/** out[at] += value, where `at` is the output of the element or an entry named by two of its variables. */
export interface Store {
  readonly rows: 'output' | number;
  readonly columns: 'none' | number;
  readonly value: Node;
}

/** What to compute from one element, given in its own variables. */
export type Program = (graph: Graph, element: Node) => Store[];

/** Where (row, column) stands in `out`; column −1 when the store has none. */
export type Locate = (row: number, column: number) => number;

/** Up to this many operations in all, straight-line code beats loops. */
const straightLineLimit = 1500;
/** Shorter batches are not worth a loop. */
const minLoop = 4;

export interface KernelSource {
  readonly graph: Graph;
  readonly elements: readonly Element[];
  readonly batches: readonly Batch[];
}

export function kernelSource(graph: Graph, elements: readonly Element[]): KernelSource {
  return { graph, elements, batches: groupByShape(graph, elements) };
}

export function compileKernel(source: KernelSource, program: Program, locate: Locate): Kernel {
  const { graph, batches } = source;
  const costs = batches.map(
    batch =>
      reachable(
        graph,
        program(graph, batch.template).map(store => store.value),
      ).length,
  );
  const total = batches.reduce((sum, batch, b) => sum + batch.count * costs[b], 0);
  const isLong = (batch: Batch, b: number) => costs[b] > 0 && batch.count >= minLoop;
  const loops = total <= straightLineLimit ? [] : batches.filter(isLong);
  // A batch that stores nothing would still be written out element by element, for nothing.
  const straight = batches.filter((batch, b) => costs[b] > 0 && !loops.includes(batch));
  const tables: (Int32Array | Float64Array)[] = [];
  const code = [straightCode(graph, straight, program, locate)];
  for (const batch of loops) code.push(loopCode(graph, batch, program, locate, tables));
  const names = tables.map((_, t) => `T${t}`);
  const body = `'use strict';\nconst [${names.join()}] = tables;\nreturn function (x, w, u, v, out) {\nout.fill(0);\n${code.join('\n')}\n};`;
  return new Function('tables', body)(tables) as Kernel;
}

const arrays = ['x', 'u', 'v'];

/** Straight-line code: the elements of a batch written out, with stores to the same entry summed beforehand. */
function straightCode(graph: Graph, batches: readonly Batch[], program: Program, locate: Locate): string {
  const sums = new Map<number, Node>();
  for (const batch of batches) {
    for (let k = 0; k < batch.count; k++) {
      for (const { rows, columns, value } of instanceStores(graph, batch, k, program)) {
        const at = locate(rows, columns);
        const before = sums.get(at);
        sums.set(at, before === undefined ? value : graph.add(before, value));
      }
    }
  }
  const load = (variable: number) => {
    const kind = kindOfPlace(variable);
    return kind === 4 ? `w[${indexOfPlace(variable)}]` : `${arrays[kind]}[${indexOfPlace(variable)}]`;
  };
  const emitter = new Emitter(graph, load, 's');
  const values = emitter.expressions([...sums.values()]);
  const stores = [...sums.keys()].map((at, i) => `out[${at}] = ${values[i]};`);
  return `${emitter.statements()}\n${stores.join('\n')}`;
}

/** The stores of element k with its own variables and constants in place of the template's. */
function instanceStores(graph: Graph, batch: Batch, k: number, program: Program) {
  const columns = batch.constants.length / batch.count;
  const element = substituteVariables(graph, batch.template, variable => {
    const s = indexOfPlace(variable);
    return kindOfPlace(variable) === 3
      ? graph.constant(batch.constants[k * columns + s])
      : graph.variable(place.x(batch.variables[k * batch.places + s]));
  });
  const output = batch.outputs[k];
  return program(graph, element).map(store => ({
    rows: store.rows === 'output' ? output : store.rows,
    columns: store.columns === 'none' ? -1 : store.columns,
    value: substituteVariables(graph, store.value, variable =>
      graph.variable(variable === place.weight ? place.weight + output : variable),
    ),
  }));
}

function substituteVariables(graph: Graph, root: Node, replace: (variable: number) => Node): Node {
  return substitute(graph, root, leaf => (graph.op(leaf) === 'variable' ? replace(graph.datum(leaf)) : leaf));
}

/** A loop over the batch: indices from tables, one body for all. */
function loopCode(
  graph: Graph,
  batch: Batch,
  program: Program,
  locate: Locate,
  tables: (Int32Array | Float64Array)[],
): string {
  const stores = program(graph, batch.template);
  const table = (data: Int32Array | Float64Array) => `T${tables.push(data) - 1}`;
  const { count, places } = batch;
  const targets = new Int32Array(count * stores.length);
  const variable = (k: number, s: 'output' | 'none' | number) =>
    s === 'output' ? batch.outputs[k] : s === 'none' ? -1 : batch.variables[k * places + s];
  for (let k = 0; k < count; k++)
    stores.forEach(({ rows, columns }, j) => {
      targets[k * stores.length + j] = locate(variable(k, rows), variable(k, columns));
    });
  const at = table(targets);
  const variables = table(batch.variables);
  const constants = table(batch.constants);
  const outputs = table(batch.outputs);
  const load = (name: number) => {
    const s = indexOfPlace(name);
    const kind = kindOfPlace(name);
    if (kind === 4) return `w[${outputs}[k]]`;
    if (kind === 3) return `${constants}[k * ${batch.constants.length / count} + ${s}]`;
    return `${arrays[kind]}[${variables}[k * ${places} + ${s}]]`;
  };
  const emitter = new Emitter(graph, load, 't');
  const values = emitter.expressions(stores.map(store => store.value));
  const lines = values.map((value, j) => `out[${at}[k * ${stores.length} + ${j}]] += ${value};`);
  return `for (let k = 0; k < ${count}; k++) {\n${emitter.statements()}\n${lines.join('\n')}\n}`;
}
