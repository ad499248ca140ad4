// Checks of the state after every step: residuals of constraints, and displacements of particles.

import { momentumFromRest } from '../analysis/length-scales.ts';
import { once } from '../formula/once.ts';
import { maxAbs } from '../linalg/dense.ts';
import type { ForceTerm } from '../particles/system.ts';
import { isKind, isPairTerm } from '../particles/terms/kinds.ts';
import { createBrackets } from '../problem/brackets.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Failure, failed } from '../solvers/outcome.ts';

// Residuals of constraints after every step: |gᵢ|, and |{gᵢ,H}| where the method conserves it, are at most `residualTolerance` of their
// terms. The terms of {gᵢ,H} include the round-off of a body at rest: a chain in equilibrium has momenta of round-off only, which are
// no scale for their own errors. The scale is the speed that the forces would give on the length of the system,
//   share · Σⱼ |∂gᵢ/∂qⱼ| v,   v = √(F L / m) ,   for classical constraints.

/** max |gᵢ| and max |{gᵢ,H}| of a state. */
export interface Residuals {
  readonly constraint: number;
  readonly hidden: number;
}

/** Relative residual of a constraint above which a step has failed; solvers end below 1e-13. */
const residualTolerance = 1e-6;
/** Times the tolerance, a hundred times the round-off of one step. */
const restShare = 1e-8;

/** `keepsHidden`: whether the method conserves {g,H} = 0 as well. The check takes residuals measured before. */
export function createResidualCheck(
  problem: Problem,
  keepsHidden: boolean,
): (z: State, measured: Residuals) => Failure | null {
  const { g } = problem;
  const brackets = createBrackets(problem);
  const addRestSizes = createRestSizes(problem);
  const values = new Float64Array(g.m);
  const terms = createBound(values, (z, out) => brackets.constraintScale(z, 0, out));
  const hiddenTerms = createBound(values, (z, out) => {
    brackets.hiddenScale(z, out);
    addRestSizes(z, out);
  });
  const failure = (equation: number, what: string): Failure =>
    failed('constraint violated', `the step ends with ${what}; ${advice}`, {
      equation,
      residual: Math.abs(values[equation]),
    });

  function byEquation(z: State): Failure | null {
    g.value(z, values);
    const off = terms.exceededBy(z);
    if (off >= 0) return failure(off, 'its constraint violated');
    if (!keepsHidden) return null;
    brackets.hidden(z, values);
    const moving = hiddenTerms.exceededBy(z);
    return moving < 0 ? null : failure(moving, 'its hidden constraint {g,H} = 0 violated');
  }
  return (z, { constraint, hidden }) =>
    constraint <= terms.least && (!keepsHidden || hidden <= hiddenTerms.least) ? null : byEquation(z);
}

const advice =
  'the constraints do not determine this motion here, or the step is too long: see what cotangent check says of this state, and halve the step';

/** Upper bounds of residuals: a fraction of the largest terms so far, which are measured again where a residual exceeds its bound. */
function createBound(values: Float64Array, measureTerms: (z: State, out: Float64Array) => void) {
  const [allowed, present] = [0, 1].map(() => new Float64Array(values.length));
  const first = () => values.findIndex((value, i) => !(Math.abs(value) <= allowed[i]));
  const bound = {
    /** The smallest bound: if no residual exceeds it, all are small. */
    least: 0,
    /** The first equation whose residual is too large, or −1. */
    exceededBy(z: State): number {
      if (first() < 0) return -1;
      measureTerms(z, present);
      present.forEach((size, i) => {
        allowed[i] = Math.max(allowed[i], residualTolerance * size);
      });
      bound.least = allowed.reduce((least, size) => Math.min(least, size));
      return first();
    },
  };
  return bound;
}

/** (z, out): adds the sizes of a body at rest to out; nothing for other problems. */
function createRestSizes(problem: Problem): (z: State, out: Float64Array) => void {
  const classical = classicalParts(problem);
  if (!classical) return () => {};
  const { g, initial } = problem;
  const { start } = g.jacobianPattern;
  const G = new Float64Array(g.jacobianPattern.index.length);
  const speed = once(() => momentumFromRest(problem, initial) * maxAbs(classical.inverseMass));
  return (z, out) => {
    g.jacobian(z, G);
    for (let i = 0; i < g.m; i++)
      for (let k = start[i]; k < start[i + 1]; k++) out[i] += restShare * Math.abs(G[k]) * speed();
  };
}

// Displacement check of particles after each step: the displacement caused by forces alone,
//   d = x(t + h) − x(t) − h p(t)/m = ½h² F/m + …,
// must be smaller than the shortest length of the system, or the step does not resolve the motion. A single atom that is thrown
// off is detected at once; the total energy of a large box would hide it for many steps. Free flight does not count: a molecule
// may move as fast as its momentum says.

interface ParticleWatch {
  /** null without failure. */
  check(before: State, h: number, after: State): Failure | null;
}

/** null: no particles, or no length to compare with. */
export function createParticleWatch({ particles, n, H }: Problem): ParticleWatch | null {
  const inverseMass = H.separable?.inverseMass;
  const limit = particles ? shortestLength(particles) : Number.POSITIVE_INFINITY;
  if (!inverseMass || !Number.isFinite(limit)) return null;
  return {
    check(before, h, after) {
      let largest = limit * limit;
      let entry = -1;
      for (let i = 0; i < n; i += 3) {
        const w = h * inverseMass[i];
        const dx = after[i] - before[i] - w * before[n + i];
        const dy = after[i + 1] - before[i + 1] - w * before[n + i + 1];
        const dz = after[i + 2] - before[i + 2] - w * before[n + i + 2];
        const d2 = dx * dx + dy * dy + dz * dz;
        if (d2 <= largest) continue;
        largest = d2;
        entry = i;
      }
      return entry < 0 ? null : displaced(before, after, entry, Math.sqrt(largest));
    },
  };
}

function displaced(before: State, after: State, entry: number, byForces: number): Failure {
  const way = Math.hypot(...[0, 1, 2].map(k => after[entry + k] - before[entry + k]));
  const [moved, off] = [way, byForces].map(value => Number(value.toPrecision(3)));
  const share = off < 0.99 * moved ? `, ${off} Å of it thrown by forces` : '';
  return failed('unstable', `an atom moved ${moved} Å in one step${share}`, { entry });
}

/** Twice the shortest rod, the shortest cut-off, half of the shortest edge; in open space without any the largest atom. */
function shortestLength({ system, terms }: Particles): number {
  const cutoffs = terms.filter(isPairTerm).map(({ pairs }) => pairs.cutoff);
  const rods = system.rods.reduce(
    (least, { length }) => Math.min(least, 2 * length),
    Number.POSITIVE_INFINITY,
  );
  const edges = system.box?.edges.map(edge => edge / 2) ?? [];
  const shortest = Math.min(rods, ...cutoffs, ...edges);
  return Number.isFinite(shortest) ? shortest : largestAtom(terms);
}

function largestAtom(terms: readonly ForceTerm[]): number {
  const { c12, c6 } = terms.find(isKind('lennard-jones'))?.table ?? {};
  if (!c12 || !c6) return Number.POSITIVE_INFINITY;
  const sizes = Array.from(c12, (value, k) => (value > 0 ? (value / c6[k]) ** (1 / 6) : 0));
  return Math.max(...sizes) || Number.POSITIVE_INFINITY;
}
