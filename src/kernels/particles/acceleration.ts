// A problem of particles with its forces from WebAssembly kernels: the same H to rounding, the same constraints, the same plain
// force terms. Acceleration is asked for by those who evaluate often (methods, guards of a run, observers); the problem
// itself stays data. All that is made for a problem shares one WebAssembly instance and one memory.

import { once } from '../../formula/once.ts';
import type { ForceTerm } from '../../particles/system.ts';
import { isKind } from '../../particles/terms/kinds.ts';
import { particleHamiltonian } from '../../problem/from/particles.ts';
import type { Particles, Problem } from '../../problem/problem.ts';
import { memoizeByProblem } from '../../problem/problem.ts';
import { withForceKernels } from '../wasm/choose-force-kernels.ts';
import type { WholeSteps } from '../wasm/host/force-kernel.ts';
import { loadParticleKernels } from '../wasm/host/load.ts';
import type { ParticleKernels } from '../wasm/host/particle-kernels.ts';

interface Acceleration {
  readonly problem: Problem;
  readonly terms: readonly ForceTerm[];
  readonly steps: WholeSteps | null;
  /** null where there is no WebAssembly with SIMD. */
  readonly kernels: () => ParticleKernels | null;
}

const accelerationOf = memoizeByProblem(accelerate, ({ problem }) => problem);

/** The problem with the fastest H there is; the problem itself where nothing is faster, or where it is that already. */
export const accelerated = (problem: Problem): Problem => accelerationOf(problem).problem;

/** The terms whose sum is V, evaluated by kernels where they have some. */
export const fastestTerms = (problem: Problem): readonly ForceTerm[] => accelerationOf(problem).terms;

/** Whole steps of RATTLE, or of velocity Verlet without rods, in WebAssembly; null where it has none. */
export const wholeSteps = (problem: Problem): WholeSteps | null => accelerationOf(problem).steps;

/** The WebAssembly instance of a problem, made when it is first asked for; null where there is none. */
export const particleKernels = (problem: Problem): ParticleKernels | null =>
  accelerationOf(problem).kernels();

function accelerate(problem: Problem): Acceleration {
  const kernels = once(loadParticleKernels);
  const { particles, H } = problem;
  const forces = particles && H.separable ? forceKernels(particles, kernels) : null;
  if (!particles || !forces) return { problem, terms: particles?.terms ?? [], steps: null, kernels };
  const { terms, steps } = forces;
  const fast = particleHamiltonian(particles.system, terms, H.separable?.stiff ?? null);
  return { problem: { ...problem, H: fast }, terms, steps, kernels };
}

/** null where no kernel applies. A penalty is evaluated beside the forces of the rigid system that it replaces. */
function forceKernels({ system, terms }: Particles, kernels: () => ParticleKernels | null) {
  const penalties = terms.filter(isRodPenalty);
  const rods = penalties.flatMap(penalty => penalty.rods);
  const others = terms.filter(term => !isRodPenalty(term));
  const instance = others.length > 0 ? kernels() : null;
  if (!instance) return null;
  const rigid = penalties.length > 0 ? { ...system, rods } : system;
  const forces = withForceKernels(instance, rigid, others);
  if (forces.terms.every(term => others.includes(term))) return null;
  return {
    terms: [...forces.terms, ...penalties],
    steps: penalties.length > 0 ? null : forces.steps,
  };
}

const isRodPenalty = isKind('rod-penalty');
