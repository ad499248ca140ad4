// A function is a sum of elements: fᵢ = Σₖ eₖ with o(k) = i. Elements of the same shape (same operations, other
// variables and constants) form a batch: one template and a table of the variables in its slots.
// A chain of 10⁴ links is then one template of twenty operations, not 2·10⁵ operations: derivatives are taken of
// templates, and compiled code is a loop over the table.

import { isZero } from './derivative.ts';
import type { Graph, Node } from './graph.ts';
import { reachable, substitute } from './graph.ts';

export interface Element {
  /** The output that it contributes to. */
  readonly output: number;
  readonly expression: Node;
}

/** Kinds of slots of a template: an entry of x, u or v, a constant that varies between elements, the weight of the output. */
const kinds = ['x', 'u', 'v', 'constant', 'weight'] as const;
type Kind = (typeof kinds)[number];
const spacing = 2 ** 24;
const placeOf = (kind: Kind) => (s: number) => kinds.indexOf(kind) * spacing + s;

/** Numbers of the template variables: slot s of each kind; a template has one weight. */
export const place = {
  x: placeOf('x'),
  u: placeOf('u'),
  v: placeOf('v'),
  constant: placeOf('constant'),
  weight: placeOf('weight')(0),
};
export const kindOfPlace = (variable: number): Kind => kinds[Math.floor(variable / spacing)];
export const indexOfPlace = (variable: number) => variable % spacing;

export interface Batch {
  /** The expression in the slots x(0), x(1), … and constant(0), …. */
  readonly template: Node;
  readonly places: number;
  readonly count: number;
  /** Row k: the variables in the slots of element k. */
  readonly variables: Int32Array;
  readonly constants: Float64Array;
  readonly outputs: Int32Array;
}

/** Sums of at most this many terms are not split: their terms often share work. */
const wholeTerms = 4;

/** Writes every output as a sum of elements; sums of at most `whole` terms are not split further. */
export function splitIntoElements(graph: Graph, outputs: readonly Node[], whole = wholeTerms): Element[] {
  const terms = countTerms(graph, outputs);
  const elements: Element[] = [];
  outputs.forEach((root, output) => {
    const stack: [Node, number][] = [[root, 1]];
    for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
      const [node, factor] = item;
      if (isZero(graph, node)) continue;
      const op = graph.op(node);
      const scaled = op === 'mul' ? factor * graph.datum(graph.left(node)) : factor;
      if ((terms.get(node) ?? 1) <= whole || !isNormal(scaled)) {
        elements.push({ output, expression: graph.mul(graph.constant(factor), node) });
      } else if (op === 'neg') stack.push([graph.left(node), -factor]);
      else if (op === 'mul') stack.push([graph.right(node), scaled]);
      else stack.push([graph.right(node), op === 'sub' ? -factor : factor], [graph.left(node), factor]);
    }
  });
  return elements;
}

/** False for factors whose product overflows or underflows: they are not moved. */
function isNormal(factor: number): boolean {
  return Number.isFinite(factor) && Math.abs(factor) >= 2 ** -1022;
}

/** Number of terms of each node as a sum; 1 for anything that is not a sum or a multiple of one. */
function countTerms(graph: Graph, roots: readonly Node[]): Map<Node, number> {
  const terms = new Map<Node, number>();
  const of = (node: Node) => terms.get(node) ?? 1;
  for (const node of reachable(graph, roots)) {
    const op = graph.op(node);
    if (op === 'add' || op === 'sub') terms.set(node, of(graph.left(node)) + of(graph.right(node)));
    else if (op === 'neg') terms.set(node, of(graph.left(node)));
    else if (op === 'mul' && graph.isConstant(graph.left(node))) terms.set(node, of(graph.right(node)));
  }
  return terms;
}

interface Shape {
  readonly key: string;
  readonly variables: readonly number[];
  readonly constants: readonly number[];
}

/** The expression without its variables and constants, as the key of its shape. */
function shapeOf(graph: Graph, root: Node): Shape {
  const number = new Map<Node, string>();
  const variables: number[] = [];
  const constants: number[] = [];
  const parts: string[] = [];
  const name = (leaf: Node) => {
    if (graph.op(leaf) === 'variable') return `x${variables.push(graph.datum(leaf)) - 1}`;
    return `c${constants.push(graph.datum(leaf)) - 1}`;
  };
  const stack: Node[] = [root];
  while (stack.length > 0) {
    const node = stack[stack.length - 1];
    const children = [graph.left(node), graph.right(node)].filter(child => child >= 0);
    const next = children.find(child => !number.has(child) && !isExponent(graph, node, child));
    if (number.has(node)) stack.pop();
    else if (next !== undefined) stack.push(next);
    else {
      stack.pop();
      const names = children.map(child =>
        isExponent(graph, node, child) ? `^${graph.datum(child)}` : number.get(child),
      );
      number.set(node, graph.isLeaf(node) ? name(node) : `${parts.length}`);
      if (!graph.isLeaf(node)) parts.push(`${graph.op(node)}(${names.join()})`);
    }
  }
  return { key: parts.join(';') || (number.get(root) as string), variables, constants };
}

/** Constant exponents belong to the shape: x² and x³ are different code. */
function isExponent(graph: Graph, node: Node, child: Node): boolean {
  return graph.op(node) === 'pow' && graph.right(node) === child && graph.isConstant(child);
}

export function groupByShape(graph: Graph, elements: readonly Element[]): Batch[] {
  const groups = new Map<string, { element: Element; shape: Shape }[]>();
  for (const element of elements) {
    const shape = shapeOf(graph, element.expression);
    const group = groups.get(shape.key);
    if (group) group.push({ element, shape });
    else groups.set(shape.key, [{ element, shape }]);
  }
  return [...groups.values()].map(group => batchOf(graph, group));
}

function batchOf(graph: Graph, group: { element: Element; shape: Shape }[]): Batch {
  const first = group[0];
  const places = first.shape.variables.length;
  const varying = first.shape.constants
    .map((_, c) => c)
    .filter(c => group.some(({ shape }) => shape.constants[c] !== first.shape.constants[c]));
  return {
    template: templateOf(graph, first.element.expression, first.shape, varying),
    places,
    count: group.length,
    variables: Int32Array.from(group.flatMap(({ shape }) => shape.variables)),
    constants: Float64Array.from(group.flatMap(({ shape }) => varying.map(c => shape.constants[c]))),
    outputs: Int32Array.from(group, ({ element }) => element.output),
  };
}

function templateOf(graph: Graph, expression: Node, shape: Shape, varying: readonly number[]): Node {
  const placeOfVariable = new Map(shape.variables.map((variable, s) => [variable, place.x(s)]));
  const placeOfConstant = new Map(varying.map((c, column) => [shape.constants[c], place.constant(column)]));
  return substitute(graph, expression, leaf => {
    const datum = graph.datum(leaf);
    if (graph.op(leaf) === 'variable') return graph.variable(placeOfVariable.get(datum) as number);
    const column = placeOfConstant.get(datum);
    return column === undefined ? leaf : graph.variable(column);
  });
}

/** The rule first + stride·k that a column of indices follows; null where none holds for all k. */
export function indexRule(column: Int32Array): { readonly first: number; readonly stride: number } | null {
  const [first, stride] = [column[0], column.length > 1 ? column[1] - column[0] : 0];
  return column.every((index, k) => index === first + stride * k) ? { first, stride } : null;
}
