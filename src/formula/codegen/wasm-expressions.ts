// Emits expressions as WebAssembly: shared nodes become local variables, integer powers become products, and loop invariants
// are computed before the loop. The rules are those of emit.ts, and functions that WebAssembly lacks are imported from
// JavaScript, so that both give the same bits.

import { type BinaryOp, type Graph, type Node, reachable, type UnaryOp } from '../graph.ts';
import {
  type Code,
  get,
  type Import,
  instruction,
  type LocalType,
  realConstant,
  set,
  unsigned,
} from './wasm-bytes.ts';

/** The imports shared by the procedures of a module, and the local variables of the current one. */
export interface Scope {
  readonly imports: Import[];
  readonly locals: LocalType[];
}

export function newLocal({ locals }: Scope, type: LocalType): number {
  return locals.push(type) - 1;
}

/** How a variable is read, and whether it changes within the loop. */
export interface Variables {
  load(variable: number): Code;
  varies(variable: number): boolean;
}

export interface ExpressionCode {
  /** Code of loop invariants, executed once before the loop. */
  readonly before: Code;
  /** Code executed in each iteration. */
  readonly inside: Code;
  /** Leaves the value of each root on the stack. */
  readonly values: readonly Code[];
}

const native: Partial<Record<UnaryOp | BinaryOp, Code>> = {
  neg: [instruction.neg],
  sqrt: [instruction.sqrt],
  abs: [instruction.abs],
  add: [instruction.add],
  sub: [instruction.sub],
  mul: [instruction.mul],
  div: [instruction.div],
  min: [instruction.min],
  max: [instruction.max],
  less: [instruction.less, instruction.realFromInteger],
};

/** As in emit.ts: deeper expressions are split, and larger powers use Math.pow. */
const [maxNesting, maxWholePower] = [24, 64];

interface Piece {
  readonly code: Code;
  readonly depth: number;
}

export function expressionCode(
  graph: Graph,
  roots: readonly Node[],
  scope: Scope,
  variables: Variables,
): ExpressionCode {
  const emitter = new WasmEmitter(graph, scope, variables);
  const values = emitter.values(roots);
  return { before: emitter.before, inside: emitter.inside, values };
}

class WasmEmitter {
  readonly before: number[] = [];
  readonly inside: number[] = [];
  private readonly pieces = new Map<Node, Piece>();
  private readonly varying = new Set<Node>();
  private readonly powers = new Map<string, Code>();
  private readonly graph: Graph;
  private readonly scope: Scope;
  private readonly variables: Variables;

  constructor(graph: Graph, scope: Scope, variables: Variables) {
    this.graph = graph;
    this.scope = scope;
    this.variables = variables;
  }

  values(roots: readonly Node[]): Code[] {
    const { graph, varying } = this;
    const nodes = reachable(graph, roots);
    for (const node of nodes) if (this.changes(node)) varying.add(node);
    const named = this.nodesToName(nodes, roots);
    for (const node of nodes) {
      const piece = this.piece(node);
      const isNamed = named.has(node) || piece.depth > maxNesting;
      this.pieces.set(node, isNamed ? this.name(piece.code, varying.has(node)) : piece);
    }
    return roots.map(root => this.code(root));
  }

  private children(node: Node): Node[] {
    return [this.graph.left(node), this.graph.right(node)].filter(child => child >= 0);
  }

  private changes(node: Node): boolean {
    if (this.graph.op(node) === 'variable') return this.variables.varies(this.graph.datum(node));
    return this.children(node).some(child => this.varying.has(child));
  }

  /** Nodes that are used twice, and loop invariants. */
  private nodesToName(nodes: readonly Node[], roots: readonly Node[]): Set<Node> {
    const { graph, varying } = this;
    const seen = new Set<Node>();
    const named = new Set<Node>();
    const use = (node: Node, inLoop: boolean) => {
      const isRepeated = seen.has(node) && !graph.isConstant(node);
      if (isRepeated || (inLoop && !varying.has(node))) named.add(node);
      seen.add(node);
    };
    const isLoop = varying.size > 0;
    for (const node of nodes) for (const child of this.children(node)) use(child, varying.has(node));
    for (const root of roots) use(root, isLoop);
    return named;
  }

  private code(node: Node): Code {
    return (this.pieces.get(node) as Piece).code;
  }

  private name(code: Code, varies: boolean): Piece {
    const local = newLocal(this.scope, 'real');
    const statements = varies ? this.inside : this.before;
    statements.push(...code, ...set(local));
    return { code: get(local), depth: 0 };
  }

  private piece(node: Node): Piece {
    const { graph } = this;
    if (graph.isConstant(node)) return { code: realConstant(graph.datum(node)), depth: 0 };
    if (graph.op(node) === 'variable') return { code: this.variables.load(graph.datum(node)), depth: 0 };
    const depth = 1 + Math.max(...this.children(node).map(child => this.pieces.get(child)?.depth ?? 0));
    return { code: this.operation(node), depth };
  }

  private operation(node: Node): Code {
    const { graph } = this;
    const op = graph.op(node) as UnaryOp | BinaryOp;
    if (op === 'pow') return this.power(node);
    const operands = this.children(node).flatMap(child => this.code(child));
    return [...operands, ...(native[op] ?? this.call(op, this.children(node).length))];
  }

  private call(name: string, arity: number): Code {
    const { imports } = this.scope;
    const known = imports.findIndex(one => one.name === name);
    return [instruction.call, ...unsigned(known < 0 ? imports.push({ name, arity }) - 1 : known)];
  }

  /** aⁿ as products for whole n, a^(n/2) with one square root, Math.pow otherwise. */
  private power(node: Node): Code {
    const { graph } = this;
    const [a, b] = this.children(node);
    const exponent = graph.isConstant(b) ? graph.datum(b) : Number.NaN;
    const size = Math.abs(exponent);
    if (!(size <= maxWholePower && Number.isInteger(2 * size)))
      return [...this.code(a), ...this.code(b), ...this.call('pow', 2)];
    const base = this.local(a);
    const whole = this.wholePower(base, Math.floor(size), this.varying.has(a));
    const root = Number.isInteger(size) ? [] : [...base, instruction.sqrt, instruction.mul];
    const value = [...whole, ...root];
    return exponent < 0 ? [...realConstant(1), ...value, instruction.div] : value;
  }

  /** The local variable of a node, allocated at the first call. */
  private local(node: Node): Code {
    const code = this.code(node);
    if (code[0] === instruction.get) return code;
    const piece = this.name(code, this.varying.has(node));
    this.pieces.set(node, piece);
    return piece.code;
  }

  /** Repeated squaring with cached partial powers, so that x⁶ and x¹² share their work. */
  private wholePower(base: Code, n: number, varies: boolean): Code {
    if (n === 0) return realConstant(1);
    if (n === 1) return base;
    const key = `${base.join()}^${n}`;
    const known = this.powers.get(key);
    if (known) return known;
    const half = this.wholePower(base, Math.floor(n / 2), varies);
    const odd = n % 2 === 0 ? [] : [...base, instruction.mul];
    const { code } = this.name([...half, ...half, instruction.mul, ...odd], varies);
    this.powers.set(key, code);
    return code;
  }
}
