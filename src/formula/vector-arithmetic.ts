// Arithmetic on values: scalars, and the few operations that make sense for arrays. Everything else is an error that
// names the shapes.

import type { CheckedGraph } from './checked-graph.ts';
import type { Place } from './formula-error.ts';
import type { BinaryOp, Node } from './graph.ts';
import { isScalar, shapeName, type Value } from './scope.ts';

/** Applies f to every entry. */
function mapped(to: CheckedGraph, value: Value, f: (x: Node) => Node, place: Place): Value {
  if (isScalar(value)) return f(value);
  return value.map(entry => {
    to.spend(place);
    return mapped(to, entry, f, place);
  });
}

export function negated(to: CheckedGraph, value: Value, place: Place): Value {
  return mapped(to, value, x => to.unary('neg', x, place), place);
}

/** Sum or difference of two values of one shape. */
export function combined(
  to: CheckedGraph,
  op: 'add' | 'sub',
  [a, b]: readonly [Value, Value],
  place: Place,
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

function unequalShapes(to: CheckedGraph, op: 'add' | 'sub', [a, b]: readonly [Value, Value], place: Place) {
  const reason =
    op === 'add'
      ? `${shapeName(a)} and ${shapeName(b)} cannot be added`
      : `${shapeName(b)} cannot be subtracted from ${shapeName(a)}`;
  return to.fail(place, reason);
}

export function product(to: CheckedGraph, a: Value, b: Value, place: Place): Value {
  if (isScalar(a)) return mapped(to, b, x => to.binary('mul', a, x, place), place);
  if (isScalar(b)) return mapped(to, a, x => to.binary('mul', x, b, place), place);
  const reason = `${shapeName(a)} and ${shapeName(b)} cannot be multiplied with *`;
  throw to.fail(place, reason, 'write dot(a, b) or cross(a, b)');
}

export function quotient(to: CheckedGraph, a: Value, b: Value, place: Place): Value {
  if (!isScalar(b)) throw to.fail(place, `${shapeName(a)} cannot be divided by ${shapeName(b)}`);
  return mapped(to, a, x => to.binary('div', x, b, place), place);
}

export function power(to: CheckedGraph, a: Value, b: Value, place: Place): Value {
  if (isScalar(a) && isScalar(b)) return to.binary('pow', a, b, place);
  const hint = isScalar(a) ? undefined : 'write norm2(r) for the squared length of r';
  throw to.fail(place, `${shapeName(a)} cannot be raised to the power of ${shapeName(b)}`, hint);
}

/** f(f(x₀, x₁), x₂) … */
export function folded(to: CheckedGraph, op: BinaryOp, nodes: readonly Node[], place: Place): Node {
  return nodes.slice(1).reduce((a, b) => to.binary(op, a, b, place), nodes[0]);
}

export function dot(to: CheckedGraph, a: readonly Node[], b: readonly Node[], place: Place): Node {
  const terms = a.map((x, i) => {
    to.spend(place);
    return to.binary('mul', x, b[i], place);
  });
  return terms.length === 0 ? to.constant(0, place) : folded(to, 'add', terms, place);
}

/** The vector a × b in space, the number a₀ b₁ − a₁ b₀ in the plane. */
export function cross(to: CheckedGraph, a: readonly Node[], b: readonly Node[], place: Place): Value {
  const minor = (i: number, j: number) =>
    to.binary('sub', to.binary('mul', a[i], b[j], place), to.binary('mul', a[j], b[i], place), place);
  return a.length === 2 ? minor(0, 1) : [minor(1, 2), minor(2, 0), minor(0, 1)];
}
