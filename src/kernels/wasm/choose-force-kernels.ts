// Which force terms WebAssembly evaluates: recognised from the data. A group of terms that has a kernel becomes one term
// like any other; second derivatives stay with the reference terms.

import type { ForceTerm, ParticleSystem } from '../../particles/system.ts';
import { bondedForces, isBonded } from './forces/bonded-forces.ts';
import { groupForces, pairGroups } from './forces/pair-terms.ts';
import type { KernelForces, WholeSteps } from './host/force-kernel.ts';
import type { ParticleKernels } from './host/particle-kernels.ts';
import { waterForces } from './water/recognise.ts';

export interface ForceKernels {
  /** Their sum is that of the reference terms, to rounding. */
  readonly terms: readonly ForceTerm[];
  /** Whole steps, where one kernel makes all forces and has them. */
  readonly steps: WholeSteps | null;
}

export function withForceKernels(
  kernels: ParticleKernels,
  system: ParticleSystem,
  terms: readonly ForceTerm[],
): ForceKernels {
  const water = waterForces(kernels, system, terms);
  if (water) return { terms: [compiledTerm(terms, water)], steps: water.steps };
  const groups: { reference: readonly ForceTerm[]; forces: KernelForces }[] = [];
  for (const reference of pairGroups(system, terms)) {
    const forces = groupForces(kernels, system, reference);
    if (forces) groups.push({ reference, forces });
  }
  const bonded = terms.filter(isBonded);
  if (bonded.length > 0) groups.push({ reference: bonded, forces: bondedForces(kernels, system, bonded) });
  const done = new Set(groups.flatMap(({ reference }) => reference));
  const others = terms.filter(term => !done.has(term));
  const isAlone = groups.length === 1 && others.length === 0;
  return {
    terms: [...others, ...groups.map(({ reference, forces }) => compiledTerm(reference, forces))],
    steps: (isAlone && groups[0].forces.steps) || null,
  };
}

function compiledTerm(reference: readonly ForceTerm[], forces: KernelForces): ForceTerm {
  return {
    kind: 'compiled',
    name: reference.map(({ name }) => name).join(' and '),
    energy: forces.energy,
    addGradient: forces.addGradient,
    addHessianTimes(x, v, out) {
      for (const term of reference) term.addHessianTimes(x, v, out);
    },
    addVirial(x, out) {
      if (forces.addVirial) forces.addVirial(x, out);
      else for (const term of reference) term.addVirial(x, out);
    },
  };
}
