// McLachlan, Modin, Verdier, Wilkins 2014, section 4: SHAKE and RATTLE are two representations of one map between fibres,
//   Π ∘ S_h^k = Π ∘ R_h^k,    S_h = φ_h ∘ Γ,  Γ ∘ Γ = Γ,                                                        (10)–(11)
// presymplectic on ℳ, and symplectic on ℳᴴ.

import { exactFlow } from '../../src/flows/exact.ts';
import { midpoint } from '../../src/flows/gauss.ts';
import type { Flow, Problem, State } from '../../src/index.ts';
import { type Constrained, constrained } from '../../src/integrators/constrained.ts';
import { rattleAgainstShake, shakeAlongFibre } from '../../src/laws/law.ts';
import { type ErrorAtStep, slope } from '../../src/laws/order.ts';
import { symplecticDefect } from '../../src/laws/symplectic.ts';
import { distance } from '../../src/linalg/dense.ts';
import { applyJ } from '../../src/problem/state.ts';
import { createRandom } from '../../src/random/mulberry.ts';
import { advance } from '../../src/run/stepper.ts';
import { newton } from '../../src/solvers/newton.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { statesAlong } from '../helpers/motion.ts';
import { againstStep, errorCurve, lines, log, overTime, time, timesAfter } from '../helpers/panels.ts';
import { systemOf } from './harmonic.ts';

const [h, count] = [0.05, 200];
const sizes = [0.02, 0.01, 0.005, 0.0025];
const systems = [systemOf('a'), systemOf('b'), 'planar-pendulum', 'index-one'];

const withMidpoint = (problem: Problem) => constrained(problem, midpoint(problem.H), newton);

export function fibreMap(lab: Lab): Findings {
  const problems = systems.map(name => lab.problem(name));
  // For the falling particle explicit Euler is a shear, and symplectic; here it is not.
  const nonlinear = problems[3];
  const defects = (parts: (problem: Problem) => Constrained) =>
    sizes.map(
      (step): ErrorAtStep => ({ h: step, error: defectOf(nonlinear, parts(nonlinear).rattle, step) }),
    );
  const [euler, exact] = [withEuler, withMidpoint].map(defects);
  return {
    claims: [...fibreClaims(problems), ...symplecticClaims(problems, euler)],
    figures: [drawing(problems[0], euler, exact)],
  };
}

const largest = (problems: readonly Problem[], measure: (problem: Problem) => number) =>
  Math.max(...problems.map(measure));

/** Γ(z) = φ_{−h}(S_h(z)); the midpoint rule is its own inverse. */
function slid(problem: Problem, z: State): State {
  const shaken = advance(withMidpoint(problem).shake, z, h, 1);
  return advance(midpoint(problem.H), shaken, -h, 1);
}

/** How far apart the fibres of two states are: the distance of their projections to ℳᴴ. */
function fibresApart({ project }: Constrained, a: State, b: State): number {
  const [first, second] = [a, b].map(z => advance(project, z, h, 1));
  return distance(first, second);
}

function fibreClaims(problems: readonly Problem[]): Claim[] {
  const apart = largest(problems, problem =>
    rattleAgainstShake(withMidpoint(problem), problem.initial, h, count),
  );
  const alongFibre = largest(problems, problem =>
    shakeAlongFibre(withMidpoint(problem), problem.initial, h, Float64Array.of(0.03)),
  );
  const offFibre = largest(problems, problem =>
    fibresApart(withMidpoint(problem), problem.initial, slid(problem, problem.initial)),
  );
  const slidTwice = largest(problems, problem => {
    const once = slid(problem, problem.initial);
    return distance(slid(problem, once), once);
  });
  return claimList`
    SHAKE and RATTLE define exactly the same fibre mapping: Π ∘ Sᵏ = Π ∘ Rᵏ
      largest |Δ(q, p)| after ${count} steps, four problems: ${apart} ≤ 1e-11
    SHAKE maps the whole fibre to the same point
      largest |Δ(q, p)| after one step from two states of a fibre: ${alongFibre} ≤ 1e-12
    The sliding map Γ preserves fibres
      largest distance of the fibres of z and Γ(z): ${offFibre} ≤ 1e-12
    The sliding map is a projection: Γ ∘ Γ = Γ
      largest |Γ(Γ(z)) − Γ(z)|: ${slidTwice} ≤ 1e-12
  `;
}

/** Largest change of ω on unit tangent vectors, after a step that leaves the special start. */
function defectOf(problem: Problem, flow: Flow, step: number): number {
  const z = advance(flow, problem.initial, step, 1);
  return symplecticDefect(problem, flow, z, step, createRandom(7));
}

function symplecticClaims(problems: readonly Problem[], euler: readonly ErrorAtStep[]): Claim[] {
  const quantity = 'largest |ω(Du, Dv) − ω(u, v)| over random unit tangent vectors';
  const rattleOnM = largest(problems, problem =>
    defectOf(problem, { ...withMidpoint(problem).rattle, domain: 'g = 0' }, h),
  );
  const shakeOnM = largest(problems, problem => defectOf(problem, withMidpoint(problem).shake, h));
  const rattle = largest(problems, problem => defectOf(problem, withMidpoint(problem).rattle, h));
  return claimList`
    S_h is presymplectic on ℳ
      ${quantity} of ℳ: ${shakeOnM} ≤ 1e-12
    R_h is presymplectic on ℳ
      ${quantity} of ℳ: ${rattleOnM} ≤ 1e-12
    R_h is symplectic on ℳᴴ
      ${quantity} of ℳᴴ: ${rattle} ≤ 1e-12
    With explicit Euler inside, which is not symplectic, R_h is not: on the index-1 problem the form is lost as h²
      slope of log defect against log h: ${slope(euler)} in [1.8, 2.2]
  `;
}

/** z ↦ z + h X_H(z), and its derivative v ↦ v + h J H″(z)v. */
function withEuler(problem: Problem): Constrained {
  const { n, H } = problem;
  const [start, change] = [0, 1].map(() => new Float64Array(2 * n));
  let step = 0;
  const add = (v: Float64Array, out: Float64Array) => {
    applyJ(change);
    for (let i = 0; i < 2 * n; i++) out[i] = v[i] + step * change[i];
  };
  const euler = exactFlow({
    step(z, size, out) {
      start.set(z);
      step = size;
      H.gradient(z, change);
      add(z, out);
    },
    push(v, out) {
      H.hessianTimes(start, v, change);
      add(v, out);
    },
  });
  return constrained(problem, euler, newton);
}

function drawing(problem: Problem, euler: readonly ErrorAtStep[], exact: readonly ErrorAtStep[]): Figure {
  const { shake, rattle, project } = withMidpoint(problem);
  const [shaken, rattled] = [shake, rattle].map(flow => statesAlong(flow, problem.initial, h, count));
  const apart = lines(timesAfter(count, h), {
    SHAKE: shaken.map((z, k) => distance(z, rattled[k])),
    'SHAKE, projected to ℳᴴ': shaken.map((z, k) => distance(advance(project, z, h, 1), rattled[k])),
  });
  const lost = [errorCurve(exact, 'midpoint'), errorCurve(euler, 'explicit Euler')];
  return {
    name: 'fibre-map',
    panels: [
      overTime(log('‖Δ(q, p)‖', [1e-17, 1]), apart, { title: 'distance from RATTLE', x: time(0, count * h) }),
      againstStep(log('largest |ω(Du, Dv) − ω(u, v)|', [1e-17, 1]), lost, [2], {
        title: 'loss of the symplectic form',
      }),
    ],
  };
}
