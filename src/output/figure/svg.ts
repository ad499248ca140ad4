// SVG as text: escaping, numbers and elements. No ids anywhere, so several figures can share one page.

/** A coordinate with at most two decimals; refuses what is not finite, so that no NaN reaches a file. */

import {
  type SymbolType,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';

export function px(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A figure has a coordinate ${value}.`);
  return String(Math.round(value * 100) / 100 + 0);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, character => entities[character]);
}

type Attributes = Readonly<Record<string, string | number | undefined>>;

function attribute([name, value]: [string, string | number | undefined]): string {
  if (value === undefined) return '';
  return ` ${name}="${typeof value === 'number' ? px(value) : escapeText(value)}"`;
}

/** One element around children that are SVG already. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const open = `<${name}${Object.entries(attributes).map(attribute).join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

/** A group, one child in each line, so that stored figures give readable differences. */
export function group(attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return '';
  return element('g', attributes, [
    '\n',
    ...children.filter(child => child !== '').map(child => `${child}\n`),
  ]);
}

export function text(content: string, attributes: Attributes): string {
  return element('text', attributes, [escapeText(content)]);
}

// Widths of text in DejaVu Sans, for layout without a browser. Verdana, the fallback, is about as wide.

/** Advance widths of the characters 32 … 126 in thousandths of the font size, from the font's hmtx table. */

const asciiWidths = [
  318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337, 636, 636, 636, 636, 636,
  636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632, 575, 775, 752, 295,
  295, 656, 557, 863, 748, 787, 603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838,
  500, 500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612, 635, 635, 411, 521,
  392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
];
const otherWidths: readonly (readonly [RegExp, number])[] = [
  [/[⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉]/, 401],
  [/⁻/, 528],
  [/[\u2009\u202f]/, 200],
  [/[−×ω]/, 838],
];
const usualWidth = 660;

export const fontFamily = 'DejaVu Sans, Verdana, sans-serif';

function advance(character: string): number {
  const code = character.charCodeAt(0);
  if (code >= 32 && code < 127) return asciiWidths[code - 32];
  return otherWidths.find(([pattern]) => pattern.test(character))?.[1] ?? usualWidth;
}

export function textWidth(text: string, fontSize: number): number {
  let sum = 0;
  for (const character of text) sum += advance(character);
  return (sum * fontSize) / 1000;
}

/** The text in lines no wider than `width`, broken at spaces. A longer word keeps its own line. */
export function wrapText(text: string, fontSize: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && textWidth(longer, fontSize) > width) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return line === '' ? lines : [...lines, line];
}

// Colours, dashes and markers that differ for colour-blind readers and in grey print.
// Colours: M. Okabe, K. Ito, "Color Universal Design" (2008), the palest ones last.

const okabeIto = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#000000',
  '#e69f00',
  '#56b4e9',
  '#f0e442',
] as const;

const dashes = [undefined, '8 4', '2 3', '9 3 2 3', '14 4', '5 3 1 3 1 3'] as const;
const symbols: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolStar,
  symbolCross,
];

export interface Style {
  readonly color: string;
  readonly dash: string | undefined;
  readonly symbol: SymbolType;
  /** Every second marker is open: a second cue besides its shape. */
  readonly fill: string;
  /** Form of the dots that stand for many markers. */
  readonly cap: 'round' | 'square';
}

/** A line in the background: paler than all others, darker than the grid. */
const grey: Style = {
  ...{ color: '#b8b8b8', dash: undefined, symbol: symbolCircle, fill: '#ffffff', cap: 'round' },
};

export function styleOf(index: number | 'grey'): Style {
  if (index === 'grey') return grey;
  const color = okabeIto[index % okabeIto.length];
  return {
    color,
    dash: dashes[index % dashes.length],
    symbol: symbols[index % symbols.length],
    fill: index % 2 === 0 ? color : '#ffffff',
    cap: index % 2 === 0 ? 'round' : 'square',
  };
}

export const inkColor = '#222222';
export const gridColor = '#e4e4e4';
export const referenceColor = '#767676';
