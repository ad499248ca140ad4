// Recognises the force terms that WebAssembly can evaluate. A group of terms that has a kernel becomes one force term;
// second derivatives are those of the reference terms.

import type { ForceTerm } from '../../particles/system.ts';
import { bondedForces, isBonded } from './forces/bonded-forces.ts';
import { groupForces, pairGroups } from './forces/pair-terms.ts';
import type { ForceKernel, KernelForces } from './host/force-kernel.ts';
import { waterForces } from './water/recognise.ts';

/** Rigid waters and nothing else: all forces and whole steps in one kernel. */
export const rigidWaterForces: ForceKernel = {
  name: 'rigid waters in WebAssembly',
  accepts(kernels, system, terms) {
    const water = waterForces(kernels, system, terms);
    if (!water) return { refused: 'the particles are not rigid waters of one kind with one cut-off' };
    const because = `${system.count / 3} rigid waters`;
    return { because, terms: [compiledTerm(terms, water)], steps: water.steps };
  },
};

/** Groups of terms, each in its own kernel, beside reference terms without kernels. */
export const groupedForces: ForceKernel = {
  name: 'force terms in WebAssembly',
  accepts(kernels, system, terms) {
    const groups: { reference: readonly ForceTerm[]; forces: KernelForces }[] = [];
    for (const reference of pairGroups(system, terms)) {
      const forces = groupForces(kernels, system, reference);
      if (forces) groups.push({ reference, forces });
    }
    const bonded = terms.filter(isBonded);
    if (bonded.length > 0) groups.push({ reference: bonded, forces: bondedForces(kernels, system, bonded) });
    if (groups.length === 0) return { refused: 'no force term has a kernel' };
    const done = new Set(groups.flatMap(({ reference }) => reference));
    const others = terms.filter(term => !done.has(term));
    const isAlone = groups.length === 1 && others.length === 0;
    const compiled = groups.map(({ reference, forces }) => compiledTerm(reference, forces));
    return {
      because: compiled.map(({ name }) => name).join('; '),
      terms: [...others, ...compiled],
      steps: (isAlone && groups[0].forces.steps) || null,
    };
  },
};

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
