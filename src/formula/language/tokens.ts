// Tokens of the formula language: numbers, names and symbols, with their positions.

import { FormulaError, type TextRange } from './formula-error.ts';

export interface Token extends TextRange {
  readonly kind: 'number' | 'name' | 'symbol';
  readonly text: string;
}

// Names may have Greek letters: Α–Ω, α–ω and the variant forms ϑ ϕ ϖ ϰ ϱ ϵ.
const tokenPattern =
  /(?<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?<name>[A-Za-z_\u0391-\u03a1\u03a3-\u03c9\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5][A-Za-z_0-9\u0391-\u03a1\u03a3-\u03c9\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5]*)|[-+*/^=()[\],]/y;
const spacePattern = /[ \t\n\r]*/y;

/** The first token at or after a position; undefined at the end of the text. */
export function tokenAfter(text: string, position: number): Token | undefined {
  spacePattern.lastIndex = position;
  spacePattern.exec(text);
  const from = spacePattern.lastIndex;
  if (from === text.length) return undefined;
  tokenPattern.lastIndex = from;
  const found = tokenPattern.exec(text);
  if (found === null) throw unexpectedCharacter(text, from);
  const { number, name } = found.groups ?? {};
  const kind = number !== undefined ? 'number' : name !== undefined ? 'name' : 'symbol';
  return { kind, text: found[0], from, to: tokenPattern.lastIndex };
}

/** Typographic and foreign characters, and their replacements. */
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

function unexpectedCharacter(text: string, from: number): FormulaError {
  const code = text.codePointAt(from) ?? 0;
  const character = String.fromCodePoint(code);
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const shown = /[\p{C}\p{Z}\p{M}\s]/u.test(character) ? name : `“${character}”`;
  const place = { from, to: from + character.length };
  return new FormulaError(text, place, `unexpected character ${shown}`, lookalikes.get(character));
}
