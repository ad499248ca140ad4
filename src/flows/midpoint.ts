// The implicit midpoint rule, order 2, symmetric, symplectic:  z₁ = z₀ + h J∇H((z₀ + z₁)/2).
// It keeps all quadratic invariants. It is Gauss collocation with one stage.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), (VI.3.9).

import type { Hamiltonian } from '../problem/hamiltonian.ts';
import { gauss1 } from './coefficients.ts';
import type { Flow } from './flow.ts';
import { gauss } from './gauss.ts';

export function midpoint(H: Hamiltonian): Flow {
  return gauss(H, gauss1);
}
