// Störmer–Verlet, order 2, symmetric, symplectic:
//   p½ = p₀ − (h/2) H_q(q₀, p½)
//   q₁ = q₀ + (h/2) (H_p(q₀, p½) + H_p(q₁, p½))
//   p₁ = p½ − (h/2) H_q(q₁, p½)
// which is symplectic Euler P and then Q, each with h/2. For separable H it is kick, drift, kick, all explicit.
// Reference: McLachlan, Modin, Verdier, Wilkins 2014, §5.1.3.

import type { Hamiltonian } from '../problem/hamiltonian.ts';
import type { Flow } from './flow.ts';
import { splitting, velocityVerlet } from './splitting.ts';
import { symplecticEulerP, symplecticEulerQ } from './symplectic-euler.ts';

/**
 * Störmer–Verlet, order 2, symplectic, symmetric: p½ = p₀ − ½hH_q(q₀, p½), q₁ = q₀ + ½h(H_p(q₀, p½) + H_p(q₁, p½)),
 * p₁ = p½ − ½hH_q(q₁, p½). Explicit (kick, drift, kick) for H = T(p) + V(q). McLachlan, Modin, Verdier, Wilkins
 * (2014), §5.1.3.
 */
export function verlet(H: Hamiltonian): Flow {
  return H.separable ? splitting(H, velocityVerlet) : implicitVerlet(H);
}

function implicitVerlet(H: Hamiltonian): Flow {
  const first = symplecticEulerP(H);
  const second = symplecticEulerQ(H);
  const [half, halfTangent] = [0, 1].map(() => new Float64Array(2 * H.n));
  return {
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      const outcome = first.step(z, h / 2, half);
      return outcome.ok ? second.step(half, h / 2, out) : outcome;
    },
    push(v, out) {
      first.push?.(v, halfTangent);
      second.push?.(halfTangent, out);
    },
  };
}
