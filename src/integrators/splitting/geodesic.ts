// Splittings of H = ½pᵀM⁻¹p + V(q) on the cotangent bundle of g(q) = 0, the parts in the order of a kick–drift scheme:
//   kick   p ← p − b h Π∇V(q), the exact flow of V there
//   drift  a way a h along a geodesic, by `substeps` steps of RATTLE with V = 0
// Every part is symplectic and keeps g = {g,H} = 0; a palindrome of symmetric parts is symmetric and of order 2. Kicks ½, ½
// and one drift are RATTLE itself, and the Verlet schemes are two or three of its steps. It is not RATTLE with that flow
// inside, which reaches g = 0 only after the last drift: there each trial of the multipliers needs the forces on the way
// again, and off g = 0. Here a force is needed once for each kick, always on g = 0.
// The schemes are tuned for drifts that are exact; with substeps the drifts become so, at the price of solves alone.
// Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138; Reich, SIAM J. Numer. Anal. 33 (1996) 475.

import { composeFlows, type Stage } from '../../flows/compose.ts';
import type { Flow } from '../../flows/flow.ts';
import { checkStep } from '../../flows/identity.ts';
import type { KickDriftScheme } from '../../flows/splitting.ts';
import { Graph } from '../../formula/graph.ts';
import { separableHamiltonian } from '../../problem/from/formulas.ts';
import type { Problem } from '../../problem/problem.ts';
import { classicalOnly } from '../cotangent-projection.ts';
import { createProjectedForce, projectedKick } from './projected-kick.ts';

/** `geodesic`: RATTLE for freeMotion(problem), or the drift q' = M⁻¹p where there are no constraints. */
export function geodesicSplitting(
  problem: Problem,
  geodesic: Flow,
  { kicks, drifts }: KickDriftScheme,
  substeps = 1,
): Flow {
  const kick = projectedKick(problem, createProjectedForce(problem, geodesic.domain));
  const stages = kicks.flatMap((b, k): Stage[] => [
    ...(b === 0 ? [] : [{ flow: kick, weight: b }]),
    ...(k < drifts.length ? pieces(geodesic, drifts[k], substeps) : []),
  ]);
  const flow = composeFlows(stages);
  return {
    ...flow,
    step(z, h, out) {
      const outcome = flow.step(z, h, out);
      return outcome.ok ? checkStep(z, h, out) : outcome;
    },
  };
}

function pieces(flow: Flow, weight: number, count: number): Stage[] {
  return new Array<Stage>(count).fill({ flow, weight: weight / count });
}

// The same system without its forces: V = 0, so that RATTLE moves it along geodesics of g = 0 in the metric M.

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
