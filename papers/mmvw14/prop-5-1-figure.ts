// The picture of Proposition 5.1: the energy along a fibre, the orbits, and the change of time.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import type { ErrorAtStep } from '../../src/laws/order.ts';
import type { PanelSpec } from '../../src/output/figure/spec.ts';
import type { Figure } from '../entry.ts';
import { statesAlong } from '../helpers/motion.ts';
import { againstStep, errorCurve, path, ramp } from '../helpers/panels.ts';
import { rotated } from './free-sphere.ts';
import { turned } from './harmonic.ts';

const [h, shown] = [0.4, 6];

export function drawing(problem: Problem, start: State, timeErrors: readonly ErrorAtStep[]): Figure {
  return {
    name: 'orbits',
    caption:
      'The energy along the fibre of a state: four critical points, two of each component of ℳᴴ, antipodal ones on one ' +
      `trajectory; the exact orbit with six steps of RATTLE, h = ${h}; and the factor by which RATTLE changes time.`,
    across: 3,
    panelWidth: 480,
    panelHeight: 440,
    panels: [alongFibre(problem, start), orbits(problem, start), changeOfTime(timeErrors)],
  };
}

function alongFibre({ H }: Problem, start: State): PanelSpec {
  const angles = ramp(0, 1, 200);
  const energy = (part: number) => H.value(turned(start, 2 * Math.PI * part));
  const points = (label: string, parts: readonly number[], style: number) => ({
    label,
    x: parts,
    y: parts.map(energy),
    mark: 'points' as const,
    style,
  });
  return {
    title: 'energy along a fibre',
    x: { label: 'place on the fibre θ/2π', domain: [-0.02, 1] },
    y: { label: 'ℋ(θ)', domain: [0.15, 0.4] },
    series: [
      { label: 'ℋ', x: angles, y: angles.map(energy), style: 12 },
      points('|q| > |p|', [0, 0.5], 0),
      points('|q| < |p|', [0.25, 0.75], 1),
    ],
  };
}

function orbits(problem: Problem, start: State): PanelSpec {
  const exact = ramp(0, 2 * Math.PI, 120).map(angle => rotated(start, angle));
  const steps = [start, ...statesAlong(createMethod(problem, 'rattle'), start, h, shown)];
  const curve = (i: number) => ({ ...path(exact, i, i + 1), style: 12 });
  const points = (i: number) => ({ ...path(steps, i, i + 1), mark: 'points' as const, style: 1 });
  return {
    title: 'orbit of q and p',
    x: { label: 'first component', domain: [-1, 1] },
    y: { label: 'second component', domain: [-1, 1] },
    series: [{ ...curve(0), label: 'exact' }, curve(2), { ...points(0), label: 'RATTLE' }, points(2)],
    notes: [
      { text: 'q', x: 0.57, y: 0.57 },
      { text: 'p', x: 0.42, y: 0.42, side: 'left' },
    ],
    aspect: 'equal',
    legend: 'above',
  };
}

function changeOfTime(timeErrors: readonly ErrorAtStep[]): PanelSpec {
  return againstStep('|time made by a step over h, − 1|', [errorCurve(timeErrors)], [2], {
    title: 'change of time',
  });
}
