// SHAKE = flow ∘ slide:  z ↦ φ_h(exp(Σ λᵢ X_{gᵢ})(z)),  λ chosen so that g = 0 afterwards.
// With Störmer–Verlet and g(q) this is the classical method.
// McLachlan, Modin, Verdier, Wilkins 2014, Definition 1.3; Leimkuhler and Skeel 1994, eq. 15–17.

import type { Fibre } from '../fibres/fibre.ts';
import type { Flow } from '../flows/flow.ts';
import type { MultiplierSolver } from '../solvers/equations.ts';
import { type Condition, constrainedStep, type Move } from './multiplier-step.ts';

/** SHAKE: φ_h ∘ slide(λ), with λ such that g = 0 at the end. */
export function shake(flow: Flow, fibre: Fibre, g: Condition, solver: MultiplierSolver, n: number): Flow {
  const move = slideThenFlow(fibre, flow, n);
  const { memory, ...step } = constrainedStep({ move, condition: g, solver, n, domain: 'g = 0' });
  return { ...step, memory: [...memory, ...flow.memory] };
}

/** (z, λ) ↦ φ_h(exp(Σ λᵢ X_{gᵢ})(z)) with its derivatives. */
function slideThenFlow(fibre: Fibre, flow: Flow, n: number): Move {
  const slid = new Float64Array(2 * n);
  const push = (v: Float64Array, out: Float64Array) => {
    if (!flow.push) throw new Error('this flow has no derivative: choose the solver “chord” or supply push');
    flow.push(v, out);
  };
  return {
    to(z, lambda, h, out) {
      const outcome = fibre.slide(z, lambda, slid);
      return outcome.ok ? flow.step(slid, h, out) : outcome;
    },
    byState(v, out) {
      fibre.push(v, slid);
      push(slid, out);
    },
    byMultiplier(dlambda, out) {
      fibre.pushLambda(dlambda, slid);
      push(slid, out);
    },
  };
}
