// Tao and Owhadi 2016, Fig. 9: snapshots of a magnetised rigid body.

import type { PanelSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import type { State } from '../../src/problem/state.ts';
import { atLeast, atMost } from '../claims.ts';
import type { Claim, Entry, Figure, Findings, Lab } from '../entry.ts';
import { taoOwhadi } from '../sources.ts';
import { attempts, exactStates, follow, h, magnetInWords } from './magnet.ts';

const shown = [0, 1.5, 3, 4.5, 6];

export const fig9: Entry = {
  id: 'to16-fig-9',
  title: 'Snapshots of a magnetised rigid body',
  source: taoOwhadi,
  place: 'Fig. 9, section 4.5',
  setup:
    `${magnetInWords} The benchmark is a solution with constraints to 13 digits, in place of variational Euler with ` +
    'h = 0.0001. The times of the snapshots are not printed; here they lie in the first swing.',
  systems: ['magnetised-rigid-body'],
  run,
};

type Vector = readonly [number, number, number];

/** R e₃. */
const dipole = (z: State): Vector => [z[2], z[5], z[8]];

function run(lab: Lab): Findings {
  const problem = lab.problem('magnetised-rigid-body');
  const end = shown[shown.length - 1];
  const exact = exactStates(problem, end);
  const coarse = follow(problem, attempts.zhangSkeel, end);
  return { claims: claims(exact, coarse), figures: [drawing(exact, coarse)] };
}

function angle(a: Vector, b: Vector): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (180 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, dot / (Math.hypot(...a) * Math.hypot(...b)))));
}

function claims(exact: readonly State[], coarse: readonly State[]): Claim[] {
  const last = exact.length - 1;
  return [
    atMost(12, {
      statement: 'Z&S shows the dipole where the benchmark has it: “the result looks good”',
      quantity: `largest angle between the two dipoles over [0, ${shown[shown.length - 1]}], in degrees`,
      measured: Math.max(...exact.map((z, k) => angle(dipole(z), dipole(coarse[k])))),
    }),
    atMost(0.06, {
      statement: 'The dipole keeps its length nearly, without being made to',
      quantity: 'largest ||R e₃| − 1|',
      measured: Math.max(...coarse.map(z => Math.abs(Math.hypot(...dipole(z)) - 1))),
    }),
    atLeast(120, {
      statement: 'Meanwhile the dipole turns from along the field to against it',
      quantity: 'largest angle between dipole and field, in degrees',
      measured: Math.max(...exact.slice(0, last + 1).map(z => angle(dipole(z), [0, 0, 1]))),
    }),
  ];
}

/** Seen from the side and a little from above. */
const [turn, tilt] = [Math.PI / 3, Math.PI / 9];

function seen([x, y, z]: Vector): readonly [number, number] {
  const [across, away] = [Math.cos(turn) * x + Math.sin(turn) * y, Math.cos(turn) * y - Math.sin(turn) * x];
  return [across, Math.cos(tilt) * z + Math.sin(tilt) * away];
}

function arrow(to: Vector, style: number, label: string): SeriesSpec {
  const [u, v] = seen(to);
  return { label, x: [0, u], y: [0, v], mark: 'arrow', style };
}

/** Drawn longer than the dipole, which would cover it. */
const fieldLength = 1.25;

function panel(states: readonly State[], time: number, title: string): PanelSpec {
  const at = Math.round(time / h);
  const path = states.slice(0, at + 1).map(z => seen(dipole(z)));
  const circle = Array.from({ length: 121 }, (_, k) => (2 * Math.PI * k) / 120);
  return {
    title: `${title}, t = ${time}`,
    x: { label: 'across', domain: [-1.35, 1.35] },
    y: { label: 'up', domain: [-1.35, 1.35] },
    series: [
      { x: circle.map(Math.cos), y: circle.map(Math.sin), style: 6 },
      { label: 'path of the dipole', x: path.map(([u]) => u), y: path.map(([, v]) => v), style: 2 },
      arrow([0, 0, fieldLength], 1, 'field'),
      arrow(dipole(states[at]), 4, 'dipole'),
    ],
    notes: [{ text: 'field', x: 0, y: seen([0, 0, fieldLength])[1], side: 'right' }],
    aspect: 'equal',
    legend: 'none',
  };
}

function drawing(exact: readonly State[], coarse: readonly State[]): Figure {
  return {
    name: 'snapshots',
    caption:
      'Snapshots of the magnetised body: field (orange) and dipole (black) with the path of its tip, on the outline of the ' +
      'unit sphere; above the benchmark, below variational Z&S with h = 0.1.',
    spec: {
      across: shown.length,
      panelWidth: 300,
      panelHeight: 310,
      panels: [
        ...shown.map(time => panel(exact, time, 'benchmark')),
        ...shown.map(time => panel(coarse, time, 'Z&S')),
      ],
    },
  };
}
