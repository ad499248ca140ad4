// The projection Π: slide along the fibre until the hidden constraint {g, H} = 0 holds.
// For g(q) and H = ½pᵀM⁻¹p + V this is p ↦ p − Gᵀ(G M⁻¹ Gᵀ)⁻¹ G M⁻¹ p.
// McLachlan, Modin, Verdier, Wilkins 2014, Definition 1.4; Leimkuhler and Skeel 1994, eq. 27–28.

import type { Fibre } from '../fibres/fibre.ts';
import type { Flow } from '../flows/flow.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { type Condition, constrainedStep, type Move } from './multiplier-step.ts';

/** Π: slide(μ), with μ such that {g, H} = 0 at the end. */
export function project(fibre: Fibre, hidden: Condition, solver: MultiplierSolver, n: number): Flow {
  const slide: Move = {
    to: (z, mu, _h, out) => fibre.slide(z, mu, out),
    byState: (v, out) => fibre.push(v, out),
    byMultiplier: (dmu, out) => fibre.pushLambda(dmu, out),
  };
  return constrainedStep({ move: slide, condition: hidden, solver, n, domain: 'g = {g,H} = 0' });
}
