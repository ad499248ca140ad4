// The picture of Fig. 6: level curves of ℋ′ over time and fibre, a part of it enlarged, and the number of crossings.

import type { PanelSpec } from '../../src/output/figure/spec.ts';
import type { State } from '../../src/problem/state.ts';
import type { Figure } from '../entry.ts';
import { ramp } from '../helpers/panels.ts';
import { angleBetween, criticalAngles, fibreSlope, gravity } from './harmonic.ts';
import { levelCurves } from './level-curves.ts';

export interface Runs {
  readonly h: number;
  readonly start: State;
  /** The state of ℳ̃ᴴ on the fibre of the start. */
  readonly onModified: State;
  readonly shake: readonly State[];
  readonly rattle: readonly State[];
}

const until = 5.2;
const levels = [0.15, 0.3, 0.45, 0.6].flatMap(level => [-level, level]);

export function drawing(runs: Runs): Figure {
  return {
    name: 'fibres',
    across: 3,
    panelWidth: 560,
    panelHeight: 480,
    panels: [whole(runs), enlarged(runs), crossings(runs)],
  };
}

/** The states of ℳ̃ᴴ between the steps, by cubic interpolation, so that curves are smooth. */
function between(runs: Runs, t: number): State {
  const states = [runs.onModified, ...runs.shake];
  const k = Math.min(states.length - 3, Math.max(1, Math.floor(t / runs.h)));
  const u = t / runs.h - k;
  const weights = [
    (-u * (u - 1) * (u - 2)) / 6,
    ((u + 1) * (u - 1) * (u - 2)) / 2,
    (-(u + 1) * u * (u - 2)) / 2,
    ((u + 1) * u * (u - 1)) / 6,
  ];
  return Float64Array.from({ length: 4 }, (_, i) =>
    weights.reduce((sum, weight, j) => sum + weight * states[k - 1 + j][i], 0),
  );
}

/** ℋ′ over times and places s = θ/2π. */
function slopeGrid(runs: Runs, times: readonly number[], places: readonly number[]) {
  const slopes = times.map(t => fibreSlope(between(runs, t), gravity));
  const values = slopes.map(slope => places.map(s => slope.value(2 * Math.PI * s)));
  return { x: times, y: places, value: (i: number, j: number) => values[i][j] };
}

const axes = { x: { label: 'time t' }, y: { label: 'place on the fibre s' } };

function whole(runs: Runs): PanelSpec {
  const grid = slopeGrid(runs, ramp(0, until, 208), ramp(-0.5, 0.5, 120));
  return {
    title: 'ℋ′ on the fibres over the orbit',
    x: { ...axes.x, domain: [0, until] },
    y: { ...axes.y, domain: [-0.5, 0.5] },
    series: [
      { label: '|ℋ′| constant', ...levelCurves(grid, levels), style: 6 },
      { label: 'ℳᴴ: ℋ′ = 0', ...levelCurves(grid, [0]), style: 12 },
      { label: 'ℳ̃ᴴ', x: [0, until], y: [0, 0], style: 1 },
    ],
    legend: 'above',
  };
}

function enlarged(runs: Runs): PanelSpec {
  const [end, low, high] = [1.5, -0.06, 0.01];
  const grid = slopeGrid(runs, ramp(0, end, 150), ramp(low, high, 60));
  const steps = runs.shake.slice(0, Math.round(end / runs.h));
  const place = (from: State, to: State) => angleBetween(from, to) / (2 * Math.PI);
  const times = steps.map((_, k) => (k + 1) * runs.h);
  return {
    title: 'enlarged',
    x: { ...axes.x, domain: [-0.05, end] },
    y: { ...axes.y, domain: [low, high] },
    series: [
      { label: 'ℳᴴ', ...levelCurves(grid, [0]), style: 12 },
      { label: 'ℳ̃ᴴ', x: [0, end], y: [0, 0], style: 1 },
      {
        label: 'SHAKE',
        x: [0, ...times],
        y: [place(runs.onModified, runs.start), ...steps.map(() => 0)],
        mark: 'points',
        style: 0,
      },
      {
        label: 'RATTLE',
        x: times,
        y: steps.map((z, k) => place(z, runs.rattle[k])),
        mark: 'points',
        style: 1,
      },
    ],
    notes: [{ text: 'z_a', x: 0, y: place(runs.onModified, runs.start), side: 'below' }],
    legend: 'above',
  };
}

function crossings(runs: Runs): PanelSpec {
  const times = ramp(0, until, 1040);
  return {
    title: 'crossings of the fibre with ℳᴴ',
    x: { ...axes.x, domain: [0, until] },
    y: { label: 'number', domain: [0, 5] },
    series: [
      {
        x: times,
        y: times.map(t => criticalAngles(fibreSlope(between(runs, t), gravity)).length),
        style: 12,
      },
    ],
  };
}
