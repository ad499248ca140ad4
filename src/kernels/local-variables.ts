// The local variables of a generated function, and the lines that compute them from expressions.

import { Emitter } from '../formula/emit.ts';
import { type Graph, type Node, substitute } from '../formula/graph.ts';

export interface LocalVariables {
  /** The variable of this name, as an expression. */
  named(name: string): Node;
  /** name0 … name(count−1) */
  vector(name: string, count: number): Node[];
  /** The expression of the variables 0, 1, … with name0, name1, … in their places. */
  at(name: string, expression: Node): Node;
  /** Lines that compute the expressions and hand each to `use`. */
  compute(expressions: readonly Node[], use: (code: string, i: number) => string): string;
  /** name0 = …; name1 = …; */
  assign(name: string, expressions: readonly Node[]): string;
  /** const name0 = …; const name1 = …; */
  define(name: string, expressions: readonly Node[]): string;
}

/** Above the variables of any formula. */
const first = 2 ** 21;

export function createLocalVariables(graph: Graph): LocalVariables {
  const names: string[] = [];
  const numbers = new Map<string, number>();
  let pieces = 0;
  function named(name: string): Node {
    const number = numbers.get(name) ?? first + names.push(name) - 1;
    numbers.set(name, number);
    return graph.variable(number);
  }
  function compute(expressions: readonly Node[], use: (code: string, i: number) => string): string {
    const emitter = new Emitter(graph, variable => names[variable - first], `e${pieces++}_`);
    const codes = emitter.expressions(expressions);
    return [emitter.statements(), ...codes.map(use)].filter(Boolean).join('\n');
  }
  return {
    named,
    compute,
    vector: (name, count) => Array.from({ length: count }, (_, i) => named(`${name}${i}`)),
    at: (name, expression) =>
      substitute(graph, expression, leaf =>
        graph.op(leaf) === 'variable' ? named(`${name}${graph.datum(leaf)}`) : leaf,
      ),
    assign: (name, expressions) => compute(expressions, (code, i) => `${name}${i} = ${code};`),
    define: (name, expressions) => compute(expressions, (code, i) => `const ${name}${i} = ${code};`),
  };
}
