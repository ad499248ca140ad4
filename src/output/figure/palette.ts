// Colours, dashes and markers that differ for colour-blind readers and in grey print.
// Colours: M. Okabe, K. Ito, "Color Universal Design" (2008), the palest ones last.

import type { SymbolType } from 'd3-shape';
import { symbolCircle, symbolCross, symbolDiamond, symbolSquare, symbolStar, symbolTriangle } from 'd3-shape';

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
