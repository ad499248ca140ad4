// Parser: text to a syntax tree with positions. The automaton in grammar/ decides what is a formula; when it refuses,
// explain-syntax.ts finds the reason. The tree nests left operands without limit (a sum of ten thousand terms is one
// long left spine), so a traversal must follow `left` in a loop; everything else nests at most 200 levels.

import { parser } from '../grammar/parser.ts';
import { explainSyntaxError, maxDepth, tooDeep } from './explain-syntax.ts';
import { FormulaError, type TextRange } from './formula-error.ts';

export type BinaryOperator = '+' | '-' | '*' | '/' | '^';

export interface NumberSyntax extends TextRange {
  readonly kind: 'number';
  readonly value: number;
}
export interface NameSyntax extends TextRange {
  readonly kind: 'name';
  readonly name: string;
}
export interface NegateSyntax extends TextRange {
  readonly kind: 'negate';
  readonly operand: Syntax;
}
export interface BinarySyntax extends TextRange {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Syntax;
  readonly right: Syntax;
}
export interface CallSyntax extends TextRange {
  readonly kind: 'call';
  readonly callee: NameSyntax;
  readonly args: readonly Syntax[];
}
export interface IndexSyntax extends TextRange {
  readonly kind: 'index';
  readonly base: Syntax;
  readonly index: Syntax;
}
export interface VectorSyntax extends TextRange {
  readonly kind: 'vector';
  readonly entries: readonly Syntax[];
}
export type Syntax =
  | NumberSyntax
  | NameSyntax
  | NegateSyntax
  | BinarySyntax
  | CallSyntax
  | IndexSyntax
  | VectorSyntax;

export interface EquationSyntax {
  readonly left: Syntax;
  /** Null when the text has no “=”. */
  readonly right: Syntax | null;
}

const maxLength = 100_000;

/** Strict: stop at the first error instead of recovering, which takes long on hostile input. */
const strictParser = parser.configure({ strict: true });
type Cursor = ReturnType<ReturnType<typeof strictParser.parse>['cursor']>;

export function parseFormula(text: string): Syntax {
  const { left, right } = parseEquation(text);
  if (right === null) return left;
  const at = text.indexOf('=');
  throw new FormulaError(text, { from: at, to: at + 1 }, 'an expression is expected here, not an equation');
}

export function parseEquation(text: string): EquationSyntax {
  if (text.length > maxLength) {
    const end = { from: maxLength, to: maxLength + 1 };
    throw new FormulaError(text, end, `the formula is longer than ${maxLength} characters`);
  }
  const reader = new SyntaxReader(text, cursorOver(text));
  const [left, right] = reader.children();
  return { left, right: right ?? null };
}

function cursorOver(text: string): Cursor {
  try {
    return strictParser.parse(text).cursor();
  } catch (error) {
    if (error instanceof SyntaxError) throw explainSyntaxError(text);
    throw error;
  }
}

/** Reads the node under the cursor and leaves the cursor where it was. */
class SyntaxReader {
  private depth = 0;
  private readonly text: string;
  private readonly cursor: Cursor;

  constructor(text: string, cursor: Cursor) {
    this.text = text;
    this.cursor = cursor;
  }

  /** The operands beneath the cursor, without the operators between them. */
  children(): Syntax[] {
    const found: Syntax[] = [];
    if (!this.cursor.firstChild()) return found;
    do {
      if (!operatorNames.has(this.cursor.name)) found.push(this.syntax());
    } while (this.cursor.nextSibling());
    this.cursor.parent();
    return found;
  }

  private syntax(): Syntax {
    const { name, from, to } = this.cursor;
    switch (name) {
      case 'Number':
        return this.number();
      case 'Name':
        return { kind: 'name', name: this.text.slice(from, to), from, to };
      case 'Sum':
      case 'Product':
        return this.chain();
      default:
        return this.nested(name, { from, to });
    }
  }

  /** a + b − c as (a + b) − c. */
  private chain(): Syntax {
    this.cursor.firstChild();
    let left = this.syntax();
    while (this.cursor.nextSibling()) {
      const operator = this.text[this.cursor.from] as BinaryOperator;
      this.cursor.nextSibling();
      const right = this.syntax();
      left = { kind: 'binary', operator, left, right, from: left.from, to: right.to };
    }
    this.cursor.parent();
    return left;
  }

  private nested(name: string, place: TextRange): Syntax {
    this.depth += 1;
    if (this.depth > maxDepth) throw tooDeep(this.text, { from: place.from, to: place.from + 1 });
    const syntax = this.assembled(name, this.children(), place);
    this.depth -= 1;
    return syntax;
  }

  private assembled(name: string, parts: readonly Syntax[], place: TextRange): Syntax {
    switch (name) {
      case 'Negate':
        return { kind: 'negate', operand: parts[0], ...place };
      case 'Power':
        return { kind: 'binary', operator: '^', left: parts[0], right: parts[1], ...place };
      case 'Call':
        return { kind: 'call', callee: parts[0] as NameSyntax, args: parts.slice(1), ...place };
      case 'Vector':
        return { kind: 'vector', entries: parts, ...place };
      case 'Index':
        return this.indexed(parts);
      default:
        // Group and Identity mean their content; the place covers bracket and sign.
        return { ...parts[0], ...place };
    }
  }

  /** r[i][j] as (r[i])[j]. */
  private indexed(parts: readonly Syntax[]): Syntax {
    const indices = parts.slice(1);
    if (this.depth + indices.length > maxDepth) throw tooDeep(this.text, indices[indices.length - 1]);
    return indices.reduce((base, index) => {
      const to = this.text.indexOf(']', index.to) + 1;
      return { kind: 'index', base, index, from: base.from, to };
    }, parts[0]);
  }

  private number(): Syntax {
    const { from, to } = this.cursor;
    const value = Number(this.text.slice(from, to));
    if (Number.isFinite(value)) return { kind: 'number', value, from, to };
    throw new FormulaError(this.text, { from, to }, `the number ${this.text.slice(from, to)} is too large`);
  }
}

const operatorNames: ReadonlySet<string> = new Set(['Plus', 'Minus', 'Times', 'Over', 'Caret', 'Equals']);
