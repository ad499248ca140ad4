// What a figure shows, as plain data. figure() turns it into SVG.

export interface AxisSpec {
  readonly label: string;
  readonly unit?: string;
  readonly scale?: 'linear' | 'log';
  /** Lower and upper end; from the data where absent. */
  readonly domain?: readonly [number, number];
}

/** 'arrow': a solid line with a head at its end, and at the end of each piece where values that are not finite divide it. */
export type Mark = 'line' | 'points' | 'line and points' | 'arrow';

export interface SeriesSpec {
  /** The legend's text; a series without one stays out of the legend. */
  readonly label?: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** A line where absent. */
  readonly mark?: Mark;
  /** Number of the colour, dash and marker, the place in the list where absent; 'grey': thin, for the background. */
  readonly style?: number | 'grey';
}

/** A thin grey line y = c·x^slope with its slope as text, on log–log panels. */
export interface SlopeSpec {
  readonly slope: number;
  /** "slope 2" where absent. */
  readonly label?: string;
}

/** A word beside a place of the plot. */
export interface NoteSpec {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Where the word stands, seen from its place; right where absent. */
  readonly side?: 'right' | 'left' | 'above' | 'below';
}

export interface PanelSpec {
  readonly title?: string;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  readonly series: readonly SeriesSpec[];
  readonly notes?: readonly NoteSpec[];
  readonly slopes?: readonly SlopeSpec[];
  /** 'equal': one unit is as long in x as in y; for linear axes. */
  readonly aspect?: 'free' | 'equal';
  /** 'auto': inside where it covers nothing, otherwise a row above the plot, or right of it; none for one series. */
  readonly legend?: 'auto' | 'above' | 'right' | 'none';
}

export interface FigureSpec {
  readonly panels: readonly PanelSpec[];
  /** Panels side by side; 1 for one panel, otherwise 2, where absent. */
  readonly across?: number;
  readonly panelWidth?: number;
  readonly panelHeight?: number;
}
