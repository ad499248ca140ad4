// How closed a cloud of points is: the radius about its centre as a trigonometric polynomial of the angle,
//   r(φ) = a₀ + Σ_{k ≤ K} (a_k cos kφ + b_k sin kφ),
// fitted by least squares. Points on one smooth closed curve leave a residual that vanishes quickly with K; points that
// spiral leave their distance from turn to turn. Condition: the curve goes once round its centre.

import { createDenseLU } from '../../src/linalg/lu.ts';

export type Point = readonly [number, number];

export interface CurveFit {
  /** Largest |r − r(φ)| over the mean radius. */
  readonly thickness: number;
  readonly meanRadius: number;
  /** Turns of the points round the centre in their order. */
  readonly turns: number;
}

export function fitClosedCurve(points: readonly Point[], degree: number): CurveFit {
  const mean = (i: 0 | 1) => points.reduce((sum, point) => sum + point[i], 0) / points.length;
  const centre = [mean(0), mean(1)];
  const angles = points.map(([x, y]) => Math.atan2(y - centre[1], x - centre[0]));
  const radii = points.map(([x, y]) => Math.hypot(y - centre[1], x - centre[0]));
  const fitted = fitPolynomial(angles, radii, degree);
  const meanRadius = radii.reduce((a, b) => a + b, 0) / radii.length;
  const off = angles.map((angle, i) => Math.abs(fitted(angle) - radii[i]));
  return { thickness: Math.max(...off) / meanRadius, meanRadius, turns: turnsOf(angles) };
}

/** 1, cos φ, sin φ, cos 2φ, … */
function basis(angle: number, size: number): Float64Array {
  return Float64Array.from({ length: size }, (_, j) => {
    const k = Math.ceil(j / 2);
    return j % 2 === 0 ? Math.cos(k * angle) : Math.sin(k * angle);
  });
}

/** By the normal equations: points all around the circle make them well conditioned. */
function fitPolynomial(angles: readonly number[], values: readonly number[], degree: number) {
  const size = 2 * degree + 1;
  const matrix = new Float64Array(size * size);
  const solution = new Float64Array(size);
  angles.forEach((angle, i) => {
    const row = basis(angle, size);
    for (let a = 0; a < size; a++) {
      solution[a] += row[a] * values[i];
      for (let b = 0; b <= a; b++) matrix[a * size + b] += row[a] * row[b];
    }
  });
  for (let a = 0; a < size; a++) for (let b = 0; b < a; b++) matrix[b * size + a] = matrix[a * size + b];
  const lu = createDenseLU(size);
  if (!lu.factor(matrix)) throw new Error('the points do not go round their centre');
  lu.solve(solution);
  return (angle: number) => basis(angle, size).reduce((sum, value, j) => sum + value * solution[j], 0);
}

function turnsOf(angles: readonly number[]): number {
  let sum = 0;
  for (let i = 1; i < angles.length; i++) {
    const step = angles[i] - angles[i - 1];
    sum += step - 2 * Math.PI * Math.round(step / (2 * Math.PI));
  }
  return Math.abs(sum) / (2 * Math.PI);
}
