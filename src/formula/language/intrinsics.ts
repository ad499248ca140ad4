// The functions a formula may call, except sum(i, a, b, body), which binds a name and belongs to the elaborator.

import { normal } from '../../random/philox.ts';
import { type BinaryOp, type Node, type UnaryOp, unaryOps } from '../graph.ts';
import type { CheckedGraph } from './checked-graph.ts';
import type { TextRange } from './formula-error.ts';
import { isScalar, shapeName, type Value } from './scope.ts';

interface Argument {
  readonly value: Value;
  readonly place: TextRange;
}

interface Call {
  readonly to: CheckedGraph;
  readonly name: string;
  readonly args: readonly Argument[];
  readonly place: TextRange;
}

interface Intrinsic {
  readonly least: number;
  readonly most: number;
  apply(call: Call): Value;
}

/** All but the operator − and `sign`, which occurs in derivatives only. */
const ofOneNumber = unaryOps.filter(op => op !== 'neg' && op !== 'sign');
const ofTwoNumbers: readonly BinaryOp[] = ['atan2', 'pow'];
const ofManyNumbers: readonly BinaryOp[] = ['min', 'max'];

export const intrinsics: ReadonlyMap<string, Intrinsic> = new Map<string, Intrinsic>([
  ...ofOneNumber.map(name => [name, unaryIntrinsic(name)] as const),
  ...ofTwoNumbers.map(name => [name, binaryIntrinsic(name, 2)] as const),
  ...ofManyNumbers.map(name => [name, binaryIntrinsic(name, Number.POSITIVE_INFINITY)] as const),
  ['dot', { least: 2, most: 2, apply: dotOf }],
  ['cross', { least: 2, most: 2, apply: crossOf }],
  ['norm2', { least: 1, most: 1, apply: norm2Of }],
  ['norm', { least: 1, most: 1, apply: call => call.to.unary('sqrt', norm2Of(call), call.place) }],
  ['sum', { least: 1, most: 1, apply: sumOfEntries }],
  ['normal', { least: 2, most: 2, apply: normalOf }],
]);

function unaryIntrinsic(op: UnaryOp): Intrinsic {
  return { least: 1, most: 1, apply: call => call.to.unary(op, scalar(call, 0), call.place) };
}

function binaryIntrinsic(op: BinaryOp, most: number): Intrinsic {
  const apply = (call: Call) =>
    folded(
      call.to,
      op,
      call.args.map((_, i) => scalar(call, i)),
      call.place,
    );
  return { least: 2, most, apply };
}

function scalar({ to, name, args }: Call, i: number): Node {
  const { value, place } = args[i];
  if (isScalar(value)) return value;
  throw to.fail(place, `${name} takes numbers, not ${shapeName(value)}`);
}

function vector({ to, name, args }: Call, i: number): readonly Node[] {
  const { value, place } = args[i];
  if (!isScalar(value) && value.every(isScalar)) return value;
  throw to.fail(place, `${name} takes vectors, not ${shapeName(value)}`);
}

function equalVectors(call: Call): [readonly Node[], readonly Node[]] {
  const [a, b] = [vector(call, 0), vector(call, 1)];
  if (a.length === b.length) return [a, b];
  const reason = `${call.name} takes two vectors of one length, not ${shapeName(a)} and ${shapeName(b)}`;
  throw call.to.fail(call.place, reason);
}

function dotOf(call: Call): Node {
  const [a, b] = equalVectors(call);
  return dot(call.to, a, b, call.place);
}

function crossOf(call: Call): Value {
  const [a, b] = equalVectors(call);
  if (a.length === 2 || a.length === 3) return cross(call.to, a, b, call.place);
  throw call.to.fail(call.place, `cross takes vectors of 2 or 3 entries, not ${shapeName(a)}`);
}

function norm2Of(call: Call): Node {
  const a = vector(call, 0);
  return dot(call.to, a, a, call.place);
}

function sumOfEntries({ to, args, place }: Call): Value {
  const { value, place: argument } = args[0];
  if (isScalar(value))
    throw to.fail(argument, 'sum takes a vector, not a number', 'or write sum(i, from, to, term)');
  if (value.length === 0) return to.constant(0, place);
  return value.slice(1).reduce((total, entry) => {
    to.spend(place);
    return combined(to, 'add', [total, entry], place);
  }, value[0]);
}

/** normal(seed, k): a constant, the k-th normal random number of a seed. */
function normalOf(call: Call): Node {
  const [seed, k] = [wholeConstant(call, 0), wholeConstant(call, 1)];
  return call.to.constant(normal(seed, k), call.place);
}

function wholeConstant(call: Call, i: number): number {
  const { to, name } = call;
  const { place } = call.args[i];
  const node = scalar(call, i);
  if (!to.graph.isConstant(node)) {
    const reason = `${name} takes constants, and ${to.written(place)} changes with the state`;
    throw to.fail(place, reason, `${name}(seed, k) is one fixed number, for noisy starts`);
  }
  const value = to.graph.datum(node);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw to.fail(place, `${name} takes whole numbers, 0 or more, not ${value}`);
}

// Arithmetic on values: scalars, and the few operations that are defined for arrays. Everything else is an error that
// names the shapes.

/** Applies f to every entry. */
function mapped(to: CheckedGraph, value: Value, f: (x: Node) => Node, place: TextRange): Value {
  if (isScalar(value)) return f(value);
  return value.map(entry => {
    to.spend(place);
    return mapped(to, entry, f, place);
  });
}

export function negated(to: CheckedGraph, value: Value, place: TextRange): Value {
  return mapped(to, value, x => to.unary('neg', x, place), place);
}

/** Sum or difference of two values of one shape. */
export function combined(
  to: CheckedGraph,
  op: 'add' | 'sub',
  [a, b]: readonly [Value, Value],
  place: TextRange,
): Value {
  if (isScalar(a) && isScalar(b)) return to.binary(op, a, b, place);
  const pair = (x: Value, y: Value): Value => {
    to.spend(place);
    if (isScalar(x) && isScalar(y)) return to.binary(op, x, y, place);
    if (isScalar(x) || isScalar(y) || x.length !== y.length) throw unequalShapes(to, op, [a, b], place);
    return x.map((entry, i) => pair(entry, y[i]));
  };
  return pair(a, b);
}

function unequalShapes(
  to: CheckedGraph,
  op: 'add' | 'sub',
  [a, b]: readonly [Value, Value],
  place: TextRange,
) {
  const reason =
    op === 'add'
      ? `${shapeName(a)} and ${shapeName(b)} cannot be added`
      : `${shapeName(b)} cannot be subtracted from ${shapeName(a)}`;
  return to.fail(place, reason);
}

export function product(to: CheckedGraph, a: Value, b: Value, place: TextRange): Value {
  if (isScalar(a)) return mapped(to, b, x => to.binary('mul', a, x, place), place);
  if (isScalar(b)) return mapped(to, a, x => to.binary('mul', x, b, place), place);
  const reason = `${shapeName(a)} and ${shapeName(b)} cannot be multiplied with *`;
  throw to.fail(place, reason, 'write dot(a, b) or cross(a, b)');
}

export function quotient(to: CheckedGraph, a: Value, b: Value, place: TextRange): Value {
  if (!isScalar(b)) throw to.fail(place, `${shapeName(a)} cannot be divided by ${shapeName(b)}`);
  return mapped(to, a, x => to.binary('div', x, b, place), place);
}

export function power(to: CheckedGraph, a: Value, b: Value, place: TextRange): Value {
  if (isScalar(a) && isScalar(b)) return to.binary('pow', a, b, place);
  const hint = isScalar(a) ? undefined : 'write norm2(r) for the squared length of r';
  throw to.fail(place, `${shapeName(a)} cannot be raised to the power of ${shapeName(b)}`, hint);
}

/** f(f(x₀, x₁), x₂) … */
function folded(to: CheckedGraph, op: BinaryOp, nodes: readonly Node[], place: TextRange): Node {
  return nodes.slice(1).reduce((a, b) => to.binary(op, a, b, place), nodes[0]);
}

function dot(to: CheckedGraph, a: readonly Node[], b: readonly Node[], place: TextRange): Node {
  const terms = a.map((x, i) => {
    to.spend(place);
    return to.binary('mul', x, b[i], place);
  });
  return terms.length === 0 ? to.constant(0, place) : folded(to, 'add', terms, place);
}

/** The vector a × b in space, the number a₀ b₁ − a₁ b₀ in the plane. */
function cross(to: CheckedGraph, a: readonly Node[], b: readonly Node[], place: TextRange): Value {
  const minor = (i: number, j: number) =>
    to.binary('sub', to.binary('mul', a[i], b[j], place), to.binary('mul', a[j], b[i], place), place);
  return a.length === 2 ? minor(0, 1) : [minor(1, 2), minor(2, 0), minor(0, 1)];
}
