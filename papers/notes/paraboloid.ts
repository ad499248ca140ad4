// Notes on constraints, first example: a particle inside a paraboloid σ(r) = 0, by position Verlet, with λ(t) from
//   σ(r⁰ + λ k) = 0,   μ = −σ/(k·∇σ),  λ ← λ + μ,
// begun with λ of the step before (warm), or with λ = 0 (cold).
// With spin l and energy E per mass the radius turns where ½l²/r² + g r² = E, so r² = (E ± √(E² − 2gl²)) / 2g.

import type { Problem, State } from '../../src/index.ts';
import { positionShake } from '../../src/integrators/variants/position-shake.ts';
import { exactState, slope } from '../../src/laws/order.ts';
import { createStepper } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { circle, errorCurve, path } from '../helpers/panels.ts';

const until = 10;
const steps = {
  full: [0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001, 0.0005],
  quick: [0.1, 0.05, 0.02, 0.01, 0.005],
};
/** The step of the orbit that is drawn and evaluated. */
const h = 0.01;

interface Orbit {
  readonly states: readonly State[];
  /** Mean and largest number of iterations in a step. */
  readonly iterations: number;
  readonly most: number;
  /** Largest |σ|. */
  readonly offSurface: number;
  /** Mean of |λ − λ of the step before| over the mean of |λ|. */
  readonly predictionError: number;
}

/** `prepare` sees the multiplier before each step and may change it. */
function orbit(problem: Problem, step: number, prepare: (lambda: Float64Array) => void): Orbit {
  const flow = positionShake(problem);
  const count = Math.round(until / step);
  const stepper = createStepper(problem, flow, { h: step });
  const states: State[] = [problem.initial];
  const sigma = new Float64Array(1);
  let [iterations, most, offSurface, changes, sizes] = [0, 0, 0, 0, 0];
  for (let k = 0; k < count; k++) {
    const before = flow.multipliers[0];
    prepare(flow.multipliers);
    const failure = stepper.advance(1);
    if (failure) throw new Error(failure.message);
    const next = stepper.state.slice();
    states.push(next);
    iterations += flow.iterations();
    most = Math.max(most, flow.iterations());
    problem.g.value(next, sigma);
    offSurface = Math.max(offSurface, Math.abs(sigma[0]));
    changes += k === 0 ? 0 : Math.abs(flow.multipliers[0] - before);
    sizes += Math.abs(flow.multipliers[0]);
  }
  return { states, iterations: iterations / count, most, offSurface, predictionError: changes / sizes };
}

const warm = () => {};
const cold = (lambda: Float64Array) => void lambda.fill(0);

interface Comparison {
  readonly h: number;
  readonly warm: Orbit;
  readonly cold: Orbit;
  /** |Δq| at the end of the warm orbit. */
  readonly error: number;
}

export function paraboloid(lab: Lab): Findings {
  const problem = lab.problem('paraboloid');
  const exact = exactState(problem, until);
  const all = steps[lab.effort].map((step, i): Comparison => {
    lab.progress(i / steps[lab.effort].length);
    const own = orbit(problem, step, warm);
    const end = own.states[own.states.length - 1];
    const error = Math.hypot(...[0, 1, 2].map(axis => end[axis] - exact[axis]));
    return { h: step, warm: own, cold: orbit(problem, step, cold), error };
  });
  const shown = all.filter(one => one.h === h)[0].warm;
  return { claims: claims(problem, all, shown), figures: [drawing(problem, all, shown)] };
}

/** The two radii between which the exact motion stays. */
function turningRadii({ H, initial, parameters: { m, g } }: Problem): [number, number] {
  const [energy, spin] = [H.value(initial) / m, (initial[0] * initial[4] - initial[1] * initial[3]) / m];
  const root = Math.sqrt(energy ** 2 - 2 * g * spin ** 2);
  return [Math.sqrt((energy - root) / (2 * g)), Math.sqrt((energy + root) / (2 * g))];
}

const radius = (z: State) => Math.hypot(z[0], z[1]);

function claims(problem: Problem, all: readonly Comparison[], shown: Orbit): Claim[] {
  const finest = all[all.length - 1];
  const radii = shown.states.map(radius);
  const [inner, outer] = turningRadii(problem);
  const fine = all.filter(one => one.h <= 0.02);
  const predictionOrder = slope(fine.map(one => ({ h: one.h, error: one.warm.predictionError })));
  const saved = all.map(one => one.cold.iterations / one.warm.iterations);
  const offCircles = Math.max(Math.abs(Math.min(...radii) - inner), Math.abs(Math.max(...radii) - outer));
  const offSurface = all.flatMap(one => [one.warm.offSurface, one.cold.offSurface]);
  return claimList`
    The particle is on the surface after each step: λ solves σ[r⁰ + λ∇σ Δt²/m] = 0
      largest |σ| of all runs: ${Math.max(...offSurface)} ≤ 1e-13
      printed: “∇[r⁰ + λ(t)∇σ(t)Δt²/m] = 0”, eq. (*)
    The last λ is a reasonable approximation if Δt is small: its error falls with Δt
      slope of log mean change of λ in a step against log Δt, Δt ≤ 0.02: ${predictionOrder} in [0.9, 1.1]
    At every Δt it saves iterations to begin with the last λ instead of zero
      smallest ratio of the mean numbers, from zero over from the last λ: ${Math.min(...saved)} ≥ 1.05
    Begun with the last λ, a small step needs two iterations at most
      largest number of iterations in a step at the smallest Δt: ${finest.warm.most} ≤ 2
    The positions converge with second order
      slope of log |Δr| at t = 10 against log Δt, Δt ≤ 0.02: ${slope(fine)} in [1.9, 2.1]
    The orbit stays between the circles that energy and spin allow
      largest difference of least and greatest radius from the turning radii, Δt = 0.01: ${offCircles} ≤ 2e-3
  `;
}

function drawing(problem: Problem, all: readonly Comparison[], shown: Orbit): Figure {
  const [inner, outer] = turningRadii(problem);
  const work = (kind: 'cold' | 'warm', label: string) =>
    errorCurve(
      all.map(one => ({ h: one.h, error: one[kind].iterations })),
      label,
    );
  return {
    name: 'iterations',
    panelHeight: 460,
    panels: [
      {
        title: 'orbit from above',
        x: { label: 'x' },
        y: { label: 'y' },
        series: [
          { label: 'particle', ...path(shown.states, 0, 1), style: 0 },
          { label: 'turning radii', ...circle(inner), style: 1 },
          { ...circle(outer), style: 1 },
        ],
        aspect: 'equal',
        legend: 'right',
      },
      {
        title: 'work of the iteration',
        x: { label: 'step Δt', scale: 'log' },
        y: { label: 'iterations in a step', domain: [0, 5] },
        series: [work('cold', 'from λ = 0'), work('warm', 'from the last λ')],
      },
    ],
  };
}
