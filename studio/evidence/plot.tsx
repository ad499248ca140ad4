// One plot over time, drawn by uPlot, which is loaded on first use. The data are polled a few times a second.

import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';

export interface Curve {
  readonly label: string;
  readonly colour: string;
  readonly dash?: readonly number[];
  readonly x: Float64Array;
  readonly y: ArrayLike<number>;
}

export interface PlotProps {
  readonly title: string;
  readonly unit: string;
  readonly scale: 'linear' | 'log';
  /** The current data, as a new object on every call. */
  readonly curves: () => readonly Curve[];
}

const height = 150;
/** Milliseconds between redraws. */
const interval = 120;
/** Lower end of logarithmic axes: smaller values are round-off. */
const floor = 1e-18;

export function Plot({ title, unit, scale, curves }: PlotProps) {
  const host = useRef<HTMLDivElement>(null);
  const source = useRef(curves);
  source.current = curves;
  const key = curves()
    .map(({ label }) => label)
    .join();
  useEffect(() => {
    let plot: uPlot | null = null;
    let timer: ReturnType<typeof setInterval> | undefined;
    let isGone = false;
    void import('uplot').then(({ default: Plotter }) => {
      if (isGone || !host.current) return;
      plot = new Plotter(
        optionsFor(source.current(), scale, host.current),
        dataOf(Plotter, source.current(), scale),
        host.current,
      );
      timer = setInterval(() => refresh(Plotter, plot, host.current, source.current(), scale), interval);
    });
    return () => {
      isGone = true;
      clearInterval(timer);
      plot?.destroy();
    };
  }, [key, scale]);
  return (
    <figure class="plot">
      <figcaption>
        {title} {unit && <small>{unit}</small>}
      </figcaption>
      <div ref={host} role="img" aria-label={`${title} over time`} />
    </figure>
  );
}

function refresh(
  Plotter: typeof uPlot,
  plot: uPlot | null,
  host: HTMLElement | null,
  curves: readonly Curve[],
  scale: PlotProps['scale'],
): void {
  if (!plot || !host || host.clientWidth === 0) return;
  if (plot.width !== host.clientWidth) plot.setSize({ width: host.clientWidth, height });
  plot.setData(dataOf(Plotter, curves, scale));
}

/** Curves of lanes that have stopped are shorter than the others. */
function dataOf(
  Plotter: typeof uPlot,
  curves: readonly Curve[],
  scale: PlotProps['scale'],
): uPlot.AlignedData {
  const shown = curves.map(
    ({ x, y }) => [x, Array.from(y, value => shownValue(value, scale))] as uPlot.AlignedData,
  );
  if (shown.length === 0) return [[], []];
  const [first] = curves;
  const isAligned = curves.every(
    ({ x }) => x.length === first.x.length && x[x.length - 1] === first.x[first.x.length - 1],
  );
  if (!isAligned) return Plotter.join(shown);
  return [first.x, ...shown.map(data => data[1])] as uPlot.AlignedData;
}

const shownValue = (value: number, scale: PlotProps['scale']) =>
  scale === 'log' ? Math.max(Math.abs(value), floor) : value;

function optionsFor(curves: readonly Curve[], scale: PlotProps['scale'], host: HTMLElement): uPlot.Options {
  const style = getComputedStyle(host);
  const [ink, line] = ['--dim', '--line'].map(name => style.getPropertyValue(name).trim());
  const powers = scale === 'log' ? { filter: onlyPowers } : {};
  const axis = {
    stroke: ink,
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line },
    font: '11px system-ui',
  };
  return {
    width: Math.max(120, host.clientWidth),
    height,
    legend: { show: false },
    cursor: { y: false },
    scales: { x: { time: false }, y: scale === 'log' ? { distr: 3 } : {} },
    axes: [
      axis,
      {
        ...axis,
        grid: { stroke: line, width: 1, ...powers },
        ticks: { stroke: line, ...powers },
        ...powers,
        size: 58,
        values: (_, ticks) => ticks.map(shortNumber),
      },
    ],
    series: [
      {},
      ...curves.map(({ label, colour, dash }) => ({
        label,
        stroke: colour,
        width: 1.5,
        ...(dash ? { dash: [...dash] } : {}),
        points: { show: false },
      })),
    ],
  };
}

/** Powers of ten, thinned out. */
function onlyPowers(_: uPlot, splits: number[]): (number | null)[] {
  const powers = splits
    .map(value => Math.log10(value))
    .filter(power => Math.abs(power - Math.round(power)) < 1e-9);
  const stride = Math.ceil(powers.length / 5);
  return splits.map(value => {
    const power = Math.log10(value);
    const isShown = Math.abs(power - Math.round(power)) < 1e-9 && Math.round(power) % stride === 0;
    return isShown ? value : null;
  });
}

function shortNumber(value: number | null): string {
  if (value === null) return '';
  if (value === 0) return '0';
  const size = Math.abs(value);
  return size >= 1e4 || size < 1e-2
    ? value.toExponential(0).replace('e+', 'e')
    : String(Number(value.toPrecision(4)));
}
