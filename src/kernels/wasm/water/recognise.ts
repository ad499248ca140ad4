// Recognises systems of rigid three-site waters only, with Lennard-Jones forces between oxygens and Coulomb forces: all pairs in
// open space, or one cut-off for both in a periodic box, with a reaction field or zero quadrupole for charges.

import type { ForceTerm, ParticleSystem } from '../../../particles/system.ts';
import { type Coulomb, isKind, type LennardJones } from '../../../particles/terms/kinds.ts';
import type { SteppedForces } from '../host/force-kernel.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import type { WaterModel } from './blocks.ts';
import { createLiquidWater, type LiquidWater } from './box.ts';
import { createWaterCluster } from './open.ts';

/** null when the system is something else. */
export function waterForces(
  kernels: ParticleKernels,
  system: ParticleSystem,
  terms: readonly ForceTerm[],
): SteppedForces | null {
  const forces = pairForces(terms);
  if (!forces || !isAllWater(system) || !isOnOxygenOnly(system, forces.lennardJones)) return null;
  const { lennardJones, coulomb, field } = forces;
  const [cutoff, count] = [lennardJones.pairs.cutoff, system.count / 3];
  if (coulomb.pairs.cutoff !== cutoff) return null;
  const model = waterModel(system, lennardJones, coulomb);
  const { box } = system;
  const shift = lennardJones.table.shift[system.kind[0] * (lennardJones.table.kinds + 1)];
  if (box && cutoff < Number.POSITIVE_INFINITY)
    return orPlainly(
      createLiquidWater(kernels, model, count, {
        box,
        cutoff,
        skin: 0.1 * cutoff,
        field,
        shift,
      }),
      terms,
    );
  return box || cutoff < Number.POSITIVE_INFINITY ? null : createWaterCluster(kernels, model, count);
}

/** Fallback to the plain terms where waters are so stretched, by a soft penalty or a failed run, that the kernel would miss pairs. */
function orPlainly(liquid: LiquidWater, terms: readonly ForceTerm[]): SteppedForces {
  const { energy, addGradient, addVirial, steps, reaches } = liquid;
  return {
    steps,
    energy: x => (reaches(x) ? energy(x) : terms.reduce((sum, term) => sum + term.energy(x), 0)),
    addGradient: (x, out) =>
      reaches(x) ? addGradient(x, out) : terms.reduce((sum, term) => sum + term.addGradient(x, out), 0),
    addVirial: (x, out) => {
      if (reaches(x)) addVirial(x, out);
      else for (const term of terms) term.addVirial(x, out);
    },
  };
}

function pairForces(terms: readonly ForceTerm[]) {
  if (terms.length !== 2) return null;
  const lennardJones = terms.find(isKind('lennard-jones'));
  const coulomb = terms.find(isKind('coulomb'));
  if (!lennardJones || !coulomb?.field || lennardJones.mode === 'switched') return null;
  return { lennardJones, coulomb, field: coulomb.field };
}

function isOnOxygenOnly({ kind }: ParticleSystem, { table }: LennardJones): boolean {
  const [O, H] = [kind[0], kind[1]];
  return table.c12[O * table.kinds + H] === 0 && table.c12[H * table.kinds + H] === 0;
}

function waterModel(
  { mass, charge, kind, rods }: ParticleSystem,
  { table }: LennardJones,
  { constant }: Coulomb,
): WaterModel {
  const OO = kind[0] * (table.kinds + 1);
  return {
    massO: mass[0],
    massH: mass[1],
    OH: rods[0].length,
    HH: rods[2].length,
    kOO: constant * charge[0] * charge[0],
    kOH: constant * charge[0] * charge[1],
    kHH: constant * charge[1] * charge[1],
    c6: table.c6[OO],
    c12: table.c12[OO],
  };
}

/** Sites joined by the first, second and third rod of a water; the site whose parameters each site must have. */
const ends = [
  [0, 1],
  [0, 2],
  [1, 2],
];
const like = [0, 1, 1];

/** Whether all molecules are O, H, H with rods O–H, O–H, H–H, equal, and without pair forces inside. */
function isAllWater(system: ParticleSystem): boolean {
  const { count, rods, anchored, kind } = system;
  if (count % 3 !== 0 || rods.length !== count || anchored.length > 0 || kind[0] === kind[1]) return false;
  for (let i = 0; i < count; i++) if (!isWaterSite(system, i)) return false;
  return true;
}

function isWaterSite(system: ParticleSystem, i: number): boolean {
  const { kind, mass, charge, molecule, rods, excluded } = system;
  const [first, site] = [i - (i % 3), i % 3];
  const { a, b, length } = rods[i];
  const [from, to] = ends[site];
  const isRod =
    Math.min(a, b) === first + from &&
    Math.max(a, b) === first + to &&
    length === rods[site === 2 ? 2 : 0].length;
  const model = like[site];
  const hasSameSpecies = kind[i] === kind[model] && mass[i] === mass[model] && charge[i] === charge[model];
  return isRod && hasSameSpecies && molecule[i] === molecule[first] && excluded[i].length === 2;
}
