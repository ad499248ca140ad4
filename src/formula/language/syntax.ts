// Parser: text to a syntax tree with positions, by recursive descent.
//
//   equation  = sum ["=" sum]                   sum     = product {("+" | "-") product}
//   product   = signed {("*" | "/") signed}     signed  = ("-" | "+") signed | power
//   power     = indexed ["^" signed]            indexed = primary {"[" sum "]"}, not after a number
//   primary   = number | name | name "(" [list] ")" | "(" sum ")" | "[" list "]"        list = sum {"," sum}
//
// A sign binds looser than a power on its right: -a^2 = -(a^2). Sums and products are read in a loop, so that ten thousand
// terms form a tree that is deep on the left: a traversal must follow `left` in a loop. All other nesting is limited to 200 levels.

import { FormulaError, type TextRange } from './formula-error.ts';
import { type Bracket, bracketEnd, misplacedToken, missingValue } from './syntax-errors.ts';
import { type Token, tokenAfter } from './tokens.ts';

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
/** Brackets, signs, exponents and indices may nest this deep. */
const maxDepth = 200;

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
  return new Parser(text).equation();
}

class Parser {
  private readonly text: string;
  private readonly open: Bracket[] = [];
  /** The tokens around the position: undefined before the first and after the last. */
  private last: Token | undefined;
  private next: Token | undefined;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
    this.next = tokenAfter(text, 0);
  }

  equation(): EquationSyntax {
    const left = this.sum();
    if (this.next === undefined) return { left, right: null };
    if (!this.isNext('=')) throw this.misplaced();
    this.advance();
    const right = this.sum();
    if (this.next !== undefined) throw this.misplaced();
    return { left, right };
  }

  private sum(): Syntax {
    return this.chain('+-', () => this.chain('*/', () => this.signed()));
  }

  /** a + b − c as (a + b) − c. */
  private chain(operators: string, operand: () => Syntax): Syntax {
    let left = operand();
    while (this.next !== undefined && operators.includes(this.next.text)) {
      const operator = this.advance().text as BinaryOperator;
      const right = operand();
      left = { kind: 'binary', operator, left, right, from: left.from, to: right.to };
    }
    return left;
  }

  private signed(): Syntax {
    if (!this.isNext('-') && !this.isNext('+')) return this.power();
    const { text, from } = this.advance();
    const operand = this.nested(() => this.signed());
    return text === '-' ? { kind: 'negate', operand, from, to: operand.to } : { ...operand, from };
  }

  private power(): Syntax {
    const left = this.indexed();
    if (!this.isNext('^')) return left;
    this.advance();
    const right = this.nested(() => this.signed());
    return { kind: 'binary', operator: '^', left, right, from: left.from, to: right.to };
  }

  /** r[i][j] as (r[i])[j]. */
  private indexed(): Syntax {
    const first = this.primary();
    if (this.last?.kind === 'number') return first;
    let base = first;
    for (let indices = 1; this.isNext('['); indices++) {
      if (this.depth + indices > maxDepth) throw this.tooDeep();
      const [index, { to }] = this.inBrackets('index', () => this.sum());
      base = { kind: 'index', base, index, from: base.from, to };
    }
    return base;
  }

  private primary(): Syntax {
    switch (this.next?.kind) {
      case 'number':
        return this.number();
      case 'name': {
        const { text, from, to } = this.advance();
        const name: NameSyntax = { kind: 'name', name: text, from, to };
        return this.isNext('(') ? this.call(name) : name;
      }
      default:
        return this.isNext('[') ? this.vector() : this.group();
    }
  }

  private number(): Syntax {
    const { text, from, to } = this.advance();
    const value = Number(text);
    if (Number.isFinite(value)) return { kind: 'number', value, from, to };
    throw new FormulaError(this.text, { from, to }, `the number ${text} is too large`);
  }

  private call(callee: NameSyntax): Syntax {
    const [args, { to }] = this.inBrackets('call', () =>
      this.next === undefined || this.isNext(')') ? [] : this.list(),
    );
    return { kind: 'call', callee, args, from: callee.from, to };
  }

  private vector(): Syntax {
    const [entries, place] = this.inBrackets('vector', () => this.list());
    return { kind: 'vector', entries, ...place };
  }

  /** The content, with the range of its brackets. */
  private group(): Syntax {
    if (!this.isNext('(')) throw missingValue(this.text, this.last, this.next);
    const [content, place] = this.inBrackets('group', () => this.sum());
    return { ...content, ...place };
  }

  private list(): Syntax[] {
    const entries = [this.sum()];
    while (this.isNext(',')) {
      this.advance();
      entries.push(this.sum());
    }
    return entries;
  }

  /** Reads from the opening bracket, which is next, to the closing one; returns the content and the range of both. */
  private inBrackets<Content>(kind: Bracket['kind'], read: () => Content): [Content, TextRange] {
    const opening = { ...this.advance(), kind };
    this.open.push(opening);
    const content = this.nested(read);
    if (!this.isNext(bracketEnd(opening))) throw this.misplaced();
    this.open.pop();
    return [content, { from: opening.from, to: this.advance().to }];
  }

  private nested<Content>(read: () => Content): Content {
    this.depth += 1;
    if (this.depth > maxDepth) throw this.tooDeep();
    const content = read();
    this.depth -= 1;
    return content;
  }

  private isNext(symbol: string): boolean {
    return this.next?.text === symbol;
  }

  private advance(): Token {
    const token = this.next as Token;
    this.last = token;
    this.next = tokenAfter(this.text, token.to);
    return token;
  }

  private misplaced(): FormulaError {
    return misplacedToken(this.text, { last: this.last as Token, next: this.next, open: this.open });
  }

  private tooDeep(): FormulaError {
    const place = this.next ?? (this.last as Token);
    return new FormulaError(this.text, place, `the formula is nested deeper than ${maxDepth} levels`);
  }
}
