// Graph builder for formulas: each operation is counted, and a result that can never be a finite number
// (1/0, log(−1), overflow) is an error at its position in the text, not a NaN in the middle of a run.

import { type BinaryOp, type Graph, GraphTooLarge, type Node, type UnaryOp } from '../graph.ts';
import { FormulaError, quoted, type TextRange } from './formula-error.ts';
import { Budget, type Scope } from './scope.ts';

const maxOperations = 2_000_000;

export class CheckedGraph {
  readonly graph: Graph;
  readonly text: string;
  private readonly budget: Budget;

  constructor(scope: Scope, text: string) {
    this.graph = scope.graph;
    this.text = text;
    this.budget = new Budget('formula', maxOperations, scope.budget);
  }

  fail(place: TextRange, reason: string, hint?: string): FormulaError {
    return new FormulaError(this.text, place, reason, hint);
  }
  written(place: TextRange): string {
    return quoted(this.text.slice(place.from, place.to));
  }

  /** Counts one for every visited part of the formula and every entry of an array. */
  spend(place: TextRange): void {
    const exceeded = this.budget.spend();
    if (exceeded)
      throw this.fail(place, `the ${exceeded.subject} expands to more than ${exceeded.limit} operations`);
  }

  constant(value: number, place: TextRange): Node {
    return this.guarded(place, () => this.graph.constant(value));
  }
  unary(op: UnaryOp, a: Node, place: TextRange): Node {
    return this.finite(place, () => this.graph.unary(op, a));
  }
  binary(op: BinaryOp, a: Node, b: Node, place: TextRange): Node {
    if (op === 'div' && this.graph.isConstant(b) && this.graph.datum(b) === 0)
      throw this.fail(place, `${this.written(place)} divides by zero`);
    if (this.overflows(op, a, b)) throw this.notFinite(place);
    return this.finite(place, () => this.graph.binary(op, a, b));
  }

  private finite(place: TextRange, build: () => Node): Node {
    const before = this.graph.size;
    const node = this.guarded(place, build);
    // Simplification may hide an invalid node below the result (x^1e200^1e200 has an infinite exponent): check all new nodes.
    for (let made = before; made < this.graph.size; made++)
      if (this.isNeverFinite(made)) throw this.notFinite(place);
    if (this.isNeverFinite(node)) throw this.notFinite(place);
    return node;
  }

  private guarded(place: TextRange, build: () => Node): Node {
    try {
      return build();
    } catch (error) {
      if (error instanceof GraphTooLarge) throw this.fail(place, error.message);
      throw error;
    }
  }

  private notFinite(place: TextRange): FormulaError {
    return this.fail(place, `${this.written(place)} is not a finite number`);
  }

  /** Constants are folded where possible: a remaining operation on constants has no finite value. */
  private isNeverFinite(a: Node): boolean {
    const { graph } = this;
    if (graph.isLeaf(a)) return this.isInfinite(a);
    const operands = graph.isUnary(a) ? [graph.left(a)] : [graph.left(a), graph.right(a)];
    return operands.every(x => graph.isConstant(x)) || operands.some(x => this.isInfinite(x));
  }
  private isInfinite(a: Node): boolean {
    return this.graph.isConstant(a) && !Number.isFinite(this.graph.datum(a));
  }

  /** The graph collects constant factors; their product must not overflow. */
  private overflows(op: BinaryOp, a: Node, b: Node): boolean {
    if (op === 'mul') return !Number.isFinite(this.factor(a) * this.factor(b));
    if (op === 'div' && this.graph.isConstant(b))
      return this.quotientOverflows(this.factor(a), this.graph.datum(b));
    if (op === 'add' && a === b) return !Number.isFinite(2 * this.factor(a));
    return false;
  }
  private quotientOverflows(a: number, b: number): boolean {
    return Number.isFinite(1 / b) && !Number.isFinite(a * (1 / b));
  }
  private factor(a: Node): number {
    const { graph } = this;
    if (graph.isConstant(a)) return graph.datum(a);
    const isScaled = graph.op(a) === 'mul' && graph.isConstant(graph.left(a));
    return isScaled ? graph.datum(graph.left(a)) : 1;
  }
}
