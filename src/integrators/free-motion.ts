// The same system without its forces: V = 0, so that RATTLE moves it along geodesics of g = 0 in the metric M.

import { Graph } from '../formula/graph.ts';
import { separableHamiltonian } from '../problem/compiled.ts';
import type { Problem } from '../problem/problem.ts';
import { classicalOnly } from './cotangent-projection.ts';

/** Conditions: H = ½pᵀM⁻¹p + V(q), constraints g(q). */
export function freeMotion(problem: Problem): Problem {
  const { n, formulas, particles } = problem;
  const { inverseMass } = classicalOnly(problem);
  const graph = new Graph();
  return {
    ...problem,
    H: separableHamiltonian(graph, { inverseMass, V: graph.constant(0), stiff: null }, n),
    particles: particles && { ...particles, terms: [] },
    formulas: formulas && { ...formulas, potential: formulas.graph.constant(0), stiff: null },
  };
}
