// The stiff system that stands for a constrained one: H + ½ω² gᵀg, without constraints. As ω grows its motion
// approaches the constrained motion, with g = O(ω⁻²). Tao and Owhadi 2016, eq. 1.7 and remark A.3.

import type { Node } from '../formula/graph.ts';
import { separableHamiltonian } from './compiled.ts';
import { noConstraints } from './no-constraints.ts';
import { penalisedHamiltonian } from './penalised-functions.ts';
import { penalisedParticles } from './penalised-particles.ts';
import type { ClassicalFormulas, Problem } from './problem.ts';

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
