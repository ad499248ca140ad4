// SHAKE and RATTLE for particles joined by rods with a kick–drift splitting as the flow, as defined in general: first the slide,
// then the whole flow, which satisfies the rods after its last drift and evaluates forces off the rods before:
//   P₀ = p + I,  I = G(q)ᵀμ/h;   P_k = P_{k−1} − b_k h ∇U(Q_k),  Q_{k+1} = Q_k + a_k h M⁻¹P_k;   all rods right at Q = Q_s.
// The drifts sum to one, so that μ moves Q by M⁻¹G(q)ᵀμ as in the classical method, as long as the forces in between are
// fixed. That gives the iteration: forces for the current I, then the rod solver, which corrects I, and forces again, until
// the correction vanishes. It contracts like h²‖M⁻¹U''‖/8; the first trial uses the force at the start of the step for all.
// A step costs a force for every inner kick and trial, some six of them: rodSplitting in methods.ts needs one each.
// Conditions: all particles of a system move. Reference: McLachlan, Modin, Verdier, Wilkins 2014, Definitions 1.3, 1.4.

import type { Flow } from '../../flows/flow.ts';
import { checkStart, checkStep, identity } from '../../flows/identity.ts';
import type { KickDriftScheme } from '../../flows/splitting.ts';
import type { State } from '../../problem/state.ts';
import { done, failed, type Outcome } from '../../solvers/outcome.ts';
import { inverseMassOfCoordinates, type ParticleMotion, rodReports } from './moves.ts';

const maxTrials = 50;
/**
 * What a further trial may still change, relative to the largest coordinate: less than rounding, for momenta feel it divided
 * by h. And the pull at which rounding may end the trials.
 */
const [aim, accept] = [1e-17, 1e-12];

export function particleRattleWith(motion: ParticleMotion, scheme: KickDriftScheme): Flow {
  return landingFlow(motion, scheme, 'g = {g,H} = 0', (x, p) => motion.rods.projectMomenta(x, p));
}

export function particleShakeWith(motion: ParticleMotion, scheme: KickDriftScheme): Flow {
  return landingFlow(motion, scheme, 'g = 0', () => done);
}

function landingFlow(
  motion: ParticleMotion,
  scheme: KickDriftScheme,
  domain: Flow['domain'],
  project: (x: Float64Array, p: Float64Array) => Outcome,
): Flow {
  const flight = createFlight(motion, scheme);
  const { n, x, p } = flight;

  /** Trials until the pull of the rods and the forces on the way agree. */
  function land(z: State, h: number): Outcome {
    flight.guess(z, h);
    let [before, pull] = [Number.NaN, Number.NaN];
    for (let trial = 1; trial <= maxTrials; trial++) {
      flight.fly(z, h);
      const outcome = flight.pullOntoRods(h);
      if (!outcome.ok) return outcome;
      before = pull;
      pull = flight.pull();
      // What was pulled is right by now; the next trial would pull by this times the contraction.
      const rate = trial > 1 ? pull / before : 1;
      if (pull * rate <= aim || (pull <= accept && rate >= 0.5)) return done;
      if (Number.isNaN(pull) || (trial > 3 && rate > 0.9)) return stuck(pull, trial);
    }
    return stuck(pull, maxTrials);
  }
  function move(z: State, h: number): Outcome {
    const outcome = land(z, h);
    if (!outcome.ok) return outcome;
    flight.lastKick(h);
    return project(x, p);
  }
  return {
    domain,
    ...rodReports(motion.rods),
    memory: [],
    step(z, h, out) {
      if (h === 0) return identity(z, out);
      const checked = checkStart(z, h);
      const outcome = checked.ok ? move(z, h) : checked;
      if (!outcome.ok) return outcome;
      for (let i = 0; i < n; i++) {
        out[i] = x[i];
        out[n + i] = p[i];
      }
      return checkStep(z, h, out);
    },
  };
}

const stuck = (residual: number, iterations: number) =>
  failed(
    'did not converge',
    'forces on the way change so much with the pull of the rods that no balance is found; shorten the step, or take one of the methods geodesic-…, which need none',
    { residual, iterations },
  );

/** The slide and the flow after it up to its last drift, as often as needed. */
function createFlight(motion: ParticleMotion, { kicks, drifts }: KickDriftScheme) {
  const { rods, gradient, count } = motion;
  const n = 3 * count;
  const w = inverseMassOfCoordinates(motion);
  const [q, x, p, flown, impulse, first, slope] = Array.from({ length: 7 }, () => new Float64Array(n));

  function slide(z: State): void {
    for (let i = 0; i < n; i++) {
      x[i] = z[i];
      p[i] = z[n + i] + impulse[i];
    }
  }
  function kickAndDrift(k: number, h: number, force: Float64Array): void {
    const bh = kicks[k] * h;
    const ah = drifts[k] * h;
    for (let i = 0; i < n; i++) {
      if (w[i] > 0) p[i] -= bh * force[i];
      x[i] += ah * w[i] * p[i];
    }
  }
  function forceHere(): Float64Array {
    gradient(x, slope);
    return slope;
  }
  /** From where the flow would end without the impulse, the forces being what they are: so all of it is found anew. */
  function pullOntoRods(h: number): Outcome {
    for (let i = 0; i < n; i++) {
      flown[i] = x[i];
      x[i] -= h * w[i] * impulse[i];
      p[i] -= impulse[i];
      impulse[i] = -p[i];
    }
    const outcome = rods.moveOntoRods(q, h, x, p);
    for (let i = 0; i < n; i++) impulse[i] += p[i];
    return outcome;
  }
  return {
    n,
    x,
    p,
    pullOntoRods,
    /** The impulse of the slide as if the force at the start were felt all the way; what fails here will fail again. */
    guess(z: State, h: number): void {
      for (let i = 0; i < n; i++) q[i] = z[i];
      gradient(q, first);
      impulse.fill(0);
      slide(z);
      for (let k = 0; k < drifts.length; k++) kickAndDrift(k, h, first);
      if (!pullOntoRods(h).ok) impulse.fill(0);
    },
    fly(z: State, h: number): void {
      slide(z);
      for (let k = 0; k < drifts.length; k++) kickAndDrift(k, h, k === 0 ? first : forceHere());
    },
    /** How far that has changed where the flow ends, relative to the largest coordinate. */
    pull(): number {
      let [pull, size] = [0, 0];
      for (let i = 0; i < n; i++) {
        const change = Math.abs(x[i] - flown[i]);
        if (Number.isNaN(change)) return change;
        if (change > pull) pull = change;
        if (Math.abs(x[i]) > size) size = Math.abs(x[i]);
      }
      return pull === 0 ? 0 : pull / size;
    },
    lastKick(h: number): void {
      const bh = kicks[drifts.length] * h;
      const force = forceHere();
      for (let i = 0; i < n; i++) if (w[i] > 0) p[i] -= bh * force[i];
    },
  };
}
