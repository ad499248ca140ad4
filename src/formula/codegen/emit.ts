// Emits expressions as straight-line JavaScript: shared nodes become constants, integer powers become products.
// The text consists of operation names of this file, numbers and loads; no character of a formula reaches it.

import { type BinaryOp, type Graph, type Node, reachable, type UnaryOp } from '../graph.ts';

const infix: Partial<Record<BinaryOp, string>> = { add: '+', sub: '-', mul: '*', div: '/' };

/** Expressions nested deeper than this are split into named constants. */
const maxNesting = 24;
/** Integer powers up to this size are written as products. */
export const maxWholePower = 64;

/** How a variable is read, for example `x[3]`. */
export type Load = (variable: number) => string;

export class Emitter {
  private readonly lines: string[] = [];
  private readonly text = new Map<Node, { code: string; depth: number }>();
  private readonly powers = new Map<string, string>();
  private uses = new Map<Node, number>();
  private readonly graph: Graph;
  private readonly load: Load;
  /** Two emitters that write into one function need different prefixes. */
  private readonly prefix: string;

  constructor(graph: Graph, load: Load, prefix: string) {
    this.graph = graph;
    this.load = load;
    this.prefix = prefix;
  }

  /** The code of each root; it uses the constants of `statements`. */
  expressions(roots: readonly Node[]): string[] {
    const nodes = reachable(this.graph, roots);
    this.uses = countUses(this.graph, nodes, roots);
    for (const node of nodes) this.text.set(node, this.piece(node));
    return roots.map(root => this.code(root));
  }

  statements(): string {
    return this.lines.join('\n');
  }

  private code(node: Node): string {
    return (this.text.get(node) as { code: string }).code;
  }

  private piece(node: Node): { code: string; depth: number } {
    const { graph } = this;
    if (graph.isConstant(node)) return { code: literal(graph.datum(node)), depth: 0 };
    const isVariable = graph.op(node) === 'variable';
    const code = isVariable ? this.load(graph.datum(node)) : this.operation(node);
    const depth = isVariable ? 0 : 1 + Math.max(this.depth(graph.left(node)), this.depth(graph.right(node)));
    const shared = (this.uses.get(node) ?? 0) > 1 && !isName(code);
    return shared || depth > maxNesting ? { code: this.name(code), depth: 0 } : { code, depth };
  }

  private depth(node: Node): number {
    return this.text.get(node)?.depth ?? 0;
  }

  private name(code: string): string {
    const name = `${this.prefix}${this.lines.length}`;
    this.lines.push(`const ${name} = ${code};`);
    return name;
  }

  private operation(node: Node): string {
    const { graph } = this;
    const op = graph.op(node);
    const a = this.code(graph.left(node));
    if (graph.isUnary(node)) return op === 'neg' ? `(-${a})` : `Math.${op as UnaryOp}(${a})`;
    if (op === 'pow') return this.power(graph.left(node), graph.right(node));
    const b = this.code(graph.right(node));
    const symbol = infix[op as BinaryOp];
    if (symbol) return `(${a} ${symbol} ${b})`;
    if (op === 'less') return `(${a} < ${b} ? 1 : 0)`;
    return `Math.${op}(${a}, ${b})`;
  }

  /** aⁿ as products for whole n, a^(n/2) with one square root, Math.pow otherwise. */
  private power(a: Node, b: Node): string {
    const exponent = this.graph.isConstant(b) ? this.graph.datum(b) : Number.NaN;
    const size = Math.abs(exponent);
    if (!(size <= maxWholePower && Number.isInteger(2 * size)))
      return `Math.pow(${this.code(a)}, ${this.code(b)})`;
    const base = this.named(a);
    const whole = this.wholePower(base, Math.floor(size));
    const value = Number.isInteger(size) ? whole : `${whole} * Math.sqrt(${base})`;
    return exponent < 0 ? `(1 / (${value}))` : `(${value})`;
  }

  private named(node: Node): string {
    const code = this.code(node);
    if (isName(code)) return code;
    const name = this.name(code);
    this.text.set(node, { code: name, depth: 0 });
    return name;
  }

  /** Repeated squaring with cached partial powers, so that x⁶ and x¹² share their work. */
  private wholePower(base: string, n: number): string {
    if (n === 0) return '1';
    if (n === 1) return base;
    const key = `${base}^${n}`;
    const known = this.powers.get(key);
    if (known) return known;
    const half = this.wholePower(base, Math.floor(n / 2));
    const name = this.name(n % 2 === 0 ? `${half} * ${half}` : `${half} * ${half} * ${base}`);
    this.powers.set(key, name);
    return name;
  }
}

const isName = (code: string) => /^[\w$]+$/.test(code);

function countUses(graph: Graph, nodes: readonly Node[], roots: readonly Node[]): Map<Node, number> {
  const uses = new Map<Node, number>();
  const use = (node: Node) => uses.set(node, (uses.get(node) ?? 0) + 1);
  for (const node of nodes) {
    if (graph.left(node) >= 0) use(graph.left(node));
    if (graph.right(node) >= 0) use(graph.right(node));
  }
  roots.forEach(use);
  return uses;
}

function literal(value: number): string {
  return value < 0 ? `(${String(value)})` : String(value);
}
