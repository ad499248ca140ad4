// From the text of a formula to TeX, through the grammar of the formula language. The parser recovers from mistakes, so a
// formula that is half typed is shown as far as it goes, with □ for what is missing.

import { type CallPiece, callTex } from './call-tex.ts';
import { parser } from './grammar/parser.ts';
import { nameTex } from './name-tex.ts';
import { atom, bracketed, Level, missing, type Piece } from './piece.ts';

type Node = ReturnType<typeof parser.parse>['topNode'];

/** Longer formulas are unreadable, and error recovery on hostile ones is slow. */
const longest = 5000;

/** null when the text is too long or too deep to be typeset. */
export function texOf(formula: string): string | null {
  if (formula.length > longest) return null;
  try {
    return new TexWriter(formula).piece(parser.parse(formula).topNode).tex;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

class TexWriter {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  piece(node: Node): Piece {
    switch (node.name) {
      case 'Equation':
      case 'Sum':
        return this.#sum(node);
      case 'Product':
        return this.#product(childrenOf(node));
      case 'Negate':
        return { tex: `-${bracketed(this.#operand(node), Level.product)}`, level: Level.sign };
      case 'Identity':
      case 'Group':
        return this.#operand(node);
      case 'Power':
        return this.#power(childrenOf(node));
      case 'Index':
        return this.#index(childrenOf(node));
      case 'Call':
        return this.#call(node);
      case 'Vector':
        return atom(`\\left(${this.#list(operandsOf(node))}\\right)`);
      case 'Number':
        return numberPiece(this.#written(node));
      case 'Name':
        return named(nameTex(this.#written(node)));
      default:
        return missing;
    }
  }

  #written(node: Node): string {
    return this.#text.slice(node.from, node.to);
  }

  #operand(node: Node): Piece {
    const [operand] = operandsOf(node);
    return operand ? this.piece(operand) : missing;
  }

  #list(nodes: readonly Node[]): string {
    return nodes.map(node => this.piece(node).tex).join(', ');
  }

  /** Sums and equations: what stands between operators is written as it is, unless it begins with a sign itself. */
  #sum(node: Node): Piece {
    const children = childrenOf(node);
    const tex = children
      .map((child, k) => {
        const operator = operators.get(child.name);
        if (operator !== undefined) return operator;
        const isFirst = k === 0 || children[k - 1].name === 'Equals';
        const isSide = node.name === 'Equation';
        const piece = this.piece(child);
        return isFirst || isSide ? piece.tex : bracketed(piece, Level.product);
      })
      .join(' ');
    // An equation of one side is that side; a sum whose terms were not recovered is still a sum.
    const isWhole = node.name === 'Equation' && children.length === 1;
    return isWhole ? this.piece(children[0]) : { tex: tex || missing.tex, level: Level.sum };
  }

  /** a*b/c*d is one fraction with a b d above and c below; a sign in front comes before all of it. */
  #product(children: readonly Node[]): Piece {
    const above: Piece[] = [];
    const below: Piece[] = [];
    let isBelow = false;
    let sign = '';
    for (const child of children) {
      if (child.name === 'Times' || child.name === 'Over') {
        isBelow = child.name === 'Over';
        continue;
      }
      const isNegated = child.name === 'Negate' && above.length === 0;
      if (isNegated) sign = '-';
      (isBelow ? below : above).push(isNegated ? this.#operand(child) : this.piece(child));
      isBelow = false;
    }
    const tex = below.length > 0 ? `\\frac{${factors(above)}}{${factors(below)}}` : factors(above);
    const isGreedy = below.length === 0 && (above.at(-1)?.isGreedy ?? false);
    return { tex: sign + tex, level: sign ? Level.sign : Level.product, isGreedy };
  }

  #power([base, ...rest]: readonly Node[]): Piece {
    const exponent = rest.find(({ name }) => name !== 'Caret');
    const above = exponent ? this.piece(exponent).tex : missing.tex;
    const call = base.name === 'Call' ? this.#call(base, above) : null;
    if (call?.tookExponent) return call;
    return { tex: `${bracketed(this.piece(base), Level.atom)}^{${above}}`, level: Level.power };
  }

  #index([base, ...rest]: readonly Node[]): Piece {
    const indices = rest.map(node => this.piece(node).tex);
    if (base.name === 'Name') return named(nameTex(this.#written(base), indices));
    const piece = this.piece(base);
    const whole = piece.isIndexed ? `\\left(${piece.tex}\\right)` : bracketed(piece, Level.atom);
    return named(`${whole}_{${indices.join(',')}}`);
  }

  #call(node: Node, exponent?: string): CallPiece {
    const [callee, ...args] = operandsOf(node);
    const pieces = args.map(arg => this.piece(arg));
    return callTex({ name: callee ? this.#written(callee) : '', args: pieces, exponent });
  }
}

/** A name with or without indices. */
const named = (tex: string): Piece => ({ ...atom(tex), isIndexed: tex.includes('_{') });

const operators: ReadonlyMap<string, string> = new Map([
  ['Plus', '+'],
  ['Minus', '-'],
  ['Times', '\\cdot'],
  ['Over', '/'],
  ['Caret', '\\hat{}'],
  ['Equals', '='],
]);

function childrenOf(node: Node): Node[] {
  const children: Node[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) children.push(child);
  return children;
}

const operandsOf = (node: Node) => childrenOf(node).filter(({ name }) => !operators.has(name));

/** Side by side; a dot where digits would run together, brackets where a sum would swallow what follows it. */
function factors(pieces: readonly Piece[]): string {
  if (pieces.length === 0) return missing.tex;
  const told = pieces.filter(({ tex }) => tex !== '1');
  if (told.length === 0) return '1';
  if (told.length === 1) return told[0].tex;
  return told
    .map((piece, k) => {
      const isSwallowing = piece.isGreedy && k < told.length - 1;
      return isSwallowing ? `\\left(${piece.tex}\\right)` : bracketed(piece, Level.product);
    })
    .reduce((left, right) => `${left}${/^\d/.test(right) ? ' \\cdot ' : '\\,'}${right}`);
}

function numberPiece(written: string): Piece {
  const [mantissa, exponent] = written.toLowerCase().split('e');
  if (exponent === undefined) return atom(written);
  const power = `10^{${Number(exponent)}}`;
  return Number(mantissa) === 1
    ? { tex: power, level: Level.power }
    : { tex: `${mantissa} \\cdot ${power}`, level: Level.product };
}
