// A problem of particles with its forces from WebAssembly kernels: the same H to rounding, the same constraints, the same plain
// force terms. The kernels are those of the table (kernels/choose.ts); the problem itself stays data.

import { once } from '../../formula/once.ts';
import type { ForceTerm, ParticleSystem } from '../../particles/system.ts';
import { isKind } from '../../particles/terms/kinds.ts';
import { particleHamiltonian } from '../../problem/from/particles.ts';
import type { Particles, Problem } from '../../problem/problem.ts';
import type { Acceleration, ForceTerms } from '../wasm/host/force-kernel.ts';
import { loadParticleKernels } from '../wasm/host/load.ts';
import type { ParticleKernels } from '../wasm/host/particle-kernels.ts';

/** The choice of the table: null terms where no kernel applies. */
export interface ForceChoice {
  readonly forces: ForceTerms | null;
  readonly because: string;
}
export type ChooseForces = (
  kernels: ParticleKernels,
  system: ParticleSystem,
  terms: readonly ForceTerm[],
) => ForceChoice;

/** The problem with the fastest H there is; the problem itself where no kernel applies. */
export function accelerate(problem: Problem, choose: ChooseForces): Acceleration {
  const kernels = once(loadParticleKernels);
  const { particles, H } = problem;
  const { forces, because } =
    particles && H.separable
      ? forcesOf(particles, kernels, choose)
      : { forces: null, because: 'there are no particles' };
  if (!particles || !forces) return { problem, because, terms: particles?.terms ?? [], steps: null, kernels };
  const { terms, steps } = forces;
  const fast = particleHamiltonian(particles.system, terms, H.separable?.stiff ?? null);
  return { problem: { ...problem, H: fast }, because, terms, steps, kernels };
}

/** A penalty is evaluated beside the forces of the rigid system that it replaces. */
function forcesOf(
  { system, terms }: Particles,
  kernels: () => ParticleKernels | null,
  choose: ChooseForces,
): ForceChoice {
  const penalties = terms.filter(isRodPenalty);
  const rods = penalties.flatMap(penalty => penalty.rods);
  const others = terms.filter(term => !isRodPenalty(term));
  if (others.length === 0) return { forces: null, because: 'there are no forces' };
  const instance = kernels();
  if (!instance) return { forces: null, because: 'there is no WebAssembly with SIMD' };
  const rigid = penalties.length > 0 ? { ...system, rods } : system;
  const { forces, because } = choose(instance, rigid, others);
  if (!forces || penalties.length === 0) return { forces, because };
  return { forces: { terms: [...forces.terms, ...penalties], steps: null }, because };
}

const isRodPenalty = isKind('rod-penalty');
