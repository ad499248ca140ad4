// Fernández-Pendás 2019, last construction: RATTLE around any symplectic, symmetric ψ_h of second order,
//   p̄ = p − (h/2)Gᵗλ,  (q, p̄) = ψ_h(q, p̄),  g(q) = 0,  p = p̄ − (h/2)Gᵗμ,  G M⁻¹ p = 0,
// here with two-stage splittings inside.

import { createMethod, type Problem } from '../../src/index.ts';
import { largestResiduals, reversalDefect } from '../../src/laws/law.ts';
import { type ErrorAtStep, exactState, slope } from '../../src/laws/order.ts';
import { symplecticDefect } from '../../src/laws/symplectic.ts';
import { distance } from '../../src/linalg/dense.ts';
import type { PanelSpec } from '../../src/output/figure/spec.ts';
import { createRandom } from '../../src/random/mulberry.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { errorCurve, log } from '../helpers/panels.ts';

const [h, until] = [0.05, 10];
/** Steps of velocity Verlet; a two-stage step takes two forces, and is twice as long for the same work. */
const counts = { full: [200, 400, 800, 1600, 3200], quick: [400, 800, 1600] };

const flows = [
  { name: 'verlet', label: 'velocity Verlet', stages: 1 },
  { name: 'two-stage-verlet', label: 'two-stage, b = 1/4', stages: 2 },
  { name: 'two-stage-minimum-error', label: 'two-stage, minimum error', stages: 2 },
  { name: 'two-stage-bcss', label: 'two-stage, BCSS', stages: 2 },
] as const;

interface Measured {
  readonly label: string;
  readonly stages: number;
  readonly errors: readonly ErrorAtStep[];
  /** Largest |H − H(0)| on the way. */
  readonly energyErrors: readonly ErrorAtStep[];
  readonly residual: number;
  readonly symplectic: number;
  readonly reversal: number;
}

export function twoStage(lab: Lab): Findings {
  const problem = lab.problem('lennard-jones-chain');
  const exact = exactState(problem, until);
  const energy = problem.H.value(problem.initial);
  const measured = flows.map(({ name, label, stages }, i): Measured => {
    lab.progress(i / flows.length);
    const create = () => createMethod(problem, 'rattle', { flow: name, solver: 'newton' });
    const runs = counts[lab.effort].map(count => {
      const step = (until * stages) / count;
      let energyError = 0;
      const end = advance(create(), problem.initial, step, count / stages, z => {
        energyError = Math.max(energyError, Math.abs(problem.H.value(z) - energy));
      });
      return { h: step, error: distance(end, exact), energyError };
    });
    const flow = create();
    const z = advance(flow, problem.initial, h, 20);
    const residuals = largestResiduals(problem, create(), h, until / h);
    return {
      label,
      stages,
      errors: runs,
      energyErrors: runs.map(one => ({ h: one.h, error: one.energyError })),
      residual: Math.max(residuals.g, residuals.hidden),
      symplectic: symplecticDefect(problem, flow, z, h, createRandom(1)),
      reversal: reversalDefect(flow, z, h),
    };
  });
  return { claims: claims(problem, measured), figures: [drawing(measured)] };
}

function claims(problem: Problem, measured: readonly Measured[]): Claim[] {
  const twoStages = measured.filter(({ stages }) => stages === 2);
  const worst = (of: (one: Measured) => number) => Math.max(...twoStages.map(of));
  const [own, general] = [{}, { flow: 'verlet', solver: 'newton' }].map(options =>
    advance(createMethod(problem, 'rattle', options), problem.initial, h, until / h),
  );
  const doubled = advance(
    createMethod(problem, 'rattle', { flow: 'two-stage-verlet' }),
    problem.initial,
    2 * h,
    until / (2 * h),
  );
  const orderError = worst(({ errors }) => Math.abs(slope(errors) - 2));
  return claimList`
    The method is constraint-preserving
      largest relative |g| and |G M⁻¹ p|, worst of the two-stage flows: ${worst(({ residual }) => residual)} ≤ 1e-13
    The method is symplectic
      largest change of ω on unit tangent vectors, worst of the two-stage flows: ${worst(({ symplectic }) => symplectic)} ≤ 1e-11
    The method is symmetric
      distance after a step forth and a step back, worst of the two-stage flows: ${worst(({ reversal }) => reversal)} ≤ 1e-11
    The method is of second order
      largest |slope − 2| of log error against log h, worst of the two-stage flows: ${orderError} ≤ 0.1
    With velocity Verlet it is RATTLE
      distance at t = 10 from RATTLE as compiled from eq. (24)–(28) of Leimkuhler and Skeel: ${distance(own, general)} ≤ 1e-11
    The two-stage flows are other methods than two steps of RATTLE
      distance at t = 10 of b = 1/4 with 2h from RATTLE with h: ${distance(own, doubled)} ≥ 1e-6
  `;
}

function drawing(measured: readonly Measured[]): Figure {
  const panel = (title: string, y: string, of: 'errors' | 'energyErrors'): PanelSpec => ({
    title,
    x: log('forces per unit of time'),
    y: log(y),
    series: measured.map(one => ({
      ...errorCurve(one[of], one.label),
      x: one[of].map(point => one.stages / point.h),
    })),
    slopes: [{ slope: -2 }],
  });
  return {
    name: 'work',
    panelHeight: 460,
    legend: 'shared',
    panels: [
      panel('solution', 'error ‖Δ(q, p)‖ at t = 10', 'errors'),
      panel('energy', 'largest |H − H(0)| over [0, 10]', 'energyErrors'),
    ],
  };
}
