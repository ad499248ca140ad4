// The force terms of a system, with kernels in place of those that have one. Recognised from the data, so that nobody has
// to ask for it; a kernel is a term like any other. Second derivatives and virials stay with the plain terms.

import type { ForceTerm } from '../particles/force-term.ts';
import type { ParticleSystem } from '../particles/particle-system.ts';
import type { LennardJones } from '../particles/terms/lennard-jones.ts';
import type { KernelForces, SteppedForces } from './kernel-forces.ts';
import { createLennardJonesBox } from './lennard-jones-box.ts';
import { loadParticleKernels, type ParticleKernels } from './load.ts';
import { waterForces } from './water-forces.ts';

/** Plain terms whose forces a kernel makes. */
export interface KernelTerm extends ForceTerm {
  readonly plain: readonly ForceTerm[];
  /** Whole steps of a system that feels nothing else; absent where the kernel has none. */
  readonly steps?: SteppedForces['steps'];
}

export function fastTerms(system: ParticleSystem, terms: readonly ForceTerm[]): readonly ForceTerm[] {
  const kernels = loadParticleKernels();
  if (!kernels) return terms;
  const water = waterForces(kernels, system, terms);
  if (water) return [kernelTerm(terms, water)];
  return terms.map(term => {
    const forces = isLennardJones(term) && lennardJonesForces(kernels, system, term);
    return forces ? kernelTerm([term], forces) : term;
  });
}

/** The term whose kernel makes whole steps: the only one there is. */
export function steppedTerm(terms: readonly ForceTerm[]): Required<KernelTerm> | null {
  const [term, ...others] = terms as readonly Partial<KernelTerm>[];
  return others.length === 0 && term?.steps ? (term as Required<KernelTerm>) : null;
}

function kernelTerm(plain: readonly ForceTerm[], forces: KernelForces): KernelTerm {
  return {
    ...forces,
    name: plain.map(({ name }) => name).join(' and '),
    plain,
    addHessianTimes(x, v, out) {
      for (const term of plain) term.addHessianTimes(x, v, out);
    },
    addVirial(x, out) {
      for (const term of plain) term.addVirial(x, out);
    },
  };
}

export function isLennardJones(term: ForceTerm): term is LennardJones {
  return 'table' in term;
}

/** Atoms of one kind, all of which see each other. */
function lennardJonesForces(
  kernels: ParticleKernels,
  system: ParticleSystem,
  { table, pairs, mode }: LennardJones,
): KernelForces | null {
  const isOneKind = table.kinds === 1 && system.excluded.every(({ length }) => length === 0);
  if (!system.box || !isOneKind || (mode !== 'cut' && mode !== 'shifted')) return null;
  if (system.anchored.length > 0) return null;
  return createLennardJonesBox(kernels, {
    mass: system.mass,
    box: system.box,
    c6: table.c6[0],
    c12: table.c12[0],
    shift: table.shift[0],
    cutoff: pairs.cutoff,
    skin: 0.12 * pairs.cutoff,
  });
}
