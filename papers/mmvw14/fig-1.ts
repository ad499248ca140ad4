// McLachlan, Modin, Verdier, Wilkins 2014, Fig. 1: one step of SHAKE and of RATTLE for the planar pendulum,
//   z  — kick along the rod →  z₀⁺  — parabola →  z₁⁻  — kick along the rod →  z₁.

import type { Problem, State } from '../../src/index.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import type { SeriesSpec } from '../../src/output/figure/spec.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { ramp } from '../helpers/panels.ts';
import {
  aroundParabola,
  fallen,
  fibrePointOf,
  normalToCircle,
  pendulumProblem,
  stateOf,
} from './pendulum.ts';

const h = 0.6;
const start = { angle: -1, tangential: 1.1, normal: 0.35 };
/** Other places on the fibre of the start. */
const otherNormals = [-0.3, 0, 0.8];

interface Step {
  readonly z0: State;
  /** After the kick. */
  readonly kicked: State;
  /** After SHAKE. */
  readonly shaken: State;
  readonly z1: State;
}

export function fig1(lab: Lab): Findings {
  const problem = pendulumProblem(lab);
  const step = stepFrom(problem, stateOf(start));
  return { claims: claims(problem, step), figures: [drawing(step)] };
}

function stepFrom(problem: Problem, z0: State): Step {
  const { shake, rattle } = aroundParabola(problem);
  const [shaken, z1] = [shake, rattle].map(flow => advance(flow, z0, h, 1));
  // The flow is reversible, so that the state after the kick is found from that after SHAKE.
  return { z0, kicked: fallen(shaken, -h), shaken, z1 };
}

const cross = (a: readonly number[], b: readonly number[]) => a[0] * b[1] - a[1] * b[0];
const kickOf = (before: State, after: State) => [after[2] - before[2], after[3] - before[3]];
const place = (z: State) => [z[0], z[1]];

function claims(problem: Problem, { z0, kicked, shaken, z1 }: Step): Claim[] {
  const others = otherNormals.map(normal => stepFrom(problem, stateOf({ ...start, normal })).shaken);
  const apart = others.map(other => maxAbs(other.map((value, i) => value - shaken[i])));
  const firstKick = Math.max(
    Math.hypot(kicked[0] - z0[0], kicked[1] - z0[1]),
    Math.abs(cross(kickOf(z0, kicked), place(z0))),
  );
  const secondKick = Math.max(
    Math.abs(fibrePointOf(z1).normal),
    Math.hypot(z1[0] - shaken[0], z1[1] - shaken[1]),
    Math.abs(cross(kickOf(shaken, z1), place(shaken))),
  );
  const offRoot = Math.abs(fibrePointOf(kicked).normal - normalToCircle(start, h));
  return claimList`
    The first kick changes the normal velocity alone: the mass stays where it is
      largest of |Δq| and of the part of Δp across the rod: ${firstKick} ≤ 1e-14
    The kick is the one from which the parabola reaches the circle after exactly one step
      difference of p_n after the kick from the root of the quadratic: ${offRoot} ≤ 1e-14
    The mass reaches the constraint manifold
      ||q|² − 1| at the end of the step: ${Math.abs(shaken[0] ** 2 + shaken[1] ** 2 - 1)} ≤ 1e-14
    SHAKE arrives with a non-tangential velocity: z₁⁻ is not on ℳᴴ
      |q·p| after SHAKE: ${Math.abs(fibrePointOf(shaken).normal)} ≥ 0.1
    RATTLE corrects the normal velocity alone, and ends on ℳᴴ
      largest of |q·p|, |Δq| and the part of Δp across the rod after RATTLE: ${secondKick} ≤ 1e-14
    Where on its fibre the step begins is irrelevant: the same z₁⁻ from four normal velocities
      largest |Δ(q, p)| after the step: ${Math.max(...apart)} ≤ 1e-14
  `;
}

/** Velocities are drawn at this part of their length. */
const arrowScale = 0.4;

const tip = (z: State) => [0, 1].map(i => z[i] + arrowScale * z[i + 2]);

function arrow(
  label: string,
  style: number,
  ...pairs: (readonly [readonly number[], readonly number[]])[]
): SeriesSpec {
  const along = (i: number) => pairs.flatMap(([from, to]) => [from[i], to[i], Number.NaN]);
  return { label, x: along(0), y: along(1), mark: 'arrow', style };
}

function drawing({ z0, kicked, shaken, z1 }: Step): Figure {
  const flight = ramp(0, h, 40).map(t => fallen(kicked, t));
  const circle = ramp(-1.75, 1.35, 120);
  const named = (text: string, z: State, side: 'above' | 'below' | 'left' | 'right') => {
    const [x, y] = tip(z);
    return { text, x, y, side };
  };
  return {
    name: 'step',
    caption:
      `One step with h = ${h}, drawn from its data; velocities at ${arrowScale} of their length. The kick along ` +
      'the rod leads from z to z₀⁺, the parabola to z₁⁻, where the velocity is not tangent; this is SHAKE. A ' +
      'second kick along the rod leads to z₁, which is RATTLE.',
    panelWidth: 760,
    panelHeight: 520,
    panels: [
      {
        x: { label: 'q₁', domain: [-1.25, 1.15] },
        y: { label: 'q₂', domain: [-1.5, 0.1] },
        series: [
          { label: 'circle |q| = 1', x: circle.map(Math.sin), y: circle.map(s => -Math.cos(s)), style: 12 },
          { label: 'rod', x: [z0[0], 0, shaken[0]], y: [z0[1], 0, shaken[1]], style: 2 },
          { label: 'unconstrained flow', x: flight.map(z => z[0]), y: flight.map(z => z[1]), style: 1 },
          arrow('velocity', 0, ...[z0, kicked, shaken, z1].map(z => [place(z), tip(z)] as const)),
          arrow('kick along the rod', 3, [tip(z0), tip(kicked)], [tip(shaken), tip(z1)]),
          { x: [z0[0], shaken[0]], y: [z0[1], shaken[1]], mark: 'points', style: 12 },
        ],
        notes: [
          named('z', z0, 'below'),
          named('z₀⁺', kicked, 'above'),
          named('z₁⁻', shaken, 'right'),
          named('z₁', z1, 'above'),
        ],
        aspect: 'equal',
      },
    ],
  };
}
