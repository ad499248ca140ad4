// Example data from plain formulas, with the shapes that real runs have. Only + − × ÷ and the functions below, so that
// the stored figures do not depend on the machine beyond the rounding of coordinates.

import type { FigureSpec } from '../../src/output/figure/spec.ts';
import {
  energyErrorFigure,
  phasePlaneFigure,
  residualFigure,
  trajectoryFigure,
  workPrecisionFigure,
} from '../../src/output/standard-figures.ts';

function sampled(n: number, f: (i: number) => number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => f(i));
}

/** A fixed pseudo-random sequence in (0, 1): Park and Miller's generator. */
function noise(n: number): Float64Array {
  let seed = 20240229;
  return sampled(n, () => {
    seed = (48271 * seed) % 2147483647;
    return seed / 2147483647;
  });
}

/** Bounded oscillation for RATTLE, a slow drift for a dissipative method. */
export function energyError(scale: 'linear' | 'log', n = 4001): FigureSpec {
  const t = sampled(n, i => (100 * i) / (n - 1));
  const bounded = t.map(
    s => -19.62 * (1 + 3.1e-6 * (1 - Math.cos(2.2 * s)) * (1 + 0.2 * Math.sin(0.31 * s))),
  );
  const drifting = t.map(s => -19.62 * (1 + 6e-8 * s + 1.2e-6 * Math.sin(2.2 * s) ** 2));
  const runs = [
    { label: 'RATTLE, h = 0.01', t, energy: bounded },
    { label: 'BDF2, h = 0.01', t, energy: drifting },
  ];
  return energyErrorFigure({ title: 'Spherical pendulum', runs, scale, timeUnit: 's' });
}

/** Residuals of a few units of round-off, with exact zeros among them. */
export function residuals(n = 600): FigureSpec {
  const t = sampled(n, i => (100 * i) / (n - 1));
  const u = noise(2 * n);
  const g = sampled(n, i => 2.2e-16 * Math.floor(3.2 * u[i] * u[i]));
  const hidden = sampled(n, i => 1.7e-15 * u[n + i] + 1e-16);
  return residualFigure({ title: 'Constraint residuals under RATTLE', t, g, hidden, timeUnit: 's' });
}

export function trajectory(n = 3001): FigureSpec {
  const s = sampled(n, i => (2 * Math.PI * i) / (n - 1));
  const path = { x: s.map(a => 1.4 * Math.sin(3 * a)), y: s.map(a => Math.sin(4 * a + 0.4)) };
  const x = { label: 'x', unit: 'm' };
  return trajectoryFigure({ title: 'Lissajous trajectory', x, y: { label: 'y', unit: 'm' }, paths: [path] });
}

export function phasePlane(): FigureSpec {
  const s = sampled(401, i => (2 * Math.PI * i) / 400);
  const paths = [0.5, 1.2, 2].map(a => ({
    label: `E = ${(a * a).toFixed(2)}`,
    x: s.map(phase => a * Math.cos(phase)),
    y: s.map(phase => 4 * a * Math.sin(phase)),
  }));
  const x = { label: 'angle θ', unit: 'rad' };
  return phasePlaneFigure({ title: 'Phase plane', x, y: { label: 'momentum p', unit: 'kg m² s⁻¹' }, paths });
}

/** Orders 1, 2 and 4; the last one reaches a round-off plateau. */
export function workPrecision(): FigureSpec {
  const step = sampled(8, i => 0.1 / 2 ** i);
  const method = (label: string, order: number, constant: number, cost: number) => ({
    label,
    order,
    step,
    error: step.map(h => constant * h ** order * (1 + 0.4 * h) + 3e-14 / h),
    seconds: step.map(h => cost / h + 2e-4),
  });
  return workPrecisionFigure({
    errorLabel: 'position error at t = 10',
    stepUnit: 's',
    methods: [
      method('symplectic Euler', 1, 2.1, 1.1e-4),
      method('RATTLE', 2, 0.8, 1.6e-4),
      method('RATTLE-4 (Suzuki)', 4, 3.5, 8e-4),
    ],
  });
}
