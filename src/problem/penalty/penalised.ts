// The stiff system that stands for a constrained one: H + ½ω² gᵀg, without constraints. As ω grows its motion
// approaches the constrained motion, with g = O(ω⁻²). Tao and Owhadi 2016, eq. 1.7 and remark A.3.

import type { Node } from '../../formula/graph.ts';
import { noConstraints } from '../classical.ts';
import { separableHamiltonian } from '../from/formulas.ts';
import { movingParticles, placesInState, problemFromParticles } from '../from/particles.ts';
import type { ClassicalFormulas, Particles, Problem } from '../problem.ts';
import { penalisedHamiltonian } from './penalised-functions.ts';
import { rodCurvature, rodPenalty } from './rod-curvature.ts';

/**
 * The problem without constraints whose potential has the penalty ½ω²gᵀg instead: |g| = O(ω⁻²). Condition: g = g(q).
 * Tao and Owhadi, IMA J. Numer. Anal. 36 (2016) 80, eq. 1.7.
 */
export function penalised(problem: Problem, omega: number): Problem {
  if (!(Number.isFinite(omega) && omega > 0))
    throw new RangeError(`omega must be a positive number, not ${omega}`);
  const { n, H, g, formulas, particles } = problem;
  const stiffness = omega * omega;
  if (particles) return penalisedParticles(problem, particles, stiffness);
  const free = { ...problem, g: noConstraints(n) };
  return formulas && H.separable
    ? { ...free, ...penalisedFormulas(formulas, H.separable.inverseMass, stiffness) }
    : { ...free, H: penalisedHamiltonian(H, g, stiffness), formulas: undefined };
}

/** The penalty as a formula, so that all its derivatives are compiled like those of any other potential. */
function penalisedFormulas(
  { graph, potential, stiff, constraints }: ClassicalFormulas,
  inverseMass: Float64Array,
  stiffness: number,
): Pick<Problem, 'H' | 'formulas'> {
  const factor = graph.constant(0.5 * stiffness);
  const square = (g: Node) => graph.mul(factor, graph.pow(g, graph.constant(2)));
  const penalty = constraints.reduce((sum, g) => graph.add(sum, square(g)), graph.constant(0));
  const V = graph.add(potential, penalty);
  const allStiff = stiff === null ? penalty : graph.add(stiff, penalty);
  return {
    H: separableHamiltonian(graph, { inverseMass, V, stiff: allStiff }, inverseMass.length),
    formulas: { graph, potential: V, stiff: allStiff, constraints: [] },
  };
}

// Particles with springs so stiff that they stand for rods: H + ½ω²gᵀg, the penalty as one more force term. The forces keep
// their kernels, and the only part that is stiff is that of the rods, which falls apart into molecules.

/** `stiffness`: ω². */
function penalisedParticles(problem: Problem, particles: Particles, stiffness: number): Problem {
  const { name, n, observables, run, parameters, initial } = problem;
  const { system, terms } = particles;
  const place = placesInState(system, movingParticles(system));
  const free = problemFromParticles({
    ...particles,
    name,
    observables,
    run,
    system: { ...system, rods: [] },
    terms: [...terms, rodPenalty(system, stiffness)],
    stiff: rodCurvature(system, place, n, stiffness),
  });
  return { ...free, parameters, initial };
}
