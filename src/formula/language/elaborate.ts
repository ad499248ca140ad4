// Elaboration: syntax to nodes of the graph; resolves names, expands sums, splits arrays into entries.
// Recursion is limited to the 200 levels of the parser; left operands are followed in a loop.

import type { Node } from '../graph.ts';
import { didYouMean } from '../nearest-name.ts';
import { CheckedGraph } from './checked-graph.ts';
import type { FormulaError, TextRange } from './formula-error.ts';
import { combined, intrinsics, negated, power, product, quotient } from './intrinsics.ts';
import { isScalar, type Scope, shapeName, type Value, withBinding } from './scope.ts';
import {
  type BinarySyntax,
  type CallSyntax,
  type EquationSyntax,
  type IndexSyntax,
  type NameSyntax,
  parseEquation,
  parseFormula,
  type Syntax,
  type VectorSyntax,
} from './syntax.ts';

const maxTerms = 1_000_000;

/** Used when the scope gives these names no other meaning. */
const wellKnown: ReadonlyMap<string, number> = new Map([
  ['pi', Math.PI],
  ['e', Math.E],
]);

export function elaborate(syntax: Syntax, scope: Scope, text: string): Value {
  return new Elaboration(scope, text).value(syntax, scope);
}

export function elaborateScalar(text: string, scope: Scope): Node {
  return new Elaboration(scope, text).scalar(parseFormula(text), scope);
}

/** left − right, componentwise for vectors; an expression without “=” stands for itself. */
export function elaborateEquation(text: string, scope: Scope): Value {
  return equationValue(parseEquation(text), scope, text);
}

/** As elaborateEquation, for a parsed text. */
export function equationValue({ left, right }: EquationSyntax, scope: Scope, text: string): Value {
  return new Elaboration(scope, text).residual(left, right, scope);
}

/** The value of a formula that contains no variables. */
export function elaborateNumber(text: string, scope: Scope): number {
  return new Elaboration(scope, text).number(parseFormula(text), scope);
}

export function elaborateInteger(text: string, scope: Scope): number {
  return new Elaboration(scope, text).integer(parseFormula(text), scope);
}

/** As elaborateInteger, for a parsed part of a longer text. */
export function integerOf(syntax: Syntax, scope: Scope, text: string): number {
  return new Elaboration(scope, text).integer(syntax, scope);
}

/** Elaboration of one formula. The scope is an argument, because sums extend it. */
class Elaboration {
  private readonly to: CheckedGraph;

  constructor(scope: Scope, text: string) {
    this.to = new CheckedGraph(scope, text);
  }

  value(syntax: Syntax, scope: Scope): Value {
    this.to.spend(syntax);
    switch (syntax.kind) {
      case 'number':
        return this.to.constant(syntax.value, syntax);
      case 'name':
        return this.named(syntax, scope);
      case 'negate':
        return negated(this.to, this.value(syntax.operand, scope), syntax);
      case 'binary':
        return this.chain(syntax, scope);
      case 'call':
        return this.call(syntax, scope);
      case 'index':
        return this.entry(syntax, scope);
      case 'vector':
        return this.vector(syntax, scope);
    }
  }

  scalar(syntax: Syntax, scope: Scope): Node {
    const value = this.value(syntax, scope);
    if (isScalar(value)) return value;
    throw this.to.fail(syntax, `a number is needed here, not ${shapeName(value)}`);
  }

  residual(left: Syntax, right: Syntax | null, scope: Scope): Value {
    const a = this.value(left, scope);
    if (right === null) return a;
    const b = this.value(right, scope);
    const place = { from: left.from, to: right.to };
    if (isScalar(a) !== isScalar(b)) {
      const reason = `the left side is ${shapeName(a)}, the right side ${shapeName(b)}`;
      throw this.to.fail(place, reason, 'an expression without “=” is taken to be zero');
    }
    return combined(this.to, 'sub', [a, b], place);
  }

  number(syntax: Syntax, scope: Scope): number {
    const node = this.scalar(syntax, scope);
    if (this.to.graph.isConstant(node)) return this.to.graph.datum(node);
    const name = this.firstVariable(syntax, scope);
    const dependence = name ? `, and this depends on “${name.name}”` : '';
    throw this.to.fail(name ?? syntax, `a constant is needed here${dependence}`);
  }

  integer(syntax: Syntax, scope: Scope): number {
    const value = this.number(syntax, scope);
    if (Number.isSafeInteger(value)) return value;
    throw this.to.fail(syntax, `a whole number is needed here, not ${value}`);
  }

  private chain(syntax: BinarySyntax, scope: Scope): Value {
    const spine: BinarySyntax[] = [];
    let leftmost: Syntax = syntax;
    for (; leftmost.kind === 'binary'; leftmost = leftmost.left) spine.push(leftmost);
    let left = this.value(leftmost, scope);
    for (let step = spine.pop(); step; step = spine.pop()) {
      this.to.spend(step);
      left = this.binary(step, left, this.value(step.right, scope));
    }
    return left;
  }

  private binary(syntax: BinarySyntax, a: Value, b: Value): Value {
    switch (syntax.operator) {
      case '+':
        return combined(this.to, 'add', [a, b], syntax);
      case '-':
        return combined(this.to, 'sub', [a, b], syntax);
      case '*':
        return product(this.to, a, b, syntax);
      case '/':
        return quotient(this.to, a, b, syntax);
      case '^':
        return power(this.to, a, b, syntax);
    }
  }

  private named(syntax: NameSyntax, scope: Scope): Value {
    const value = scope.lookup(syntax.name) ?? this.wellKnownValue(syntax);
    if (value === undefined) throw this.unknownName(syntax, scope);
    return this.usable(value, syntax);
  }

  /** A parameter may have been given as NaN or Infinity. */
  private usable(value: Value, place: TextRange): Value {
    const { graph } = this.to;
    if (isScalar(value) && graph.isConstant(value) && !Number.isFinite(graph.datum(value)))
      throw this.to.fail(place, `${this.to.written(place)} is not a finite number`);
    return value;
  }

  private wellKnownValue(syntax: NameSyntax): Node | undefined {
    const value = wellKnown.get(syntax.name);
    return value === undefined ? undefined : this.to.constant(value, syntax);
  }

  private unknownName(syntax: NameSyntax, scope: Scope): FormulaError {
    const { name } = syntax;
    if (intrinsics.has(name)) return this.to.fail(syntax, `“${name}” is a function`, `write ${name}(…)`);
    const hint = didYouMean(name, [...scope.names(), ...wellKnown.keys()]);
    return this.to.fail(syntax, `unknown name ${this.to.written(syntax)}`, hint);
  }

  private call(syntax: CallSyntax, scope: Scope): Value {
    const { callee, args } = syntax;
    const intrinsic = intrinsics.get(callee.name);
    if (intrinsic === undefined) throw this.unknownFunction(callee, scope);
    if (callee.name === 'sum' && args.length === 4) return this.sum(syntax, scope);
    if (args.length < intrinsic.least || args.length > intrinsic.most) throw this.wrongCount(syntax);
    return intrinsic.apply({
      to: this.to,
      name: callee.name,
      args: args.map(arg => ({ value: this.value(arg, scope), place: arg })),
      place: syntax,
    });
  }

  private unknownFunction(callee: NameSyntax, scope: Scope): FormulaError {
    const { name } = callee;
    if (scope.lookup(name) !== undefined || wellKnown.has(name))
      return this.to.fail(callee, `“${name}” is not a function`, `for a product write ${name}*(…)`);
    const hint = didYouMean(name, intrinsics.keys());
    return this.to.fail(callee, `unknown function ${this.to.written(callee)}`, hint);
  }

  private wrongCount({ callee, args }: CallSyntax): FormulaError {
    const takes = callee.name === 'sum' ? '1 or 4 arguments' : argumentCount(callee.name);
    const hint = callee.name === 'sum' ? 'write sum(vector) or sum(i, from, to, term)' : undefined;
    return this.to.fail(callee, `${callee.name} takes ${takes}, not ${args.length}`, hint);
  }

  /** sum(i, a, b, term): the sum of term over whole i from a to b, both included; zero when b < a. */
  private sum({ callee, args }: CallSyntax, scope: Scope): Value {
    const [index, first, last, term] = args;
    if (index.kind !== 'name')
      throw this.to.fail(index, 'the first argument of sum must be a name, such as i');
    const [from, to] = [this.integer(first, scope), this.integer(last, scope)];
    if (to - from >= maxTerms)
      throw this.to.fail(callee, `this sum has ${to - from + 1} terms`, `the limit is ${maxTerms}`);
    let total: Value | undefined;
    for (let i = from; i <= to; i++) {
      const inner = withBinding(scope, index.name, this.to.constant(i, index));
      const value = this.value(term, inner);
      total = total === undefined ? value : combined(this.to, 'add', [total, value], term);
    }
    return total ?? this.to.constant(0, callee);
  }

  private entry(syntax: IndexSyntax, scope: Scope): Value {
    const base = this.value(syntax.base, scope);
    if (isScalar(base))
      throw this.to.fail(syntax, `${this.to.written(syntax.base)} is a number and has no entries`);
    const i = this.integer(syntax.index, scope);
    if (i >= 0 && i < base.length) return this.usable(base[i], syntax);
    const name = this.to.written(syntax.base).slice(1, -1);
    throw this.to.fail(syntax.index, `index ${i} is out of range`, `${name} has ${entries(base.length)}`);
  }

  private vector(syntax: VectorSyntax, scope: Scope): Value {
    const values = syntax.entries.map(entry => this.value(entry, scope));
    if (values.every(isScalar)) return values;
    const shapes = values.map(shapeName);
    const odd = shapes.findIndex(shape => shape !== shapes[0]);
    if (odd < 0) return values;
    const reason = `the entries of a vector must be alike: here ${shapes[0]}, there ${shapes[odd]}`;
    throw this.to.fail(syntax.entries[odd], reason);
  }

  /** The first variable in a formula that must be constant. */
  private firstVariable(syntax: Syntax, scope: Scope): NameSyntax | undefined {
    const stack: Syntax[] = [syntax];
    for (let piece = stack.pop(); piece; piece = stack.pop()) {
      if (piece.kind === 'name' && this.isVariable(scope.lookup(piece.name))) return piece;
      stack.push(...parts(piece).reverse());
    }
    return undefined;
  }
  private isVariable(value: Value | undefined): boolean {
    if (value === undefined) return false;
    return isScalar(value) ? !this.to.graph.isConstant(value) : value.some(entry => this.isVariable(entry));
  }
}

function parts(syntax: Syntax): Syntax[] {
  switch (syntax.kind) {
    case 'negate':
      return [syntax.operand];
    case 'binary':
      return [syntax.left, syntax.right];
    case 'call':
      return [...syntax.args];
    case 'index':
      return [syntax.base, syntax.index];
    case 'vector':
      return [...syntax.entries];
    default:
      return [];
  }
}

function argumentCount(name: string): string {
  const { least = 0, most = 0 } = intrinsics.get(name) ?? {};
  const count = `${least} argument${least === 1 ? '' : 's'}`;
  return most > least ? `at least ${count}` : count;
}

function entries(count: number): string {
  if (count === 0) return 'no entries';
  return count === 1 ? '1 entry: index 0' : `${count} entries: indices 0 … ${count - 1}`;
}
