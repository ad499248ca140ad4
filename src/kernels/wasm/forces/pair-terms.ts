// Selects the terms that the pair kernel can evaluate: Lennard-Jones, cut or shifted, and Coulomb with a reaction field or zero
// quadrupole, in a periodic box; both together if they have one cut-off. Particles without interactions are left out.

import { type Box, type ForceTerm, type ParticleSystem, volume } from '../../../particles/system.ts';
import { type Coulomb, isKind, type LennardJones } from '../../../particles/terms/kinds.ts';
import type { KernelForces, SteppedForces } from '../host/force-kernel.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import { createPairForces } from './pair-forces.ts';
import type { PairTable } from './pair-table.ts';

type PairedTerm = LennardJones | Coulomb;

const isLennardJones = isKind('lennard-jones');
const isCoulomb = isKind('coulomb');

/** The terms that the kernel can evaluate, grouped by equal pairs. */
export function pairGroups({ box }: ParticleSystem, terms: readonly ForceTerm[]): readonly PairedTerm[][] {
  if (!box) return [];
  const lennardJones = terms
    .filter(isLennardJones)
    .filter(({ mode }) => mode === 'cut' || mode === 'shifted');
  const coulomb = terms.filter(isCoulomb).filter(({ field }) => field !== null);
  const known = [...lennardJones, ...coulomb];
  const share = known.length === 2 && known[0].pairs.cutoff === known[1].pairs.cutoff;
  return share ? [known] : known.map(term => [term]);
}

/** More species would need a large table; null then, and where no particles interact. */
const mostSpecies = 200;

/**
 * Radius of the list beyond the cut-off: a fraction of it, but in a dense liquid at most a fraction of the distance between
 * neighbours, the length scale on which pairs change. Rows with a smaller skin are pruned from it (short-list.ts), so that it may
 * be large; these fractions were the fastest for a liquid of 4000 atoms.
 */
function skinOf(cutoff: number, box: Box, count: number): number {
  return Math.min(0.22 * cutoff, 0.5 * Math.cbrt(volume(box) / count));
}

export function groupForces(
  kernels: ParticleKernels,
  system: ParticleSystem,
  group: readonly PairedTerm[],
): KernelForces | SteppedForces | null {
  const { box, kind, charge, rods, anchored } = system;
  const [lennardJones, coulomb] = [group.find(isLennardJones), group.find(isCoulomb)];
  const keys = Array.from(kind, (k, i) => `${lennardJones ? k : ''} ${coulomb ? charge[i] : ''}`);
  const names = [...new Set(keys)];
  if (!box || names.length > mostSpecies) return null;
  const models = names.map(name => keys.indexOf(name));
  const table = pairTable(system, models, lennardJones, coulomb);
  const seen = names.map((_, a) => seesAnyone(table, a));
  const all = Int32Array.from(keys, key => names.indexOf(key));
  const members = Int32Array.from(all.keys()).filter(i => seen[all[i]]);
  if (members.length === 0) return null;
  const { cutoff } = group[0].pairs;
  const { steps, ...forces } = createPairForces(kernels, {
    ...{ members, box, cutoff, table, skin: skinOf(cutoff, box, members.length) },
    mass: Float64Array.from(members, i => system.mass[i]),
    species: Int32Array.from(members, i => all[i]),
    excluded: amongMembers(system.excluded, members),
  });
  const isFree = rods.length === 0 && anchored.length === 0 && members.length === system.count;
  return isFree ? { ...forces, steps } : forces;
}

/** Parameters of each pair of species; `models` are particles of each. */
function pairTable(
  { kind, charge }: ParticleSystem,
  models: readonly number[],
  lennardJones: LennardJones | undefined,
  coulomb: Coulomb | undefined,
): PairTable {
  const fill = (value: (i: number, j: number) => number) =>
    Float64Array.from(models.flatMap(i => models.map(j => value(i, j))));
  const entry = (name: 'c12' | 'c6' | 'shift') => (i: number, j: number) =>
    lennardJones ? lennardJones.table[name][kind[i] * lennardJones.table.kinds + kind[j]] : 0;
  const Kqq = (i: number, j: number) => (coulomb ? coulomb.constant * charge[i] * charge[j] : 0);
  const field = coulomb?.field ?? null;
  return {
    species: models.length,
    c12: fill(entry('c12')),
    c6: fill(entry('c6')),
    shift: fill((i, j) => entry('shift')(i, j) + Kqq(i, j) * (field?.c ?? 0)),
    charges: field ? { Kqq: fill(Kqq), field } : null,
  };
}

function seesAnyone({ species, c12, charges }: PairTable, a: number): boolean {
  const row = (values: Float64Array) => values.subarray(a * species, (a + 1) * species);
  return row(c12).some(c => c > 0) || (charges !== null && row(charges.Kqq).some(k => k !== 0));
}

/** Exclusions renumbered to indices among the members. */
function amongMembers(excluded: readonly Int32Array[], members: Int32Array): Int32Array[] {
  const numberOf = new Map(Array.from(members, (i, n) => [i, n]));
  return Array.from(members, i =>
    Int32Array.from(excluded[i].map(j => numberOf.get(j) ?? -1).filter(n => n >= 0)),
  );
}
