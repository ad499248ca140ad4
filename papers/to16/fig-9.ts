// Tao and Owhadi 2016, Fig. 9: snapshots of a magnetised rigid body.

import type { PanelSpec, SeriesSpec } from '../../src/output/figure/spec.ts';
import type { State } from '../../src/problem/state.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { circle } from '../helpers/panels.ts';
import { attempts, benchmark, h, motion } from './magnet.ts';

const shown = [0, 1.5, 3, 4.5, 6];

type Vector = readonly [number, number, number];

/** R e₃. */
const dipole = (z: State): Vector => [z[2], z[5], z[8]];

export function fig9(lab: Lab): Findings {
  const problem = lab.problem('magnetised-rigid-body');
  const end = shown[shown.length - 1];
  const exact = benchmark(problem, end);
  const coarse = motion(problem, attempts.zhangSkeel, end);
  return { claims: claims(exact, coarse), figures: [drawing(exact, coarse)] };
}

function angle(a: Vector, b: Vector): number {
  const dot = a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
  return (180 / Math.PI) * Math.acos(Math.min(1, Math.max(-1, dot / (Math.hypot(...a) * Math.hypot(...b)))));
}

function claims(exact: readonly State[], coarse: readonly State[]): Claim[] {
  const apart = exact.map((z, k) => angle(dipole(z), dipole(coarse[k])));
  const fromField = exact.map(z => angle(dipole(z), [0, 0, 1]));
  const stretched = coarse.map(z => Math.abs(Math.hypot(...dipole(z)) - 1));
  return claimList`
    Z&S shows the dipole where the benchmark has it: “the result looks good”
      largest angle between the two dipoles over [0, ${shown[shown.length - 1]}], in degrees: ${Math.max(...apart)} ≤ 12
    The dipole keeps its length nearly, without being made to
      largest ||R e₃| − 1|: ${Math.max(...stretched)} ≤ 0.06
    Meanwhile the dipole turns from along the field to against it
      largest angle between dipole and field, in degrees: ${Math.max(...fromField)} ≥ 120
  `;
}

/** Seen from the side and a little from above. */
const [turn, tilt] = [Math.PI / 3, Math.PI / 9];

function seen([x, y, z]: Vector): readonly [number, number] {
  const [across, away] = [Math.cos(turn) * x + Math.sin(turn) * y, Math.cos(turn) * y - Math.sin(turn) * x];
  return [across, Math.cos(tilt) * z + Math.sin(tilt) * away];
}

function arrow(to: Vector, color: number, label: string): SeriesSpec {
  const [u, v] = seen(to);
  return { label, x: [0, u], y: [0, v], mark: 'arrow', style: { color } };
}

/** Drawn longer than the dipole, which would cover it. */
const fieldLength = 1.25;

function panel(states: readonly State[], time: number, title: string): PanelSpec {
  const at = Math.round(time / h);
  const tips = states.slice(0, at + 1).map(z => seen(dipole(z)));
  return {
    title: `${title}, t = ${time}`,
    x: { label: '', domain: [-1.35, 1.35] },
    y: { label: '', domain: [-1.35, 1.35] },
    series: [
      arrow([0, 0, fieldLength], 1, 'magnetic field B e₃'),
      arrow(dipole(states[at]), 4, 'dipole R e₃'),
      {
        label: 'path of the tip of the dipole since t = 0',
        x: tips.map(([u]) => u),
        y: tips.map(([, v]) => v),
        style: 2,
      },
      { label: 'outline of the unit sphere', ...circle(), style: 'grey' },
    ],
    aspect: 'equal',
  };
}

function drawing(exact: readonly State[], coarse: readonly State[]): Figure {
  return {
    name: 'snapshots',
    across: shown.length,
    panelWidth: 290,
    panelHeight: 290,
    legend: 'shared',
    panels: [
      ...shown.map(time => panel(exact, time, 'benchmark')),
      ...shown.map(time => panel(coarse, time, 'Z&S')),
    ],
  };
}
