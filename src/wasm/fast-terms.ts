// The force terms of a system, with kernels in place of those that have one. Recognised from the data, so that nobody has
// to ask for it; a kernel is a term like any other. Second derivatives stay with the plain terms.

import type { ForceTerm, ParticleSystem } from '../particles/system.ts';
import { bondedForces, isBonded } from './bonded-forces.ts';
import type { KernelForces, SteppedForces } from './kernel-forces.ts';
import { loadParticleKernels } from './load.ts';
import { groupForces, pairGroups } from './pair-terms.ts';
import { waterForces } from './water-forces.ts';

/** Plain terms whose forces a kernel makes. */
export interface KernelTerm extends ForceTerm {
  readonly kind: 'compiled';
  readonly plain: readonly ForceTerm[];
  /** Whole steps of a system that feels nothing else; absent where the kernel has none. */
  readonly steps?: SteppedForces['steps'];
}

export function fastTerms(system: ParticleSystem, terms: readonly ForceTerm[]): readonly ForceTerm[] {
  const kernels = loadParticleKernels();
  if (!kernels) return terms;
  const water = waterForces(kernels, system, terms);
  if (water) return [kernelTerm(terms, water)];
  const bonded = terms.filter(isBonded);
  const fast = pairGroups(system, terms).flatMap(group => {
    const forces = groupForces(kernels, system, group);
    return forces ? [kernelTerm(group, forces)] : [];
  });
  if (bonded.length > 0) fast.push(kernelTerm(bonded, bondedForces(kernels, system, bonded)));
  const done = new Set(fast.flatMap(({ plain }) => plain));
  return [...terms.filter(term => !done.has(term)), ...fast];
}

/** The terms without their kernels. */
export function plainTerms(terms: readonly ForceTerm[]): readonly ForceTerm[] {
  return terms.flatMap(term => (isCompiled(term) ? term.plain : [term]));
}

/** The term whose kernel makes whole steps: the only one there is. */
export function steppedTerm(terms: readonly ForceTerm[]): Required<KernelTerm> | null {
  const [term, ...others] = terms;
  if (!term || others.length > 0 || !isCompiled(term)) return null;
  const { steps } = term;
  return steps ? { ...term, steps } : null;
}

const isCompiled = (term: ForceTerm): term is KernelTerm => term.kind === 'compiled';

function kernelTerm(plain: readonly ForceTerm[], forces: KernelForces): KernelTerm {
  return {
    ...forces,
    kind: 'compiled',
    name: plain.map(({ name }) => name).join(' and '),
    plain,
    addHessianTimes(x, v, out) {
      for (const term of plain) term.addHessianTimes(x, v, out);
    },
    addVirial(x, out) {
      if (forces.addVirial) forces.addVirial(x, out);
      else for (const term of plain) term.addVirial(x, out);
    },
  };
}
