// The expression graph: every formula is a node, equal formulas are one node (hash-consing).
// Children always have smaller numbers than their parents, so a sweep over ascending numbers evaluates and a
// sweep over descending numbers differentiates; nothing here recurses, however deep a formula is.
// The constructors simplify as they build: constants fold, 0 and 1 vanish, powers merge.

/** A node of an expression graph, by its number. */
export type Node = number;

export const unaryOps = [
  'neg',
  'sin',
  'cos',
  'tan',
  'asin',
  'acos',
  'atan',
  'sinh',
  'cosh',
  'tanh',
  'exp',
  'log',
  'sqrt',
  'abs',
  'sign',
] as const;
export const binaryOps = ['add', 'sub', 'mul', 'div', 'pow', 'atan2', 'min', 'max', 'less'] as const;
/** Operations with one operand. */
export type UnaryOp = (typeof unaryOps)[number];
/** Operations with two operands. */
export type BinaryOp = (typeof binaryOps)[number];
/** Operations of the expression graph. */
export type Op = 'constant' | 'variable' | UnaryOp | BinaryOp;

export const evaluateUnary: Record<UnaryOp, (x: number) => number> = {
  neg: x => -x,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  asin: Math.asin,
  acos: Math.acos,
  atan: Math.atan,
  sinh: Math.sinh,
  cosh: Math.cosh,
  tanh: Math.tanh,
  exp: Math.exp,
  log: Math.log,
  sqrt: Math.sqrt,
  abs: Math.abs,
  sign: Math.sign,
};

export const evaluateBinary: Record<BinaryOp, (x: number, y: number) => number> = {
  add: (x, y) => x + y,
  sub: (x, y) => x - y,
  mul: (x, y) => x * y,
  div: (x, y) => x / y,
  pow: (x, y) => x ** y,
  atan2: Math.atan2,
  min: Math.min,
  max: Math.max,
  less: (x, y) => (x < y ? 1 : 0),
};

/** Pairs of node numbers become one exact integer key while both stay below 2²⁶. */
const keyBase = 2 ** 26;
const maxNodes = 2_500_000;
const smallestNormal = 2 ** -1022;

export class GraphTooLarge extends Error {
  constructor() {
    super(`the formulas expand to more than ${maxNodes} operations`);
    this.name = 'GraphTooLarge';
  }
}

/**
 * An expression graph: every formula is a node, equal formulas are one node; children have smaller numbers than their
 * parents.
 */
export class Graph {
  private readonly ops: Op[] = [];
  private readonly lefts: Node[] = [];
  private readonly rights: Node[] = [];
  /** Value of a constant, index of a variable, 0 otherwise. */
  private readonly data: number[] = [];
  private readonly constants = new Map<number, Node>();
  private readonly variables = new Map<number, Node>();
  private readonly known = new Map<Op, Map<number, Node>>();

  get size(): number {
    return this.ops.length;
  }
  op(a: Node): Op {
    return this.ops[a];
  }
  left(a: Node): Node {
    return this.lefts[a];
  }
  right(a: Node): Node {
    return this.rights[a];
  }
  /** Value of a constant node, index of a variable node. */
  datum(a: Node): number {
    return this.data[a];
  }
  isConstant(a: Node): boolean {
    return this.ops[a] === 'constant';
  }
  isUnary(a: Node): boolean {
    return this.lefts[a] >= 0 && this.rights[a] < 0;
  }
  isLeaf(a: Node): boolean {
    return this.lefts[a] < 0;
  }

  constant(value: number): Node {
    const key = Object.is(value, -0) ? 0 : value;
    return this.constants.get(key) ?? this.remember(this.constants, key, this.push('constant', -1, -1, key));
  }
  variable(index: number): Node {
    return (
      this.variables.get(index) ?? this.remember(this.variables, index, this.push('variable', -1, -1, index))
    );
  }

  unary(op: UnaryOp, a: Node): Node {
    if (this.isConstant(a)) {
      const value = evaluateUnary[op](this.data[a]);
      if (Number.isFinite(value)) return this.constant(value);
    }
    return this.simplerUnary(op, a) ?? this.intern(op, a, -1);
  }
  binary(op: BinaryOp, a: Node, b: Node): Node {
    if (this.isConstant(a) && this.isConstant(b)) {
      const value = evaluateBinary[op](this.data[a], this.data[b]);
      if (Number.isFinite(value)) return this.constant(value);
    }
    return this.simplerBinary(op, a, b) ?? this.intern(op, a, b);
  }

  neg(a: Node): Node {
    return this.unary('neg', a);
  }
  add(a: Node, b: Node): Node {
    return this.binary('add', a, b);
  }
  sub(a: Node, b: Node): Node {
    return this.binary('sub', a, b);
  }
  mul(a: Node, b: Node): Node {
    return this.binary('mul', a, b);
  }
  div(a: Node, b: Node): Node {
    return this.binary('div', a, b);
  }
  pow(a: Node, b: Node): Node {
    return this.binary('pow', a, b);
  }

  private push(op: Op, left: Node, right: Node, datum: number): Node {
    if (this.ops.length >= maxNodes) throw new GraphTooLarge();
    this.ops.push(op);
    this.lefts.push(left);
    this.rights.push(right);
    this.data.push(datum);
    return this.ops.length - 1;
  }
  private remember(map: Map<number, Node>, key: number, node: Node): Node {
    map.set(key, node);
    return node;
  }
  private intern(op: Op, a: Node, b: Node): Node {
    let table = this.known.get(op);
    if (!table) {
      table = new Map();
      this.known.set(op, table);
    }
    // Commuted sums and products share a node, in the order of the first occurrence.
    const commutes = op === 'add' || op === 'mul' || op === 'min' || op === 'max';
    const key = commutes && a > b ? b * keyBase + a : a * keyBase + b;
    return table.get(key) ?? this.remember(table, key, this.push(op, a, b, 0));
  }

  private is(a: Node, value: number): boolean {
    return this.ops[a] === 'constant' && this.data[a] === value;
  }

  private simplerUnary(op: UnaryOp, a: Node): Node | undefined {
    if (op !== 'neg') return undefined;
    if (this.ops[a] === 'neg') return this.lefts[a];
    if (this.ops[a] === 'sub') return this.sub(this.rights[a], this.lefts[a]);
    if (this.ops[a] === 'mul' && this.isConstant(this.lefts[a]))
      return this.mul(this.constant(-this.data[this.lefts[a]]), this.rights[a]);
    return undefined;
  }

  private simplerBinary(op: BinaryOp, a: Node, b: Node): Node | undefined {
    switch (op) {
      case 'add':
        return this.simplerSum(a, b);
      case 'sub':
        return this.simplerDifference(a, b);
      case 'mul':
        return this.simplerProduct(a, b);
      case 'div':
        return this.simplerQuotient(a, b);
      case 'pow':
        return this.simplerPower(a, b);
      default:
        return undefined;
    }
  }

  private simplerSum(a: Node, b: Node): Node | undefined {
    if (this.is(a, 0)) return b;
    if (this.is(b, 0)) return a;
    if (a === b) return this.mul(this.constant(2), a);
    if (this.ops[b] === 'neg') return this.sub(a, this.lefts[b]);
    if (this.ops[a] === 'neg') return this.sub(b, this.lefts[a]);
    return undefined;
  }

  private simplerDifference(a: Node, b: Node): Node | undefined {
    if (this.is(b, 0)) return a;
    if (this.is(a, 0)) return this.neg(b);
    if (a === b) return this.constant(0);
    if (this.ops[b] === 'neg') return this.add(a, this.lefts[b]);
    return undefined;
  }

  private simplerProduct(a: Node, b: Node): Node | undefined {
    if (this.isConstant(b) && !this.isConstant(a)) return this.mul(b, a);
    if (this.is(a, 0)) return a;
    if (this.is(a, 1)) return b;
    if (this.is(a, -1)) return this.neg(b);
    if (this.ops[a] === 'neg') return this.neg(this.mul(this.lefts[a], b));
    if (this.ops[b] === 'neg') return this.neg(this.mul(a, this.lefts[b]));
    // Constants are collected on the left: c (d x) = (c d) x and x (c y) = c (x y).
    if (this.ops[b] === 'mul' && this.isConstant(this.lefts[b]) && this.foldsWith(a, this.lefts[b]))
      return this.mul(this.mul(a, this.lefts[b]), this.rights[b]);
    if (this.ops[a] === 'mul' && this.isConstant(this.lefts[a]) && !this.isConstant(b))
      return this.mul(this.lefts[a], this.mul(this.rights[a], b));
    return this.mergedPowers(a, b);
  }

  /** xᵐ xⁿ = xᵐ⁺ⁿ for whole m, n of one sign (so that no pole is cancelled). */
  private mergedPowers(a: Node, b: Node): Node | undefined {
    const [x, m] = this.wholePower(a);
    const [y, n] = this.wholePower(b);
    return x === y && m * n > 0 ? this.pow(x, this.constant(m + n)) : undefined;
  }
  private wholePower(a: Node): [Node, number] {
    if (this.ops[a] !== 'pow' || !this.isConstant(this.rights[a])) return [a, 1];
    const exponent = this.data[this.rights[a]];
    return Number.isInteger(exponent) ? [this.lefts[a], exponent] : [a, 1];
  }

  private simplerQuotient(a: Node, b: Node): Node | undefined {
    if (this.is(b, 1)) return a;
    if (this.is(a, 0) && !this.isConstant(b)) return a;
    if (this.isConstant(b) && Number.isFinite(1 / this.data[b]))
      return this.mul(this.constant(1 / this.data[b]), a);
    if (this.ops[a] === 'neg') return this.neg(this.div(this.lefts[a], b));
    if (this.ops[a] === 'mul' && this.isConstant(this.lefts[a]))
      return this.mul(this.lefts[a], this.div(this.rights[a], b));
    return undefined;
  }

  private simplerPower(a: Node, b: Node): Node | undefined {
    if (!this.isConstant(b)) return undefined;
    const exponent = this.data[b];
    if (exponent === 0) return this.constant(1);
    if (exponent === 1) return a;
    if (exponent === 0.5) return this.unary('sqrt', a);
    if (exponent === -1) return this.div(this.constant(1), a);
    if (this.ops[a] === 'sqrt' && exponent % 2 === 0)
      return this.pow(this.lefts[a], this.constant(exponent / 2));
    const [base, inner] = this.wholePower(a);
    const isWhole = Number.isInteger(exponent) && Number.isFinite(inner * exponent);
    return base !== a && isWhole ? this.pow(base, this.constant(inner * exponent)) : undefined;
  }

  /** Whether a·c may be formed: not when both are constants whose product overflows or loses digits to underflow. */
  private foldsWith(a: Node, c: Node): boolean {
    const size = Math.abs(this.data[a] * this.data[c]);
    return !this.isConstant(a) || (size >= smallestNormal && Number.isFinite(size));
  }
}

/** The nodes that the given roots are made of, children before parents. */
export function reachable(graph: Graph, roots: readonly Node[]): Node[] {
  const seen = new Set<Node>();
  const stack = [...roots];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (graph.left(node) >= 0) stack.push(graph.left(node));
    if (graph.right(node) >= 0) stack.push(graph.right(node));
  }
  return [...seen].sort((a, b) => a - b);
}

/** Indices of the variables that an expression contains, ascending. */
export function variablesOf(graph: Graph, root: Node): number[] {
  return reachable(graph, [root])
    .filter(node => graph.op(node) === 'variable')
    .map(node => graph.datum(node))
    .sort((a, b) => a - b);
}

/** The expression with its leaves replaced, all but constant exponents, and simplified again. */
export function substitute(graph: Graph, root: Node, replace: (leaf: Node) => Node): Node {
  const image = new Map<Node, Node>();
  const of = (node: Node) => image.get(node) as Node;
  for (const node of reachable(graph, [root])) {
    const op = graph.op(node);
    const right = graph.right(node);
    const exponent = op === 'pow' && graph.isConstant(right);
    if (graph.isLeaf(node)) image.set(node, replace(node));
    else if (graph.isUnary(node)) image.set(node, graph.unary(op as UnaryOp, of(graph.left(node))));
    else image.set(node, graph.binary(op as BinaryOp, of(graph.left(node)), exponent ? right : of(right)));
  }
  return of(root);
}
