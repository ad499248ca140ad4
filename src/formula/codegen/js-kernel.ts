// Compiles sums of elements into one function that fills the caller's array:
//   kernel(x, w, u, v, out):   out = 0;  for every element and every store of it:  out[at] += value
// Small functions become straight-line code with literal indices, in which equal subexpressions of all elements are
// shared. In large ones every batch becomes a loop with one body; an index is a rule a + b k where one holds for all
// elements, and an entry of a table otherwise. Where no two stores meet, the loops assign instead of adding.
// Reasons for generating code: docs/decisions/0002 and 0008. Where that is forbidden, the same stores are interpreted (0025).

import {
  type Batch,
  type Element,
  groupByShape,
  indexOfPlace,
  indexRule,
  kindOfPlace,
  place,
} from '../elements.ts';
import { type Graph, type Node, reachable, substitute } from '../graph.ts';
import { canCompile, compileText } from './compile-text.ts';
import { Emitter } from './emit.ts';
import { createInterpreter } from './interpreter.ts';

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

/** The stores to compute from one element, given in its own variables. */
export type Program = (graph: Graph, element: Node) => Store[];

/** Index of (row, column) in `out`; column −1 when the store has none. */
export type Locate = (row: number, column: number) => number;

/** Up to this many operations in all, straight-line code is faster than loops. */
const straightLineLimit = 1500;
/** Shorter batches are not worth a loop. */
const minLoop = 4;

export interface KernelSource {
  readonly graph: Graph;
  readonly batches: readonly Batch[];
}

export function kernelSource(graph: Graph, elements: readonly Element[]): KernelSource {
  return { graph, batches: groupByShape(graph, elements) };
}

/** The batches that become loops, and those that are written out. */
function divided({ graph, batches }: KernelSource, program: Program) {
  const costs = batches.map(
    batch =>
      reachable(
        graph,
        program(graph, batch.template).map(store => store.value),
      ).length,
  );
  const total = batches.reduce((sum, batch, b) => sum + batch.count * costs[b], 0);
  // Batches without stores would produce dead code.
  const working = batches.filter((_, b) => costs[b] > 0);
  const looped = total <= straightLineLimit ? [] : working.filter(batch => batch.count >= minLoop);
  return { looped, writtenOut: working.filter(batch => !looped.includes(batch)) };
}

/** What a kernel stores in each entry, in the places of x and v; null where it has loops. */
export function straightStores(
  source: KernelSource,
  program: Program,
  locate: Locate,
): ReadonlyMap<number, Node> | null {
  const { looped, writtenOut } = divided(source, program);
  return looped.length > 0 ? null : straightSums(source.graph, writtenOut, program, locate);
}

export function compileKernel(source: KernelSource, program: Program, locate: Locate): Kernel {
  const { graph } = source;
  const { looped, writtenOut } = divided(source, program);
  const straight = straightSums(graph, writtenOut, program, locate);
  const loops = looped.map(batch => createLoop(graph, batch, program, locate));
  const { isOnce, whole } = coverage(straight, loops);
  if (!canCompile()) return interpretedKernel(graph, straight, loops, { isOnce, whole });
  const tables: Tables = [];
  const parts = loops.map(loop => loopCode(graph, loop, isOnce ? '=' : '+=', tables));
  const first = `${clearing(whole)}\n${straightCode(graph, straight)}`;
  const body = kernelCode(program.name, first, parts, tables.length);
  return compileText('tables', body)(tables) as Kernel;
}

/** Every loop is a separate function: on-stack replacement in one loop then has no effect on the code of the next. */
function kernelCode(name: string, first: string, loops: readonly string[], tables: number): string {
  const names = Array.from({ length: tables }, (_, t) => `T${t}`).join();
  const functions = loops.map((loop, i) => `function part${i}(x, w, u, v, out) {\n${loop}\n}`);
  const calls = loops.map((_, i) => `part${i}(x, w, u, v, out);`);
  return `'use strict';
const [${names}] = tables;
${functions.join('\n')}
return function ${name}Kernel(x, w, u, v, out) {
${first}
${calls.join('\n')}
};`;
}

/** The same stores in the same order, without generated code. */
function interpretedKernel(
  graph: Graph,
  straight: ReadonlyMap<number, Node>,
  loops: readonly Loop[],
  { isOnce, whole }: Coverage,
): Kernel {
  const first = createInterpreter(graph, [...straight.values()]);
  const targets = Int32Array.from(straight.keys());
  const parts = loops.map(loop => interpretedLoop(graph, loop, isOnce));
  return (x, w, u, v, out) => {
    if (whole === 0 || out.length > whole) out.fill(0);
    const arrays = { x, w, u, v };
    first.run(variable => {
      const kind = kindOfPlace(variable);
      return arrays[kind === 'weight' ? 'w' : (kind as 'x' | 'u' | 'v')][indexOfPlace(variable)];
    });
    for (let i = 0; i < targets.length; i++) out[targets[i]] = first.values[first.roots[i]];
    for (const part of parts) part(x, w, u, v, out);
  };
}

function interpretedLoop(graph: Graph, { batch, values, targets }: Loop, isOnce: boolean): Kernel {
  const { count, places, outputs, constants, variables } = batch;
  const body = createInterpreter(graph, values);
  const width = constants.length / count;
  return (x, w, u, v, out) => {
    const arrays = { x, u, v };
    for (let k = 0; k < count; k++) {
      body.run(name => {
        const kind = kindOfPlace(name);
        if (kind === 'weight') return w[outputs[k]];
        if (kind === 'constant') return constants[k * width + indexOfPlace(name)];
        return arrays[kind][variables[k * places + indexOfPlace(name)]];
      });
      for (let j = 0; j < values.length; j++) {
        const target = targets[k * values.length + j];
        const value = body.values[body.roots[j]];
        out[target] = isOnce ? value : out[target] + value;
      }
    }
  };
}

type Tables = (Int32Array | Float64Array)[];

interface Loop {
  readonly batch: Batch;
  readonly values: readonly Node[];
  /** Row k: indices in `out` of the values of element k. */
  readonly targets: Int32Array;
}

interface Coverage {
  /** No entry of `out` is stored twice, so that loops may assign instead of add. */
  readonly isOnce: boolean;
  /** The entries 0 … whole − 1 are each stored once, and no others; otherwise 0. */
  readonly whole: number;
}

function coverage(straight: ReadonlyMap<number, Node>, loops: readonly Loop[]): Coverage {
  const seen = new Set(straight.keys());
  for (const { targets } of loops)
    for (const target of targets) {
      if (seen.has(target)) return { isOnce: false, whole: 0 };
      seen.add(target);
    }
  let largest = -1;
  for (const target of seen) largest = Math.max(largest, target);
  return { isOnce: true, whole: largest === seen.size - 1 ? seen.size : 0 };
}

/** Clears the entries of `out` that no store assigns. */
function clearing(whole: number): string {
  return whole > 0 ? `if (out.length > ${whole}) out.fill(0);` : 'out.fill(0);';
}

/** The unrolled elements of these batches, with stores to the same entry summed. */
function straightSums(
  graph: Graph,
  batches: readonly Batch[],
  program: Program,
  locate: Locate,
): Map<number, Node> {
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
  return sums;
}

function straightCode(graph: Graph, sums: ReadonlyMap<number, Node>): string {
  const load = (variable: number) => {
    const kind = kindOfPlace(variable);
    return `${kind === 'weight' ? 'w' : kind}[${indexOfPlace(variable)}]`;
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
    return kindOfPlace(variable) === 'constant'
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

/** The row or column of a store of element k; −1 when it has none. */
export function numberAt(batch: Batch, k: number, where: Store['rows'] | Store['columns']): number {
  if (where === 'none') return -1;
  return where === 'output' ? batch.outputs[k] : batch.variables[k * batch.places + where];
}

function createLoop(graph: Graph, batch: Batch, program: Program, locate: Locate): Loop {
  const stores = program(graph, batch.template);
  const { count } = batch;
  const targets = new Int32Array(count * stores.length);
  for (let k = 0; k < count; k++)
    stores.forEach(({ rows, columns }, j) => {
      targets[k * stores.length + j] = locate(numberAt(batch, k, rows), numberAt(batch, k, columns));
    });
  return { batch, values: stores.map(store => store.value), targets };
}

/** A loop over the batch: one body for all, indices by rule where there is one (i = a + b k), from tables otherwise. */
function loopCode(graph: Graph, { batch, values, targets }: Loop, operator: string, tables: Tables): string {
  const { count, places } = batch;
  const indices = createIndices(count, tables);
  const load = (name: number) => {
    const s = indexOfPlace(name);
    const kind = kindOfPlace(name);
    if (kind === 'weight') return `w[${indices.code(batch.outputs, 1, 0)}]`;
    if (kind === 'constant') return indices.entry(batch.constants, batch.constants.length / count, s);
    return `${kind}[${indices.code(batch.variables, places, s)}]`;
  };
  const emitter = new Emitter(graph, load, 't');
  const codes = emitter.expressions(values);
  const stores = codes.map(
    (value, j) => `out[${indices.code(targets, values.length, j)}] ${operator} ${value};`,
  );
  const body = [indices.statements(), emitter.statements(), ...stores].join('\n');
  return `for (let k = 0; k < ${count}; k++) {\n${body}\n}`;
}

/** Index expressions in k for the columns of row-major tables; equal columns are computed once. */
function createIndices(count: number, tables: Tables) {
  const names = new Map<string, string>();
  const lines: string[] = [];
  const tableNames = new Map<Int32Array | Float64Array, string>();
  const tableOf = (table: Int32Array | Float64Array) => {
    const name = tableNames.get(table) ?? `T${tables.push(table) - 1}`;
    tableNames.set(table, name);
    return name;
  };
  const entry = (table: Int32Array | Float64Array, width: number, column: number) =>
    `${tableOf(table)}[k * ${width} + ${column}]`;

  function code(table: Int32Array, width: number, column: number): string {
    const values = Int32Array.from({ length: count }, (_, k) => table[k * width + column]);
    const rule = indexRule(values);
    const key = rule ? `${rule.first} + ${rule.stride} * k` : values.join();
    const known = names.get(key);
    if (known) return known;
    const name = `i${names.size}`;
    names.set(key, name);
    lines.push(`const ${name} = ${rule ? key : entry(table, width, column)};`);
    return name;
  }
  return { code, entry, statements: () => lines.join('\n') };
}
