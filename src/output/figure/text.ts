// Text of figures: subscripts and superscripts, widths for layout without a browser, line breaks.
//
//   x_a, x_{k+1}   subscript, after a single letter (momentum_x stays as it is)
//   x^2, x^{k+1}   superscript, after a letter, a digit or a closing bracket
//   x₁, 10⁻⁶       Unicode scripts are set in the same way, so that all scripts of a figure look alike
//
// Scripts are tspans shifted by dy: not every browser knows baseline-shift.

import { type Attributes, element, escapeText } from './svg.ts';

type Script = 'base' | 'sub' | 'super';

interface Run {
  readonly text: string;
  readonly script: Script;
}

/** Size of a script, and its shift downwards, in units of the font size. */
const scriptSize = 0.72;
const shifts: Readonly<Record<Script, number>> = { base: 0, sub: 0.2, super: -0.38 };
const defaultFontSize = 14;

const unicodeScripts: Readonly<Record<'sub' | 'super', ReadonlyMap<string, string>>> = {
  super: pairs('⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾ⁱⁿᴴᵀᵏᵗʳᵛ', '0123456789+−()inHTktrv'),
  sub: pairs('₀₁₂₃₄₅₆₇₈₉₊₋₍₎ᵢₖₙₜₕₚ', '0123456789+−()ikntHp'.replace('H', 'h')),
};

function pairs(from: string, to: string): ReadonlyMap<string, string> {
  const plain = [...to];
  return new Map([...from].map((character, i) => [character, plain[i]]));
}

const superCharacters = [...unicodeScripts.super.keys()].join('');
const subCharacters = [...unicodeScripts.sub.keys()].join('');
const scriptPattern = new RegExp(
  `_(?<sub>\\{[^{}]*\\}|[\\p{L}\\p{N}]+)|\\^(?<super>\\{[^{}]*\\}|[−+-]?\\d+|\\p{L})|` +
    `(?<unicodeSuper>[${superCharacters}]+)|(?<unicodeSub>[${subCharacters}]+)`,
  'gu',
);
/** A word of one letter, with accents and scripts of its own. */
const singleLetter = new RegExp(
  `(^|[^\\p{L}\\p{N}_])\\p{L}\\p{M}*[${superCharacters}${subCharacters}]*$`,
  'u',
);
const raisable = new RegExp(`[\\p{L}\\p{N}\\p{M})\\]|${superCharacters}${subCharacters}]$`, 'u');

const inner = (script: string) => script.replace(/^\{(.*)\}$/u, '$1').replace(/-/g, '−');

function scriptRun(match: RegExpMatchArray, before: string): Run | undefined {
  const found = match.groups ?? {};
  if (found.sub !== undefined)
    return singleLetter.test(before) ? { text: inner(found.sub), script: 'sub' } : undefined;
  if (found.super !== undefined)
    return raisable.test(before) ? { text: inner(found.super), script: 'super' } : undefined;
  const script = found.unicodeSuper === undefined ? 'sub' : 'super';
  return { text: [...match[0]].map(c => unicodeScripts[script].get(c) ?? c).join(''), script };
}

export function runsOf(source: string): Run[] {
  const runs: Run[] = [];
  let end = 0;
  for (const match of source.matchAll(scriptPattern)) {
    const run = scriptRun(match, source.slice(0, match.index));
    if (run === undefined) continue;
    if (match.index > end) runs.push({ text: source.slice(end, match.index), script: 'base' });
    runs.push(run);
    end = match.index + match[0].length;
  }
  if (end < source.length) runs.push({ text: source.slice(end), script: 'base' });
  return runs;
}

/** The content of a text element: plain text, and a tspan for each change of the baseline. */
export function richText(source: string, fontSize: number): string {
  let shift = 0;
  const pieces = runsOf(source).map(({ text: content, script }) => {
    const dy = (shifts[script] - shift) * fontSize;
    shift = shifts[script];
    if (script === 'base' && dy === 0) return escapeText(content);
    const size = script === 'base' ? undefined : scriptSize * fontSize;
    return element('tspan', { dy, 'font-size': size }, [escapeText(content)]);
  });
  return pieces.join('');
}

/** One line of text. */
export function text(source: string, attributes: Attributes): string {
  const size = Number(attributes['font-size'] ?? defaultFontSize);
  return element('text', attributes, [richText(source, size)]);
}

/** Advance widths of the characters 32 … 126 of DejaVu Sans in thousandths of the font size, from its hmtx table. */
const asciiWidths = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
  636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
  295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
  500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
  392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
const otherWidths: readonly (readonly [RegExp, number])[] = [
  [/[\u2009\u202f]/, 200],
  [/\p{M}/u, 0],
  [/[−×ω]/, 838],
];
/** Width of the other characters, about the mean of Greek letters and symbols. */
const usualWidth = 660;

export const fontFamily = 'DejaVu Sans, Verdana, sans-serif';

function advance(character: string): number {
  const code = character.charCodeAt(0);
  if (code >= 32 && code < 127) return asciiWidths[code - 32];
  return otherWidths.find(([pattern]) => pattern.test(character))?.[1] ?? usualWidth;
}

/** Width in DejaVu Sans; Verdana, the fallback, is about as wide. */
export function textWidth(source: string, fontSize: number): number {
  let sum = 0;
  for (const { text: content, script } of runsOf(source)) {
    const size = script === 'base' ? 1 : scriptSize;
    for (const character of content) sum += size * advance(character);
  }
  return (sum * fontSize) / 1000;
}

/** The text in lines no wider than `width`, broken at spaces. A longer word has its own line. */
export function wrapText(source: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of source.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}
