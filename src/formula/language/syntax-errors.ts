// Messages for syntax errors: the token where the parser stops, and what was probably meant.

import { FormulaError, quoted, type TextRange } from './formula-error.ts';
import type { Token } from './tokens.ts';

export interface Bracket extends TextRange {
  readonly kind: 'group' | 'call' | 'index' | 'vector';
  readonly text: string;
}

export const bracketEnd = ({ text }: Bracket) => (text === '(' ? ')' : ']');

/** A value is missing after the token `last`. */
export function missingValue(text: string, last: Token | undefined, next: Token | undefined): FormulaError {
  if (next === undefined) return missingAtEnd(text, last);
  if (last === undefined) return new FormulaError(text, next, `expected a value, found ${quoted(next.text)}`);
  const both = { from: last.from, to: next.to };
  if (next.text === '*' && last.text === '*')
    return new FormulaError(text, both, '“**” is not an operator', 'write ^ for a power');
  if (next.text === '=' && last.text === '=')
    return new FormulaError(text, both, '“==” is not an operator', 'write one “=”');
  return new FormulaError(
    text,
    next,
    `expected a value after ${quoted(last.text)}, found ${quoted(next.text)}`,
  );
}

function missingAtEnd(text: string, last: Token | undefined): FormulaError {
  if (last === undefined) return new FormulaError(text, { from: 0, to: text.length }, 'the formula is empty');
  const end = { from: text.length, to: text.length };
  return new FormulaError(text, end, `expected a value after ${quoted(last.text)}`);
}

/** After the token `last`, which ends a value, the next token is neither an operator nor closes an open bracket. */
export function misplacedToken(
  text: string,
  { last, next, open }: { last: Token; next: Token | undefined; open: readonly Bracket[] },
): FormulaError {
  const bracket = open.at(-1);
  switch (next?.text) {
    case undefined:
    case ')':
    case ']':
      return wrongClosing(text, next, bracket);
    case ',':
      return misplacedComma(text, { last, comma: next as Token, bracket });
    case '=':
      return new FormulaError(
        text,
        next as Token,
        bracket ? '“=” cannot stand inside brackets' : 'an equation has only one “=”',
      );
    case '[':
      return new FormulaError(
        text,
        next as Token,
        'a number has no entries',
        `${quoted('[')} cannot follow ${last.text}`,
      );
    default:
      return missingOperator(text, last, next as Token);
  }
}

function wrongClosing(text: string, found: Token | undefined, bracket: Bracket | undefined): FormulaError {
  if (bracket === undefined) {
    const place = found ?? { from: text.length, to: text.length };
    return new FormulaError(text, place, `there is no opening bracket for this ${quoted(found?.text ?? '')}`);
  }
  const closing = quoted(bracketEnd(bracket));
  const where = `the ${quoted(bracket.text)} at character ${bracket.from + 1}`;
  return found === undefined
    ? new FormulaError(text, bracket, `a ${closing} is missing for ${where}`)
    : new FormulaError(text, found, `expected ${closing} for ${where}, found ${quoted(found.text)}`);
}

function misplacedComma(
  text: string,
  { last, comma, bracket }: { last: Token; comma: Token; bracket: Bracket | undefined },
): FormulaError {
  if (bracket?.kind === 'index')
    return new FormulaError(text, comma, 'unexpected “,” in an index', 'write r[i][j], not r[i, j]');
  const isDecimal = last.kind === 'number' && /\d/.test(text[comma.to] ?? '');
  const hint = isDecimal ? 'decimals are written with a point' : 'a vector is written [a, b]';
  return new FormulaError(text, comma, 'unexpected “,”', hint);
}

/** “2x”, “x y”, “(a)(b)”: there is no implicit multiplication. */
function missingOperator(text: string, last: Token, next: Token): FormulaError {
  const place = { from: last.from, to: next.to };
  if (last.kind === 'number' && next.kind === 'number')
    return new FormulaError(text, place, `${last.text} and ${next.text} need an operator between them`);
  const written = quoted(text.slice(last.from, next.to));
  return new FormulaError(text, place, `${written} needs an operator: write ${factor(last)}*${factor(next)}`);
}

function factor(token: Token): string {
  if (token.kind === 'symbol') return token.text === ']' ? '[…]' : '(…)';
  return token.text.length > 30 ? `${token.text.slice(0, 27)}…` : token.text;
}
