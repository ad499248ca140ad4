// McLachlan, Modin, Verdier, Wilkins 2014, Fig. 2: the steps of SHAKE and RATTLE over the fibres,
//   z_k  — slide →  z_k⁺  — φ_h →  z⁻_{k+1}  — slide →  z_{k+1}.
// SHAKE stays on ℳ̃ᴴ, the states from which φ_{−h} leads back to ℳ; RATTLE stays on ℳᴴ.

import { maxAbs } from '../../src/linalg/dense.ts';
import type { SeriesSpec } from '../../src/output/figure/spec.ts';
import type { State } from '../../src/problem/state.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { indices, statesAlong } from '../helpers/motion.ts';
import { ramp } from '../helpers/panels.ts';
import {
  aroundParabola,
  type FibrePoint,
  fallen,
  fibrePointOf,
  normalToCircle,
  pendulumProblem,
  stateOf,
} from './pendulum.ts';

const [h, stepCount, drawn] = [0.3, 100, 4];
const start = { angle: -0.9, tangential: 0.9, normal: 0.25 };

interface FibreSteps {
  /** z_0, z_1, … with the start first, by RATTLE. */
  readonly projected: readonly State[];
  /** z_0⁺, z_1⁺, … */
  readonly slid: readonly State[];
  /** z_1⁻, z_2⁻, … by SHAKE alone, from the start on. */
  readonly shaken: readonly State[];
}

export function fig2(lab: Lab): Findings {
  const { shake, rattle } = aroundParabola(pendulumProblem(lab));
  const [shaken, projected] = [shake, rattle].map(flow => statesAlong(flow, stateOf(start), h, stepCount));
  const found = { shaken, projected: [stateOf(start), ...projected], slid: shaken.map(z => fallen(z, -h)) };
  return { claims: claims(found), figures: [drawing(found)] };
}

const constraint = ([x, y]: State) => x ** 2 + y ** 2 - 1;

/** How far two states are from lying on one fibre: the difference of q, and of p across the rod. */
function fibresApart(a: State, b: State): number {
  const across = (b[2] - a[2]) * a[1] - (b[3] - a[3]) * a[0];
  return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]), Math.abs(across));
}

function claims({ projected, slid, shaken }: FibreSteps): Claim[] {
  const normals = shaken.map(z => fibrePointOf(z).normal);
  const offset = shaken.map((z, k) => Math.abs(normals[k] - normalToCircle(fibrePointOf(z), -h)));
  const offFibre = [
    ...slid.map((z, k) => fibresApart(z, projected[k])),
    ...shaken.map((z, k) => fibresApart(z, projected[k + 1])),
  ];
  const hidden = projected.slice(1).map(z => Math.abs(fibrePointOf(z).normal));
  const residuals = [...slid, ...shaken].map(z => Math.abs(constraint(z)));
  return claimList`
    z_k⁻, z_k and z_k⁺ always lie on the same fibre, though SHAKE and RATTLE run apart from each other
      largest difference of q and of tangential p over 100 steps: ${Math.max(...offFibre)} ≤ 1e-12
    The slide lies on ℳ, and so does what the flow makes of it
      largest |g| over 100 steps: ${Math.max(...residuals)} ≤ 1e-14
    The points of SHAKE lie on ℳ̃ᴴ, found by hand as the states that the parabola leads back to the circle
      largest difference of the normal momentum: ${maxAbs(Float64Array.from(offset))} ≤ 1e-13
    ℳ̃ᴴ is another set than ℳᴴ: SHAKE leaves ℳᴴ
      largest |q·p| after SHAKE: ${Math.max(...normals.map(Math.abs))} ≥ 0.1
    The points of RATTLE lie on ℳᴴ, whatever the first one was
      largest |q·p| after RATTLE: ${Math.max(...hidden)} ≤ 1e-14
  `;
}

/** The polynomial through the fibres that are drawn: over it ℳ̃ᴴ is shown. */
function momentumOver(points: readonly FibrePoint[]): (angle: number) => number {
  return angle =>
    points.reduce((sum, { angle: own, tangential }, i) => {
      const weight = points.reduce(
        (w, other, j) => (j === i ? w : (w * (angle - other.angle)) / (own - other.angle)),
        1,
      );
      return sum + weight * tangential;
    }, 0);
}

function series(label: string, points: readonly FibrePoint[], more: Partial<SeriesSpec>): SeriesSpec {
  return { label, x: points.map(({ angle }) => angle), y: points.map(({ normal }) => normal), ...more };
}

const gap: FibrePoint = { angle: Number.NaN, tangential: Number.NaN, normal: Number.NaN };

function drawing({ projected, slid, shaken }: FibreSteps): Figure {
  const steps = indices(drawn);
  const fibres = projected.slice(0, drawn + 1).map(fibrePointOf);
  const tangential = momentumOver(fibres);
  const angles = Array.from({ length: 81 }, (_, k) => -1.05 + ((fibres[drawn].angle + 1.2) * k) / 80);
  const modified = angles.map(angle => {
    const fibre = { angle, tangential: tangential(angle), normal: 0 };
    return { ...fibre, normal: normalToCircle(fibre, -h) };
  });
  const flights = steps.flatMap(k => [...ramp(0, h, 20).map(t => fibrePointOf(fallen(slid[k], t))), gap]);
  const slides = steps.flatMap(k => [fibres[k], fibrePointOf(slid[k]), gap]);
  const projections = steps.flatMap(k => [fibrePointOf(shaken[k]), fibres[k + 1], gap]);
  const fibreLines = fibres.flatMap(fibre => [{ ...fibre, normal: -0.62 }, { ...fibre, normal: 0.62 }, gap]);
  const name = (text: string, z: State, side: 'left' | 'right', raised = 0) => {
    const { angle, normal } = fibrePointOf(z);
    return { text, x: angle, y: normal + raised, side };
  };
  const digits = '₀₁₂₃₄';
  return {
    name: 'fibres',
    panelWidth: 820,
    panelHeight: 520,
    panels: [
      {
        x: { label: 'angle of the rod, from below (rad)' },
        y: { label: 'normal momentum p_n = q·p', domain: [-0.65, 0.65] },
        series: [
          series('fibre', fibreLines, { style: 6 }),
          { label: 'ℳᴴ', x: [angles[0], angles[80]], y: [0, 0], style: 12 },
          series('ℳ̃ᴴ', modified, { style: 3 }),
          series('slide', slides, { mark: 'arrow', style: 0 }),
          series('flow φ_h', flights, { mark: 'arrow', style: 1 }),
          series('projection', projections, { mark: 'arrow', style: 2 }),
        ],
        notes: [
          name('z', projected[0], 'left'),
          ...steps.map(k => name(`z${digits[k]}⁺`, slid[k], 'left')),
          ...steps.map(k => name(`z${digits[k + 1]}⁻`, shaken[k], 'left', 0.05)),
          ...steps.map(k => name(`z${digits[k + 1]}`, projected[k + 1], 'right', -0.04)),
        ],
        legend: 'right',
      },
    ],
  };
}
