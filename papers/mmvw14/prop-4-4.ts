// McLachlan, Modin, Verdier, Wilkins 2014, Propositions 4.4 and 4.9, Remark 4.5: orders of SHAKE and RATTLE, and symmetry.

import { verlet } from '../../src/flows/verlet.ts';
import { createMethod, type Problem, type State } from '../../src/index.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { reversalDefect } from '../../src/laws/law.ts';
import { type ErrorAtStep, exactState, slope } from '../../src/laws/order.ts';
import { distance } from '../../src/linalg/dense.ts';
import { advance } from '../../src/run/stepper.ts';
import { newton } from '../../src/solvers/newton.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claim, claimList } from '../helpers/claims.ts';
import { endState } from '../helpers/motion.ts';
import { againstStep, errorCurve, log } from '../helpers/panels.ts';
import { systemOf } from './harmonic.ts';

const until = 5;
const sizes = { full: [0.04, 0.02, 0.01, 0.005, 0.0025], quick: [0.02, 0.01, 0.005] };
/** Where symmetry is measured. */
const h = 0.05;

interface Curve {
  readonly label: string;
  readonly global: readonly ErrorAtStep[];
  readonly local: readonly ErrorAtStep[];
}

const flows = ['symplectic-euler', 'midpoint'] as const;
const inside = { 'symplectic-euler': 'symplectic Euler', midpoint: 'midpoint' };

export function prop44(lab: Lab): Findings {
  const problem = lab.problem(systemOf('b'));
  const steps = sizes[lab.effort];
  const exact = exactState(problem, until);
  const after = steps.map(step => exactState(problem, step));
  const curves = flows.flatMap(flow =>
    (['shake', 'rattle'] as const).map((method, k): Curve => {
      lab.progress((k + 1) / 8);
      const errorAt = (step: number, count: number, target: State): ErrorAtStep => ({
        h: step,
        error: distance(endState(problem, method, step, count * step, { flow }), target),
      });
      return {
        label: `${method.toUpperCase()}, ${inside[flow]}`,
        global: steps.map(step => errorAt(step, Math.round(until / step), exact)),
        local: steps.map((step, i) => errorAt(step, 1, after[i])),
      };
    }),
  );
  const pendulum = lab.problem('planar-pendulum');
  return {
    claims: [...orderClaims(curves), pendulumClaim(pendulum, steps), ...symmetryClaims(problem)],
    figures: [drawing(curves)],
  };
}

function orderClaims([eulerShake, eulerRattle, shake, rattle]: readonly Curve[]): Claim[] {
  const atEnd = `slope of log error at t = ${until} against log h`;
  const atOnce = 'slope of log error after one step against log h';
  return claimList`
    With a consistent method inside, here symplectic Euler, SHAKE converges with first order
      ${atEnd}: ${slope(eulerShake.global)} in [0.9, 1.1]
    With symplectic Euler inside RATTLE converges with first order, too
      ${atEnd}: ${slope(eulerRattle.global)} in [0.9, 1.1]
    With the midpoint rule, which is symmetric, RATTLE is of second order
      ${atEnd}: ${slope(rattle.global)} in [1.9, 2.1]
    With the midpoint rule SHAKE stays of first order
      ${atEnd}: ${slope(shake.global)} in [0.9, 1.1]
    The local error of SHAKE is only O(h), yet it does not accumulate
      ${atOnce}: ${slope(shake.local)} in [0.9, 1.1]
    The local error of RATTLE is O(h³)
      ${atOnce}: ${slope(rattle.local)} in [2.8, 3.2]
  `;
}

function pendulumClaim(problem: Problem, steps: readonly number[]): Claim {
  const exact = exactState(problem, 1);
  const end = (step: number) =>
    advance(
      constrained(problem, verlet(problem.H), newton).rattle,
      problem.initial,
      step,
      Math.round(1 / step),
    );
  const errors = steps.map(step => ({ h: step, error: distance(end(step), exact) }));
  return claim`
    The classical RATTLE, Störmer–Verlet inside, is of second order on the pendulum
      slope of log error at t = 1 against log h: ${slope(errors)} in [1.9, 2.1]
  `;
}

function symmetryClaims(problem: Problem): Claim[] {
  const defect = (method: string, flow: string) => {
    const flowOf = () => createMethod(problem, method, { flow });
    // One step brings the state to where the method lives.
    return reversalDefect(flowOf(), advance(flowOf(), problem.initial, h, 1), h);
  };
  const quantity = `|step of −h after step of h − identity| over |z|, h = ${h}`;
  return claimList`
    If the method inside is symmetric, so is RATTLE
      ${quantity}: ${defect('rattle', 'midpoint')} ≤ 1e-14
    With symplectic Euler inside RATTLE is not
      ${quantity}: ${defect('rattle', 'symplectic-euler')} ≥ 1e-5
    SHAKE can never be symmetric: the step backwards does not keep ℳ̃ᴴ
      ${quantity}: ${defect('shake', 'midpoint')} ≥ 1e-3
  `;
}

function drawing(curves: readonly Curve[]): Figure {
  const errors = (of: 'global' | 'local') => curves.map(curve => errorCurve(curve[of], curve.label));
  return {
    name: 'orders',
    panelHeight: 460,
    panels: [
      againstStep(`error ‖Δ(q, p)‖ at t = ${until}`, errors('global'), [1, 2], {
        ...{ title: 'global error', x: log('step h', [0.002, 0.05]), legend: 'none' },
      }),
      againstStep(log('error ‖Δ(q, p)‖ at t = h', [1e-9, 0.1]), errors('local'), [1, 2, 3], {
        ...{ title: 'local error', x: log('step h', [0.002, 0.2]) },
      }),
    ],
  };
}
