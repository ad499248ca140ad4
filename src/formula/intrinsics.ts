// The functions a formula may call, except sum(i, a, b, body), which binds a name and belongs to the elaborator.

import { normal } from '../random/random-numbers.ts';
import type { CheckedGraph } from './checked-graph.ts';
import type { Place } from './formula-error.ts';
import { type BinaryOp, type Node, type UnaryOp, unaryOps } from './graph.ts';
import { isScalar, shapeName, type Value } from './scope.ts';
import { combined, cross, dot, folded } from './vector-arithmetic.ts';

export interface Argument {
  readonly value: Value;
  readonly place: Place;
}

export interface Call {
  readonly to: CheckedGraph;
  readonly name: string;
  readonly args: readonly Argument[];
  readonly place: Place;
}

export interface Intrinsic {
  readonly least: number;
  readonly most: number;
  apply(call: Call): Value;
}

/** All but the operator − and what only derivatives need. */
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
