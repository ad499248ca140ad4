// Water clusters at a temperature: which oxygens are how far apart.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { temperatureObserver } from '../../src/observers/temperature.ts';
import type { FigureSpec, PanelSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import { molecularUnits, timeUnitInFs } from '../../src/particles/units.ts';
import { advance } from '../../src/run/stepper.ts';
import { type BlockedMean, blockedMean, createBlockAverage } from '../../src/statistics/block-average.ts';
import { errorBars, steps } from '../helpers/panels.ts';
import { type Attempt, systemOf, weightOf } from './soft-run.ts';

/** k_B T, in kcal/mol: the printed β = 50. */
export const heat = 1 / 50;
export const kelvin = (temperature: number) => temperature / molecularUnits.K;
/** The printed step, in units of 48.888 fs. */
export const h = 0.05;
/** The unit of time, in ps. */
export const timeUnit = timeUnitInFs / 1000;
/** Chosen: a rate, the same for all atoms. */
const friction = 0.5;

export interface Distribution {
  readonly label: string;
  /** Middles of the bins, in Å. */
  readonly r: Float64Array;
  /** Density of the distance of a pair of oxygens, per Å, and its standard error. */
  readonly density: Float64Array;
  readonly error: Float64Array;
  /** Mean distance of pairs nearer than `nearPairs`, in Å. */
  readonly near: BlockedMean;
  readonly temperature: BlockedMean;
}

export interface Sampling {
  readonly until: number;
  /** Time at the start that is left out. */
  readonly equilibration: number;
  /** Time between samples. */
  readonly spacing: number;
  readonly bins: { readonly from: number; readonly to: number; readonly count: number };
  readonly nearPairs: number;
  readonly seed: number;
}

export function sample(problem: Problem, attempt: Attempt, sampling: Sampling): Distribution {
  const { method: inner, step, label } = attempt;
  const system = systemOf(problem, attempt);
  const flow = createMethod(system, 'gla', {
    ...{ inner, friction, ...weightOf(attempt) },
    temperature: heat,
    seed: sampling.seed,
  });
  const thermometer = temperatureObserver(system);
  const reading = new Float64Array(1);
  const distances = createDistances(problem);
  const histogram = createHistogram(sampling.bins, distances.values.length);
  const near: number[] = [];
  const temperatures: number[] = [];
  const every = Math.round(sampling.spacing / step);
  advance(flow, system.initial, step, Math.round(sampling.until / step), (z, k) => {
    if (k % every !== 0 || k * step < sampling.equilibration) return;
    distances.fill(z);
    histogram.add(distances.values);
    near.push(meanBelow(distances.values, sampling.nearPairs));
    thermometer.observe(z, reading, 0);
    temperatures.push(reading[0]);
  });
  return { label, ...histogram.result(), near: blockedMean(near), temperature: blockedMean(temperatures) };
}

/** Places of the oxygens in q, and what is between them. */
export function createDistances({ particles }: Problem) {
  if (!particles) throw new Error('a cluster is made of particles');
  const { kinds, kind } = particles.system;
  const places = [...kind.keys()].filter(i => kinds[kind[i]] === 'OW').map(i => 3 * i);
  const values = new Float64Array((places.length * (places.length - 1)) / 2);
  return {
    values,
    fill(z: State): void {
      let at = 0;
      for (let a = 1; a < places.length; a++)
        for (let b = 0; b < a; b++) {
          const [i, j] = [places[a], places[b]];
          values[at++] = Math.hypot(z[i] - z[j], z[i + 1] - z[j + 1], z[i + 2] - z[j + 2]);
        }
    },
  };
}

/** NaN where no value is below. */
export function meanBelow(values: Float64Array, bound: number): number {
  let [sum, count] = [0, 0];
  for (const value of values)
    if (value < bound) {
      sum += value;
      count++;
    }
  return sum / count;
}

function createHistogram({ from, to, count }: Sampling['bins'], pairs: number) {
  const blocks = createBlockAverage(count);
  const width = (to - from) / count;
  return {
    add(values: Float64Array): void {
      for (const value of values) {
        const bin = Math.floor((value - from) / width);
        if (bin >= 0 && bin < count) blocks.present[bin]++;
      }
      blocks.endSample();
    },
    result(): Pick<Distribution, 'r' | 'density' | 'error'> {
      const errors = blocks.errors();
      if (!errors) throw new Error('the run is too short for error bars');
      const unit = 1 / (pairs * width);
      return {
        r: Float64Array.from({ length: count }, (_, k) => from + (k + 0.5) * width),
        density: blocks.total().map(sum => (sum * unit) / blocks.samples),
        error: errors.map(value => value * unit),
      };
    },
  };
}

/** Half of the area between two distributions: 0 where they agree, 1 where they have nothing in common. */
export function variation(a: Distribution, b: Distribution): number {
  const width = a.r[1] - a.r[0];
  return a.density.reduce((sum, value, k) => sum + (width * Math.abs(value - b.density[k])) / 2, 0);
}

/** The same cluster at rest at the nearest minimum of its energy: friction without noise. */
export function quenched(problem: Problem, attempt: Attempt): State {
  const system = systemOf(problem, attempt);
  const flow = createMethod(system, 'gla', {
    ...{ inner: attempt.method, friction: 1, ...weightOf(attempt) },
    temperature: 0,
  });
  return advance(flow, system.initial, attempt.step, Math.round(quench / attempt.step));
}

const quench = 150;

type Range = readonly [number, number];

/** Densities over all distances, and over those of neighbours with their standard errors. */
export function distancePanels(found: readonly Distribution[], all: Range, near: Range): FigureSpec {
  const panel = (title: string, domain: Range, series: readonly SeriesSpec[]): PanelSpec => ({
    title,
    x: { label: 'O–O distance r', unit: 'Å', domain },
    y: { label: 'density', unit: '1/Å' },
    series,
    legend: 'above',
  });
  const line = ({ label, r, density }: Distribution, style: number) => ({
    label,
    ...steps(r, density),
    style,
  });
  const withBars = found.flatMap((one, style) => [
    line(one, style),
    { ...errorBars(one.r, one.density, one.error), style },
  ]);
  const panels = [panel('all pairs', all, found.map(line)), panel('neighbours', near, withBars)];
  return { panels, panelWidth: 720, panelHeight: 460 };
}
