// SVG elements as text, and the styles of series. No ids anywhere, so that several figures can share one page.

import {
  type SymbolType,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
} from 'd3-shape';
import type { SeriesStyle } from './spec.ts';

/** A coordinate with at most two decimals; throws if it is not finite, so that no NaN reaches a file. */
export function px(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`A figure has a coordinate ${value}.`);
  return String(Math.round(value * 100) / 100 + 0);
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export function escapeText(text: string): string {
  return text.replace(/[&<>"]/g, character => entities[character]);
}

export type Attributes = Readonly<Record<string, string | number | undefined>>;

function attribute([name, value]: [string, string | number | undefined]): string {
  if (value === undefined) return '';
  return ` ${name}="${typeof value === 'number' ? px(value) : escapeText(value)}"`;
}

/** One element; its children are SVG text. */
export function element(name: string, attributes: Attributes, children: readonly string[] = []): string {
  const open = `<${name}${Object.entries(attributes).map(attribute).join('')}`;
  return children.length === 0 ? `${open}/>` : `${open}>${children.join('')}</${name}>`;
}

/** A group with one child per line, so that stored figures have readable diffs. */
export function group(attributes: Attributes, children: readonly string[]): string {
  if (children.length === 0) return '';
  return element('g', attributes, [
    '\n',
    ...children.filter(child => child !== '').map(child => `${child}\n`),
  ]);
}

// Colours, dashes and markers that differ for colour-blind readers and in grey print.
// Colours: M. Okabe, K. Ito, "Color Universal Design" (2008); their yellow, too pale for lines on white, is olive here.

const colors = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#cc79a7',
  '#000000',
  '#e69f00',
  '#56b4e9',
  '#8a8a00',
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

export function styleOf(style: number | SeriesStyle | 'grey'): Style {
  if (style === 'grey') return grey;
  const {
    color,
    dash = 0,
    marker = color,
  } = typeof style === 'number' ? { color: style, dash: style, marker: style } : style;
  const stroke = colors[color % colors.length];
  return {
    color: stroke,
    dash: dashes[dash % dashes.length],
    symbol: symbols[marker % symbols.length],
    fill: marker % 2 === 0 ? stroke : '#ffffff',
    cap: marker % 2 === 0 ? 'round' : 'square',
  };
}

export const inkColor = '#222222';
export const gridColor = '#e4e4e4';
export const referenceColor = '#767676';
