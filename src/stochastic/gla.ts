// The geometric Langevin algorithm: a deterministic step, then friction and noise solved exactly,
//   GLA_h = OU_h ∘ φ_h,
// for Langevin's equation q' = H_p, dp = −(H_q + Gᵀλ) dt − γ p dt + √(2γ kT) M^½ dW, g(q) = 0.
// With a symplectic φ of order r the states are distributed like exp(−H/kT) on the cotangent bundle of g = 0, up to
// O(h^r): φ keeps a modified energy and the volume, OU keeps the Gaussian of the momenta. The positions then follow
//   exp(−V/kT) times the surface measure of the metric M
// (for equal masses the ordinary one; see constrained-hmc.ts). The momenta leave the step fresh from OU.
// Momenta have the tails of a Gaussian: a step must suit not only √(kT/m) but six times that speed, which a run of 10⁸
// steps will meet. With friction 0 it is φ_h, to the last bit. Momenta of SHAKE are projected too: SHAKE sees only the fibre.
// Bou-Rabee, Owhadi, SIAM J. Numer. Anal. 48 (2010) 278; with SHAKE inside: Tao and Owhadi 2016, §4.3, eq. 4.7.

import { type Flow, reportsOf } from '../flows/flow.ts';
import { type CotangentProjection, createCotangentProjection } from '../integrators/cotangent-projection.ts';
import type { Problem } from '../problem/problem.ts';
import { createOrnsteinUhlenbeck, type Thermostat } from './ornstein-uhlenbeck.ts';

/** `projection` may be a faster one than that for any problem. */
export function gla(
  problem: Problem,
  inner: Flow,
  thermostat: Thermostat,
  projection: CotangentProjection = createCotangentProjection(problem, inner.domain),
): Flow {
  const noise = createOrnsteinUhlenbeck(problem, projection, thermostat);
  const flow: Flow = {
    domain: inner.domain,
    ...reportsOf([inner]),
    memory: [...inner.memory, ...noise.memory],
    step(z, h, out) {
      const outcome = inner.step(z, h, out);
      return outcome.ok ? noise.apply(out, h) : outcome;
    },
  };
  if (thermostat.friction > 0) return { ...flow, temperature: thermostat.temperature };
  // Without noise the derivative is that of the inner step.
  return inner.push ? { ...flow, push: (v, out) => inner.push?.(v, out) } : flow;
}
