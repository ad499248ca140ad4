// figure(spec): charts as one SVG text, the same bytes for the same data.
// Panels form a grid with aligned plot areas; more than one panel have the tags (a), (b), …

import { sharedEntries, sharedLegend } from './legend.ts';
import { drawPanel, layoutPanel, outsideLegend, type PanelLayout, type PanelRequest } from './panel.ts';
import type { FigureSpec } from './spec.ts';
import { element, group, px } from './svg.ts';
import { fontFamily } from './text.ts';

const defaultWidth = 640;
const defaultHeight = 400;

function requestsOf(spec: FigureSpec): PanelRequest[] {
  const size = { width: spec.panelWidth ?? defaultWidth, height: spec.panelHeight ?? defaultHeight };
  const tag = (i: number) => (spec.panels.length < 2 ? '' : `(${String.fromCharCode(97 + (i % 26))})`);
  return spec.panels.map((panel, i) => ({
    spec: panel,
    tag: tag(i),
    size,
    left: 0,
    top: 0,
    legend: spec.legend === 'shared' ? 'none' : (panel.legend ?? 'auto'),
  }));
}

/** Largest value of each column, or of each row, of the grid. */
function largest(values: readonly number[], slot: (i: number) => number): number[] {
  const out: number[] = [];
  values.forEach((value, i) => {
    out[slot(i)] = Math.max(out[slot(i)] ?? 0, value);
  });
  return out;
}

/** Second pass: common margins in columns and rows; legends that would hide data move outside. */
function alignPanels(panels: readonly PanelLayout[], across: number): PanelLayout[] {
  const lefts = largest(
    panels.map(panel => panel.left),
    i => i % across,
  );
  const tops = largest(
    panels.map(panel => panel.top),
    i => Math.floor(i / across),
  );
  return panels.map((panel, i) => {
    const { request } = panel;
    const auto = panel.legendClear ? 'inside' : outsideLegend(panel);
    const legend = request.legend === 'auto' ? auto : request.legend;
    return layoutPanel({ ...request, legend, left: lefts[i % across], top: tops[Math.floor(i / across)] });
  });
}

/** Where columns or rows begin, and where the last one ends. */
function starts(sizes: readonly number[]): number[] {
  const out = [0];
  for (const size of sizes) out.push(out[out.length - 1] + Math.ceil(size));
  return out;
}

/** Distance of a shared legend from the edges of the figure. */
const legendInset = 14;

/**
 * Draws a figure as one SVG text; the same bytes for the same data.
 *
 * @example writeFileSync('energy.svg', figure(energyErrorFigure({ runs: [{ t, energy }] })));
 */
export function figure(spec: FigureSpec): string {
  const across = spec.across ?? Math.min(2, Math.max(1, spec.panels.length));
  const panels = alignPanels(requestsOf(spec).map(layoutPanel), across);
  const column = (i: number) => i % across;
  const row = (i: number) => Math.floor(i / across);
  const x = starts(
    largest(
      panels.map(panel => panel.width),
      column,
    ),
  );
  const y = starts(
    largest(
      panels.map(panel => panel.height),
      row,
    ),
  );
  const width = x[x.length - 1];
  const entries = spec.legend === 'shared' ? sharedEntries(panels.map(({ series }) => series)) : [];
  const legend = sharedLegend(entries, width - 2 * legendInset);
  const top = legend.height === 0 ? 0 : Math.ceil(legend.height) + legendInset / 2;
  const content = panels.map((panel, i) => {
    const corner = `translate(${px(x[column(i)] + panel.left)} ${px(top + y[row(i)] + panel.top)})`;
    return group({ transform: corner }, [drawPanel(panel)]);
  });
  return document(width, top + y[y.length - 1], [legend.draw(legendInset, legendInset / 2), ...content]);
}

function document(width: number, height: number, content: readonly string[]): string {
  const attributes = {
    xmlns: 'http://www.w3.org/2000/svg',
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    'font-family': fontFamily,
  };
  const background = element('rect', { width, height, fill: '#ffffff' });
  return `${element('svg', attributes, ['\n', background, '\n', ...content.filter(Boolean), '\n'])}\n`;
}
