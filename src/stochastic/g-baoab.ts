// Geodesic BAOAB, a symmetric splitting of Langevin's equation under constraints g(q) = 0:
//   B  p ← p − (h/2) Π∇V,      A  half of the way, h/2, along a geodesic by `substeps` steps of RATTLE with V = 0,
//   O  friction and noise over h, exactly,      then A and B again.
// Every part keeps g = {g, H} = 0. With one force per step, positions are distributed like exp(−V/kT) times the surface
// measure of the metric M up to O(h²) with a small constant; kinetic averages are less good. With friction 0 it is
// symmetric, symplectic and of order 2. Without constraints it is BAOAB.
// Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138; BAOAB: Appl. Math. Res. eXpress 2013, 34.

import { compose } from '../flows/compose.ts';
import { type Flow, reportsOf } from '../flows/flow.ts';
import { checkStep } from '../flows/identity.ts';
import { createCotangentProjection } from '../integrators/cotangent-projection.ts';
import { createProjectedForce, projectedKick } from '../integrators/splitting/geodesic.ts';
import { classicalOnly } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createOrnsteinUhlenbeck, type Thermostat } from './ornstein-uhlenbeck.ts';

/** `geodesic`: RATTLE for freeMotion(problem), or the drift q' = M⁻¹p where there are no constraints. */
export function gBaoab(problem: Problem, geodesic: Flow, thermostat: Thermostat, substeps = 1): Flow {
  const { n } = problem;
  const { domain } = geodesic;
  if (!(Number.isSafeInteger(substeps) && substeps > 0))
    throw new RangeError(`the number of substeps must be a whole number, 1 or more, not ${substeps}`);
  const projection = createCotangentProjection(problem, domain);
  const force = createProjectedForce(problem, domain, projection);
  const noise = createOrnsteinUhlenbeck(problem, projection, thermostat);
  const half = () =>
    thermostat.friction > 0 ? halfway(geodesic, substeps, n) : halfwayWithPush(geodesic, substeps);
  // Two of each, because a derivative belongs to the step made last. Both halves share the geodesic's warm start.
  const [B1, B2] = [projectedKick(problem, force), projectedKick(problem, force)];
  const [A1, A2] = [half(), half()];
  const [a, b] = [0, 1].map(() => new Float64Array(2 * n));

  const flow: Flow = {
    domain,
    ...reportsOf([geodesic]),
    memory: [...geodesic.memory, ...noise.memory],
    step(z, h, out) {
      let outcome = B1.step(z, h / 2, a);
      if (outcome.ok) outcome = A1.step(a, h, b);
      if (outcome.ok) outcome = noise.apply(b, h);
      if (outcome.ok) outcome = A2.step(b, h, a);
      if (outcome.ok) outcome = B2.step(a, h / 2, out);
      return outcome.ok ? checkStep(z, h, out) : outcome;
    },
  };
  if (thermostat.friction > 0) return { ...flow, temperature: thermostat.temperature };
  if (!A1.push || !A2.push) return flow;
  return {
    ...flow,
    push(v, out) {
      B1.push(v, a);
      A1.push?.(a, b);
      A2.push?.(b, a);
      B2.push(a, out);
    },
  };
}

/** Half of a step h, cut into equal pieces. */
function halfway(geodesic: Flow, substeps: number, n: number): Flow {
  const at = new Float64Array(2 * n);
  return {
    domain: geodesic.domain,
    memory: geodesic.memory,
    step(z, h, out) {
      const piece = (0.5 / substeps) * h;
      let outcome = geodesic.step(z, piece, out);
      for (let k = 1; k < substeps && outcome.ok; k++) {
        for (let i = 0; i < 2 * n; i++) at[i] = out[i];
        outcome = geodesic.step(at, piece, out);
      }
      return outcome;
    },
  };
}

/** The same map, which remembers its pieces for their derivatives; noise has none and skips that work. */
function halfwayWithPush(geodesic: Flow, substeps: number): Flow {
  return compose(geodesic, new Array<number>(substeps).fill(0.5 / substeps));
}

/**
 * How much colder the momenta at the end of a step are than the thermostat: (h²/4) |M^{−1/2} Π∇V|² / f. The half kick that
 * begins the next step adds just this to the mean of 2T/f; after it the temperature is exact for harmonic forces, as positions
 * are at the end of a step. An estimate from one state; for the oscillator its mean is kT h²ω²/4.
 * Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138, section 3.
 */
export function kineticDeficit(problem: Problem, z: State, h: number, freedom: number): number {
  const { n, H } = problem;
  const { inverseMass } = classicalOnly(problem);
  const [gradient, kick] = [new Float64Array(2 * n), z.slice()];
  H.gradient(z, gradient);
  kick.set(gradient.subarray(0, n), n);
  if (!createCotangentProjection(problem, 'g = {g,H} = 0').apply(kick).ok) return Number.NaN;
  let sum = 0;
  for (let i = 0; i < n; i++) sum += inverseMass[i] * kick[n + i] ** 2;
  return (h * h * sum) / (4 * freedom);
}
