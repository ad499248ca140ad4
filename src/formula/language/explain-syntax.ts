// Syntax errors explained. One pass over the tokens that tracks two facts: is a value or an
// operator expected next, and which brackets are open. Reads the same language as grammar/formula.grammar (a fuzz
// test holds the two together) and stops at the first token that does not fit.

import { FormulaError, quoted, type TextRange } from './formula-error.ts';

interface Token extends TextRange {
  readonly kind: 'number' | 'name' | 'symbol';
  readonly text: string;
}
type Bracket = 'group' | 'call' | 'index' | 'vector';
interface Opening extends Token {
  readonly bracket: Bracket;
  /** Levels around the bracket. */
  readonly depth: number;
}

/** Brackets, signs and exponents may nest this deep. */
export const maxDepth = 200;

const numberPattern = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y;
const namePattern =
  /[A-Za-z_\u0391-\u03a1\u03a3-\u03c9\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5][A-Za-z_0-9\u0391-\u03a1\u03a3-\u03c9\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5]*/y;
const symbolPattern = /[-+*/^=()[\],]/y;
const spacePattern = /[ \t\n\r]*/y;

/** Characters of other languages or typography, and their replacements. */
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['−', 'write - for minus'],
  ['–', 'write - for minus'],
  ['·', 'write * for a product'],
  ['×', 'write * for a product'],
  ['÷', 'write / for a quotient'],
  ['²', 'write ^2'],
  ['³', 'write ^3'],
  ['√', 'write sqrt(…)'],
  ['µ', 'this is the micro sign: write the Greek letter μ'],
  ['∞', 'every number must be finite'],
  ['{', 'use ( and )'],
  ['}', 'use ( and )'],
  ['|', 'write abs(…)'],
  ['\u00a0', 'write an ordinary space'],
]);

export function explainSyntaxError(text: string): FormulaError {
  return (
    new Explanation(text).error() ??
    new FormulaError(text, { from: 0, to: text.length }, 'this is not a formula')
  );
}

class Explanation {
  private readonly text: string;
  private readonly open: Opening[] = [];
  private last: Token | undefined;
  private valueExpected = true;
  private equals: Token | undefined;
  /** Open brackets, signs and exponents: the automaton gives up on very deep input, which is not a syntax error. */
  private depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  error(): FormulaError | undefined {
    for (let at = this.skipSpace(0); at < this.text.length; ) {
      const token = this.tokenAt(at);
      if (token === undefined) return this.unexpectedCharacter(at);
      const error = this.valueExpected ? this.readValue(token) : this.readOperator(token);
      if (error) return error;
      if (this.depth > maxDepth) return tooDeep(this.text, token);
      this.last = token;
      at = this.skipSpace(token.to);
    }
    return this.atEnd();
  }

  private fail(place: TextRange, reason: string, hint?: string): FormulaError {
    return new FormulaError(this.text, place, reason, hint);
  }

  private skipSpace(at: number): number {
    return at + (this.match(spacePattern, at)?.length ?? 0);
  }

  private match(pattern: RegExp, at: number): string | undefined {
    pattern.lastIndex = at;
    return pattern.exec(this.text)?.[0];
  }

  private tokenAt(from: number): Token | undefined {
    const number = this.match(numberPattern, from);
    if (number !== undefined) return { kind: 'number', text: number, from, to: from + number.length };
    const name = this.match(namePattern, from);
    if (name !== undefined) return { kind: 'name', text: name, from, to: from + name.length };
    const symbol = this.match(symbolPattern, from);
    return symbol === undefined ? undefined : { kind: 'symbol', text: symbol, from, to: from + 1 };
  }

  private unexpectedCharacter(from: number): FormulaError {
    const code = this.text.codePointAt(from) ?? 0;
    const character = String.fromCodePoint(code);
    const shown = /[\p{C}\p{Z}\p{M}\s]/u.test(character) ? codeName(code) : `“${character}”`;
    const place = { from, to: from + character.length };
    return this.fail(place, `unexpected character ${shown}`, lookalikes.get(character));
  }

  private readValue(token: Token): FormulaError | undefined {
    if (token.kind !== 'symbol') {
      this.valueExpected = false;
      return undefined;
    }
    if (token.text === '+' || token.text === '-') {
      this.depth += 1;
      return undefined;
    }
    if (token.text === '(') return this.opened(token, 'group');
    if (token.text === '[') return this.opened(token, 'vector');
    const top = this.open.at(-1);
    if (token.text === ')' && top?.bracket === 'call' && this.last?.from === top.from) {
      this.valueExpected = false;
      return this.closed(token);
    }
    return this.valueMissing(token);
  }

  private opened(token: Token, bracket: Bracket): undefined {
    this.open.push({ ...token, bracket, depth: this.depth });
    this.depth += 1;
    this.valueExpected = true;
  }

  private valueMissing(found: Token): FormulaError {
    if (this.last === undefined) return this.fail(found, `expected a value, found ${quoted(found.text)}`);
    if (found.text === '*' && this.last.text === '*')
      return this.fail(
        { from: this.last.from, to: found.to },
        '“**” is not an operator',
        'write ^ for a power',
      );
    if (found.text === '=' && this.last.text === '=')
      return this.fail({ from: this.last.from, to: found.to }, '“==” is not an operator', 'write one “=”');
    return this.fail(found, `expected a value after ${quoted(this.last.text)}, found ${quoted(found.text)}`);
  }

  private readOperator(token: Token): FormulaError | undefined {
    switch (token.text) {
      case '(':
        return this.last?.kind === 'name' ? this.opened(token, 'call') : this.operatorMissing(token);
      case '[':
        return this.last?.kind === 'number'
          ? this.fail(token, 'a number has no entries', `${quoted('[')} cannot follow ${this.last.text}`)
          : this.opened(token, 'index');
      case ')':
      case ']':
        return this.closed(token);
      case ',':
        return this.comma(token);
      case '=':
        return this.equalsSign(token);
      default:
        if (token.kind !== 'symbol') return this.operatorMissing(token);
        this.nextOperand(token);
        return undefined;
    }
  }

  /** An exponent lies one level deeper; every other operator and the comma return to the level of the brackets. */
  private nextOperand(operator: Token): void {
    const around = this.open.at(-1);
    const level = around ? around.depth + 1 : 0;
    this.depth = operator.text === '^' ? this.depth + 1 : level;
    this.valueExpected = true;
  }

  /** “2x”, “x y”, “(a)(b)”: there is no implicit multiplication. */
  private operatorMissing(token: Token): FormulaError {
    const last = this.last ?? token;
    const place = { from: last.from, to: token.to };
    if (last.kind === 'number' && token.kind === 'number')
      return this.fail(place, `${last.text} and ${token.text} need an operator between them`);
    const written = quoted(this.text.slice(last.from, token.to));
    return this.fail(place, `${written} needs an operator: write ${factor(last)}*${factor(token)}`);
  }

  private closed(token: Token): FormulaError | undefined {
    const opening = this.open.pop();
    if (opening === undefined)
      return this.fail(token, `there is no opening bracket for this ${quoted(token.text)}`);
    const expected = closingOf(opening);
    this.depth = opening.depth;
    if (expected === token.text) return undefined;
    const where = `the ${quoted(opening.text)} at character ${opening.from + 1}`;
    return this.fail(token, `expected ${quoted(expected)} for ${where}, found ${quoted(token.text)}`);
  }

  private comma(token: Token): FormulaError | undefined {
    const bracket = this.open.at(-1)?.bracket;
    this.nextOperand(token);
    if (bracket === 'call' || bracket === 'vector') return undefined;
    if (bracket === 'index')
      return this.fail(token, 'unexpected “,” in an index', 'write r[i][j], not r[i, j]');
    const isDecimal = this.last?.kind === 'number' && /\d/.test(this.text[token.to] ?? '');
    const hint = isDecimal ? 'decimals are written with a point' : 'a vector is written [a, b]';
    return this.fail(token, 'unexpected “,”', hint);
  }

  private equalsSign(token: Token): FormulaError | undefined {
    if (this.open.length > 0) return this.fail(token, '“=” cannot stand inside brackets');
    if (this.equals) return this.fail(token, 'an equation has only one “=”');
    this.equals = token;
    this.nextOperand(token);
    return undefined;
  }

  private atEnd(): FormulaError | undefined {
    const end = { from: this.text.length, to: this.text.length };
    if (this.last === undefined) return this.fail({ from: 0, to: this.text.length }, 'the formula is empty');
    const opening = this.open.at(-1);
    const isCallStart = opening?.bracket === 'call' && opening.from === this.last.from;
    if (this.valueExpected && !isCallStart)
      return this.fail(end, `expected a value after ${quoted(this.last.text)}`);
    if (opening === undefined) return undefined;
    const where = `the ${quoted(opening.text)} at character ${opening.from + 1}`;
    return this.fail(opening, `a ${quoted(closingOf(opening))} is missing for ${where}`);
  }
}

export function tooDeep(text: string, place: TextRange): FormulaError {
  return new FormulaError(text, place, `the formula is nested deeper than ${maxDepth} levels`);
}

function closingOf(opening: Opening): string {
  return opening.text === '(' ? ')' : ']';
}

function factor(token: Token): string {
  if (token.kind === 'symbol') return token.text === ']' ? '[…]' : '(…)';
  return token.text.length > 30 ? `${token.text.slice(0, 27)}…` : token.text;
}

function codeName(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
