// Families: “i in 1..9” or “i in 0..3, j in i+1..4” stands for all these indices, the last one running fastest.
// Ranges include both ends, are empty when the end lies before the beginning, and may use earlier indices.

import { integerOf } from './elaborate.ts';
import { FormulaError, type TextRange } from './formula-error.ts';
import { Budget, constantValue, type Scope, withBinding, withBudget } from './scope.ts';
import { parseFormula, type Syntax } from './syntax.ts';

export interface IndexRange extends TextRange {
  readonly name: string;
  readonly first: Syntax;
  readonly last: Syntax;
}

export interface Binding {
  /** The scope with the indices added as constants. */
  readonly scope: Scope;
  /** The same indices as numbers, in the order in which they were written. */
  readonly values: ReadonlyMap<string, number>;
}

const maxMembers = 1_000_000;
/** Limit for the ranges and for all formulas of the members together. */
const maxOperations = 5_000_000;
const maxRanges = 20;
const example = 'write for example “i in 0..9” or “i in 0..3, j in i+1..4”';

export function parseEach(text: string): IndexRange[] {
  const pieces = piecesBetweenCommas(text);
  if (pieces.length > maxRanges)
    throw new FormulaError(text, pieces[maxRanges], `a family has at most ${maxRanges} indices`);
  const ranges = pieces.map(piece => indexRange(text, piece));
  ranges.forEach((range, i) => {
    if (ranges.findIndex(other => other.name === range.name) < i)
      throw new FormulaError(text, range, `the index “${range.name}” is given twice`);
  });
  return ranges;
}

/** Generates all members of a family. */
export function* eachBinding(text: string, scope: Scope): Generator<Binding> {
  const ranges = parseEach(text);
  let steps = 0;
  // A family may have few members and very many empty inner ranges: steps are counted, not members.
  const spend = (range: IndexRange, count: number) => {
    steps += count;
    if (steps > maxMembers) throw new FormulaError(text, range, `a family has at most ${maxMembers} members`);
  };
  function* from(depth: number, binding: Binding): Generator<Binding> {
    if (depth === ranges.length) {
      yield binding;
      return;
    }
    const range = ranges[depth];
    const [first, last] = [range.first, range.last].map(end => integerOf(end, binding.scope, text));
    spend(range, Math.max(0, last - first + 1));
    for (let i = first; i <= last; i++) yield* from(depth + 1, extended(binding, range.name, i));
  }
  const budget = new Budget('family', maxOperations, scope.budget);
  yield* from(0, { scope: withBudget(scope, budget), values: new Map() });
}

function extended({ scope, values }: Binding, name: string, i: number): Binding {
  const inner = withBinding(scope, name, constantValue(scope.graph, i));
  return { scope: inner, values: new Map(values).set(name, i) };
}

function indexRange(text: string, piece: TextRange): IndexRange {
  const head = /^\s*(\S+)\s+in\s/u.exec(text.slice(piece.from, piece.to));
  if (head === null) throw new FormulaError(text, piece, 'expected “name in first..last”', example);
  const start = piece.from + head[0].length;
  const dots = text.slice(0, piece.to).indexOf('..', start);
  if (dots < 0)
    throw new FormulaError(text, { from: start, to: piece.to }, 'expected “first..last”', example);
  return {
    name: indexName(text, piece, head[1]),
    first: parsePiece(text, { from: start, to: dots }),
    last: parsePiece(text, { from: dots + 2, to: piece.to }),
    from: piece.from,
    to: piece.to,
  };
}

function indexName(text: string, piece: TextRange, written: string): string {
  const from = text.indexOf(written, piece.from);
  const place = { from, to: from + written.length };
  const syntax = parsePiece(text, place);
  if (syntax.kind === 'name') return written;
  throw new FormulaError(text, place, 'an index must be a plain name', example);
}

/** Parses a part of the text with positions in the whole text: preceding characters are replaced by blanks. */
function parsePiece(text: string, { from, to }: TextRange): Syntax {
  try {
    return parseFormula(' '.repeat(from) + text.slice(from, to));
  } catch (error) {
    if (!(error instanceof FormulaError)) throw error;
    const isEmpty = text.slice(from, to).trim() === '';
    if (isEmpty) throw new FormulaError(text, { from, to }, 'a bound of the range is missing', example);
    throw new FormulaError(text, error, error.reason, error.hint);
  }
}

function piecesBetweenCommas(text: string): TextRange[] {
  const pieces: TextRange[] = [];
  let [from, depth] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if ('(['.includes(text[at])) depth += 1;
    if (')]'.includes(text[at])) depth -= 1;
    if (text[at] !== ',' || depth > 0) continue;
    pieces.push({ from, to: at });
    from = at + 1;
  }
  return [...pieces, { from, to: text.length }];
}
