// McLachlan, Modin, Verdier, Wilkins 2014, Fig. 4 and Table 1: three orbits of a falling particle on a sphere of phase
// space, over the fibres: Hopf map (21), then a stereographic projection to the plane.

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { distance } from '../../src/linalg/dense.ts';
import type { PanelSpec } from '../../src/output/figure/spec.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { statesAlong } from '../helpers/motion.ts';
import { ramp } from '../helpers/panels.ts';
import { fitClosedCurve, type Point } from './closed-curve.ts';
import { orbitAt, periodOf } from './exact-orbit.ts';
import { hopf, type Projection, planePoint, systemOf, tableStates } from './harmonic.ts';

const h = 0.1;
const steps = { full: 2000, quick: 1000 };
/** z_a passes near a degenerate point; with 26 steps to a turn its curve has waves of that frequency and its multiples. */
const degrees: Readonly<Record<string, number>> = { a: 120, b: 40, c: 40, unit: 120 };

interface Orbit {
  readonly label: string;
  readonly problem: Problem;
  readonly shake: readonly State[];
  readonly rattle: readonly State[];
  readonly period: number;
  /** How far the exact orbit is from its start after its period. */
  readonly gap: number;
}

export function fig4(lab: Lab): Findings {
  const count = steps[lab.effort];
  const orbits = tableStates.map((label, k) => {
    lab.progress(k / 4);
    return orbit(label, lab.problem(systemOf(label)), count);
  });
  const unit = lab.problem(systemOf('unit'));
  const unitPoints = statesOf(unit, 'rattle', count).map(z => planePoint(z, 'ζ/(r − ρ)'));
  const unitThickness = fitClosedCurve(unitPoints, degrees.unit).thickness;
  return {
    claims: [...startClaims(orbits), ...curveClaims(orbits, unitThickness), ...orderClaims(orbits)],
    figures: [drawing(orbits)],
  };
}

const statesOf = (problem: Problem, method: string, count: number) =>
  statesAlong(createMethod(problem, method), problem.initial, h, count);

function orbit(label: string, problem: Problem, count: number): Orbit {
  const { period, state } = periodOf(problem, 5);
  return {
    label,
    problem,
    shake: statesOf(problem, 'shake', count),
    rattle: statesOf(problem, 'rattle', count),
    period,
    gap: distance(state, problem.initial),
  };
}

function startClaims(orbits: readonly Orbit[]): Claim[] {
  const starts = orbits.map(({ problem }) => problem.initial);
  const hidden = orbits.map(({ problem }) => {
    const value = new Float64Array(1);
    createBrackets(problem).hidden(problem.initial, value);
    return Math.abs(value[0]);
  });
  const squares = starts.map(z => z.reduce((sum, value) => sum + value * value, 0));
  return claimList`
    The states of Table 1 satisfy the hidden constraint
      largest |{g, H}|: ${Math.max(...hidden)} ≤ 1e-15
    They lie on the sphere |z|² = 0.98, not on the unit sphere (20)
      |z_a|²: ${squares[0]} in [0.979, 0.981]
      printed: “All initial conditions lie on ℳᴴ”, and g(q, p) := ‖q‖² + ‖p‖² − 1
    All three lie on the same sphere
      largest difference of |z|²: ${Math.max(...squares) - Math.min(...squares)} ≤ 1e-15
  `;
}

const radiusOf = (points: readonly Point[], degree = 10) => fitClosedCurve(points, degree).meanRadius;
const pointsOf = (states: readonly State[], projection: Projection) =>
  states.map(z => planePoint(z, projection));

function curveClaims(orbits: readonly Orbit[], unitThickness: number): Claim[] {
  const fits = orbits.map(({ label, shake }) => fitClosedCurve(pointsOf(shake, 'ζ/(r − ρ)'), degrees[label]));
  const apart = orbits.flatMap(({ shake, rattle }) =>
    shake.map((z, k) => distance(Float64Array.from(hopf(z)), Float64Array.from(hopf(rattle[k])))),
  );
  return claimList`
    The simulated trajectories are closed
      thickness of the curve over its radius, ${Math.round(fits[0].turns)} turns from z_a: ${fits[0].thickness} ≤ 1e-6
    The trajectories from z_b and z_c are closed as well
      larger thickness over radius: ${Math.max(fits[1].thickness, fits[2].thickness)} ≤ 1e-10
    So is the trajectory from z_a scaled to the unit sphere
      thickness over radius: ${unitThickness} ≤ 1e-6
    The exact trajectories are closed: the simulated ones reproduce an important property
      largest |z(T) − z(0)| of the three exact orbits, T their periods: ${Math.max(...orbits.map(({ gap }) => gap))} ≤ 1e-11
    SHAKE and RATTLE become the same mapping on [ℳ]
      largest distance of their points on Hopf’s sphere over ${orbits[0].shake.length} steps: ${Math.max(...apart)} ≤ 1e-10
  `;
}

function orderClaims(orbits: readonly Orbit[]): Claim[] {
  const radii = (projection: Projection) => orbits.map(({ shake }) => radiusOf(pointsOf(shake, projection)));
  const [printed, other] = [radii('ζ/(r − ρ)'), radii('ζ/(r + ρ)')];
  return claimList`
    The orbit from z_a is the outermost in the projection ζ/(r − ρ)
      its mean radius over the larger of the others: ${printed[0] / Math.max(printed[1], printed[2])} ≥ 1
      printed: “The innermost trajectory, corresponding to the initial value z_a”
    It is the innermost in the projection ζ/(r + ρ), from the other pole
      its mean radius over the smaller of the others: ${other[0] / Math.min(other[1], other[2])} ≤ 1
  `;
}

/** The first steps of each run, of which every eighth is drawn: more would hide the exact orbit. */
const [drawnPoints, stride] = [400, 8];

/** Where a curve crosses the upper half of the vertical axis. */
function highestInTheMiddle(points: readonly Point[]): Point {
  const upper = points.filter(([, y]) => y > 0);
  return upper.reduce((best, point) => (Math.abs(point[0]) < Math.abs(best[0]) ? point : best));
}

function panel(orbits: readonly Orbit[], projection: Projection): PanelSpec {
  const exact = orbits.map(({ problem, period }) =>
    pointsOf(orbitAt(problem, ramp(0, period, 300)), projection),
  );
  const columns = (points: readonly Point[]) => ({ x: points.map(([x]) => x), y: points.map(([, y]) => y) });
  const marks = orbits.map(({ label, shake }, i) => ({
    label: `SHAKE from z_${label}`,
    ...columns(pointsOf(shake, projection).filter((_, k) => k % stride === 0 && k < drawnPoints)),
    mark: 'points' as const,
    style: i,
  }));
  return {
    title: `projection ${projection}`,
    x: { label: 'real part' },
    y: { label: 'imaginary part' },
    series: [
      ...exact.map(points => ({ label: 'exact orbits', ...columns(points), style: { color: 4 } })),
      ...marks,
    ],
    notes: orbits.map(({ label }, i) => {
      const [x, y] = highestInTheMiddle(exact[i]);
      const side = projection === 'ζ/(r − ρ)' && label !== 'c' ? 'above' : 'below';
      return { text: `z_${label}`, x, y, side };
    }),
    aspect: 'equal',
  };
}

function drawing(orbits: readonly Orbit[]): Figure {
  return {
    name: 'orbits',
    caption:
      'The three orbits of Table 1 on the sphere of fibres, seen from its two poles. Lines: exact solution. ' +
      `Marks: every eighth of the first ${drawnPoints} steps of SHAKE, which are those of RATTLE here, h = 0.1.`,
    panelWidth: 640,
    panelHeight: 540,
    legend: 'shared',
    panels: [panel(orbits, 'ζ/(r − ρ)'), panel(orbits, 'ζ/(r + ρ)')],
  };
}
