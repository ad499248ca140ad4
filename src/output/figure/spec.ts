// FigureSpec: a figure as plain data; figure() turns it into SVG. All texts may hold scripts: z_a, p_{n+1}, h^2, 10⁻⁶ (text.ts).

/** An axis: label, unit, scale and ends. */
export interface AxisSpec {
  readonly label: string;
  readonly unit?: string;
  readonly scale?: 'linear' | 'log';
  /** Lower and upper end; from the data where absent. */
  readonly domain?: readonly [number, number];
  /** Names in place of numbers, for the values 0, 1, 2, …; along y the first name is on top. */
  readonly categories?: readonly string[];
}

/** 'arrow': a solid line with a head at its end, and at the end of each piece where non-finite values divide it. */
export type Mark = 'line' | 'points' | 'line and points' | 'arrow';

/** Colour, dash and marker of a series by their numbers; the dash is solid and the marker that of the colour where absent. */
export interface SeriesStyle {
  readonly color: number;
  readonly dash?: number;
  readonly marker?: number;
}

/** A series of points: a line, markers or both. */
export interface SeriesSpec {
  /** Text in the legend; a series without one is not in the legend. */
  readonly label?: string;
  readonly x: ArrayLike<number>;
  readonly y: ArrayLike<number>;
  /** A line where absent. */
  readonly mark?: Mark;
  /** One number for colour, dash and marker, the index in the list where absent; 'grey': thin, for the background. */
  readonly style?: number | SeriesStyle | 'grey';
}

/** A thin grey line y = c·x^slope with its slope as text, on log–log panels. */
export interface SlopeSpec {
  readonly slope: number;
  /** "slope 2" where absent. */
  readonly label?: string;
}

/** Text beside a point of the plot. */
export interface NoteSpec {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Side of the point on which the text stands; right where absent. */
  readonly side?: 'right' | 'left' | 'above' | 'below';
}

/** One plot: axes, series, notes. */
export interface PanelSpec {
  readonly title?: string;
  readonly x: AxisSpec;
  readonly y: AxisSpec;
  readonly series: readonly SeriesSpec[];
  readonly notes?: readonly NoteSpec[];
  readonly slopes?: readonly SlopeSpec[];
  /** 'equal': one unit is as long in x as in y, with the same ticks; for linear axes. */
  readonly aspect?: 'free' | 'equal';
  /** 'auto': inside where it covers nothing, otherwise a row above the plot, or right of it; none for one series. */
  readonly legend?: 'auto' | 'above' | 'right' | 'none';
}

/** A figure as plain data; `figure` draws it. */
export interface FigureSpec {
  readonly panels: readonly PanelSpec[];
  /** Panels side by side; 1 for one panel, otherwise 2, where absent. */
  readonly across?: number;
  readonly panelWidth?: number;
  readonly panelHeight?: number;
  /** 'shared': one legend above all panels with every label once, instead of one in each panel. */
  readonly legend?: 'shared';
}
