// Sequential reader of the lines of a text file, with file, line and column for error messages.

import { type FilePosition, StructureError } from './structure.ts';

export interface Line {
  readonly text: string;
  /** Columns count from 1. */
  at(column: number): FilePosition;
}

/** A word of a line and its column. */
export interface Word {
  readonly text: string;
  readonly place: FilePosition;
}

export class TextLines {
  private readonly lines: readonly string[];
  private readonly file: string;
  private next = 0;

  constructor(text: string, file: string) {
    this.file = file;
    this.lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
  }

  /** The next line; at the end of the file throws an error that says what was expected. */
  take(expected: string): Line {
    const isOver =
      this.next >= this.lines.length || (this.next === this.lines.length - 1 && this.lines[this.next] === '');
    if (isOver) {
      const line = Math.max(1, this.next + 1);
      throw new StructureError(
        { file: this.file, line, column: 1 },
        `the file ends here; ${expected} expected`,
      );
    }
    return this.line(this.next++);
  }

  /** All lines that are left. */
  *rest(): Generator<Line> {
    while (this.next < this.lines.length) yield this.line(this.next++);
  }

  /** Throws unless all remaining lines are blank. */
  expectEnd(reason: string): void {
    for (const { text, at } of this.rest()) if (text.trim() !== '') throw new StructureError(at(1), reason);
  }

  private line(index: number): Line {
    return { text: this.lines[index], at: column => ({ file: this.file, line: index + 1, column }) };
  }
}

/** Words between blanks. */
export function wordsOf(line: Line): Word[] {
  return [...line.text.matchAll(/\S+/g)].map(match => ({ text: match[0], place: line.at(match.index + 1) }));
}

/** The characters from one column to another, both included, as a word; “” when the line is too short. */
export function field(line: Line, from: number, to: number): Word {
  const text = line.text.slice(from - 1, to);
  const blanks = text.length - text.trimStart().length;
  return { text: text.trim(), place: line.at(text.trim() === '' ? from : from + blanks) };
}

const decimal = /^[+-]?(\d+\.?\d*|\.\d+)([eEdD][+-]?\d+)?$/;

export function isNumber({ text }: Word): boolean {
  return decimal.test(text);
}

export function numberOf({ text, place }: Word, what: string): number {
  if (text === '') throw new StructureError(place, `${what} is missing; the line may be cut off`);
  const value = decimal.test(text) ? Number(text.replace(/[dD]/, 'e')) : Number.NaN;
  if (Number.isFinite(value)) return value;
  throw new StructureError(place, `${what} is not a number: “${text}”`);
}

export function countOf({ text, place }: Word, what: string): number {
  if (/^\d+$/.test(text) && Number(text) > 0 && Number.isSafeInteger(Number(text))) return Number(text);
  throw new StructureError(
    place,
    text === '' ? `${what} is missing` : `${what} is not a whole number above 0: “${text}”`,
  );
}
