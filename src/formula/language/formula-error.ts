// A mistake in a formula: what is wrong, where exactly, and if possible what to write instead.

/** A range of characters; `to` is exclusive. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

const excerptWidth = 72;

/** A mistake in a formula: what is wrong, where, and if possible what to write instead. */
export class FormulaError extends Error {
  readonly text: string;
  /** Character positions in `text`; `to` is exclusive. Both equal the length when something is missing at the end. */
  readonly from: number;
  readonly to: number;
  readonly reason: string;
  readonly hint: string | undefined;

  constructor(text: string, place: TextRange, reason: string, hint?: string) {
    super(hint === undefined ? reason : `${reason}; ${hint}`);
    this.name = 'FormulaError';
    this.text = text;
    this.from = Math.min(Math.max(place.from, 0), text.length);
    this.to = Math.min(Math.max(place.to, this.from), text.length);
    this.reason = reason;
    this.hint = hint;
  }

  /** Two lines: the formula, clipped around the error when it is long, and carets below the error. */
  excerpt(): string {
    const start = clipStart(this.text, this.from, this.to);
    const end = Math.min(this.text.length, start + excerptWidth);
    const before = start > 0 ? '…' : '';
    const after = end < this.text.length ? '…' : '';
    const indent = before.length + characters(this.text.slice(start, this.from));
    const carets = Math.max(1, characters(this.text.slice(this.from, Math.min(this.to, end))));
    const shown = visible(this.text.slice(start, end));
    return `${before}${shown}${after}\n${' '.repeat(indent)}${'^'.repeat(carets)}`;
  }
}

/** First character shown: the error is in the middle of the window, and its first character is always visible. */
function clipStart(text: string, from: number, to: number): number {
  if (text.length <= excerptWidth) return 0;
  const length = Math.min(to - from, excerptWidth);
  const start = from - Math.floor((excerptWidth - length) / 2);
  return Math.max(0, Math.min(start, text.length - excerptWidth));
}

function characters(text: string): number {
  return [...text].length;
}

/** Line breaks, tabs and other unprintable characters would misalign the carets: each is shown as one blank or dot. */
function visible(text: string): string {
  return text.replace(/\s/gu, ' ').replace(/[\p{C}]/gu, '·');
}

/** A piece of a formula in quotation marks, shortened when it is long. */
export function quoted(piece: string): string {
  const shown = visible(piece.length > 30 ? `${piece.slice(0, 27)}…` : piece);
  return `“${shown}”`;
}
