// Splittings of H = ½pᵀM⁻¹p + V(q) on the cotangent bundle of g(q) = 0, the parts in the order of a kick–drift scheme:
//   kick   p ← p − b h Π∇V(q), the exact flow of V there
//   drift  a way a h along a geodesic, by `substeps` steps of RATTLE with V = 0
// Every part is symplectic and keeps g = {g,H} = 0; a palindrome of symmetric parts is symmetric and of order 2. Kicks ½, ½
// and one drift are RATTLE itself, and the Verlet schemes are two or three of its steps. It is not RATTLE with that flow
// inside, which reaches g = 0 only after the last drift: there each trial of the multipliers needs the forces on the way
// again, and off g = 0. Here a force is needed once for each kick, always on g = 0.
// The schemes are tuned for drifts that are exact; with substeps the drifts become so, at the price of solves alone.
// Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138; Reich, SIAM J. Numer. Anal. 33 (1996) 475.

import { chooseFibre } from '../../fibres/choose-fibre.ts';
import { composeFlows, type Stage } from '../../flows/compose.ts';
import type { Domain, Flow } from '../../flows/flow.ts';
import { checkStep } from '../../flows/identity.ts';
import type { KickDriftScheme } from '../../flows/splitting.ts';
import { Graph } from '../../formula/graph.ts';
import { createLastPoint } from '../../linalg/last-point.ts';
import { classicalOnly } from '../../problem/classical.ts';
import { separableHamiltonian } from '../../problem/from/formulas.ts';
import type { Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { newton } from '../../solvers/newton.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import { createConditions } from '../conditions.ts';
import { type CotangentProjection, createCotangentProjection } from '../cotangent-projection.ts';
import { project } from '../project.ts';

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

// A kick by the force, projected to the cotangent space of g(q) = 0: p ← p − h Π(q)∇V(q), q unchanged. It is the exact flow of V
// there, so it is symplectic. The projected force of the last q is cached: the kick that ends a step and the one that begins
// the next need it once.
// Leimkuhler, Matthews, Proc. R. Soc. A 472 (2016) 20160138 (“constrained impulse”).

export interface ProjectedForce {
  readonly domain: Domain;
  /** The state (q, Π∇V) at the q asked for last. */
  readonly state: State;
  /** Computes the force at the q of z. */
  at(z: State): Outcome;
}

export function createProjectedForce(
  problem: Problem,
  domain: Domain,
  projection: CotangentProjection = createCotangentProjection(problem, domain),
): ProjectedForce {
  const { n } = problem;
  const separable = classicalOnly(problem);
  const last = createLastPoint(n);
  const state = new Float64Array(2 * n);
  const dV = state.subarray(n);
  return {
    domain,
    state,
    at(z) {
      if (last.is(z)) return done;
      for (let i = 0; i < n; i++) state[i] = z[i];
      separable.gradient(z, dV);
      const outcome = projection.apply(state);
      if (outcome.ok) last.set(z);
      else last.forget();
      return outcome;
    },
  };
}

/** Several kicks may share one force; each has the derivative of its own last step. */
export function projectedKick(problem: Problem, force: ProjectedForce): Flow & Required<Pick<Flow, 'push'>> {
  const { n } = problem;
  const start = new Float64Array(2 * n);
  const change = new Float64Array(2 * n);
  const pushForce = createForcePush(problem, force.domain);
  let step = 0;
  return {
    domain: force.domain,
    memory: [],
    step(z, h, out) {
      step = h;
      const outcome = force.at(z);
      for (let i = 0; i < n; i++) {
        start[i] = z[i];
        out[i] = z[i];
        out[n + i] = z[n + i] - h * force.state[n + i];
      }
      return outcome;
    },
    push(v, out) {
      pushForce(start, v, change);
      for (let i = 0; i < n; i++) {
        out[i] = v[i];
        out[n + i] = v[n + i] - step * change[n + i];
      }
    },
  };
}

/** out = the derivative of (q, Π∇V) along v, by the general projection, which knows its own; made when first asked for. */
function createForcePush(problem: Problem, domain: Domain) {
  const { n, g, H } = problem;
  const [at, gradient, image, direction, projected] = Array.from(
    { length: 5 },
    () => new Float64Array(2 * n),
  );
  let general: Flow | undefined;
  return (z: State, v: Float64Array, out: Float64Array): void => {
    for (let i = 0; i < n; i++) direction[i] = v[i];
    H.gradient(z, gradient);
    H.hessianTimes(z, direction, image);
    for (let i = 0; i < n; i++) {
      at[i] = z[i];
      at[n + i] = gradient[i];
      out[i] = v[i];
      out[n + i] = image[i];
    }
    if (domain === 'phase space') return;
    general ??= project(chooseFibre(problem), createConditions(problem).onHidden, newton(g.m), n);
    image.set(out);
    if (general.step(at, 1, projected).ok) general.push?.(image, out);
    else out.fill(Number.NaN);
  };
}
