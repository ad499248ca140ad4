// Clusters of rigid waters in open space, stepped whole in WebAssembly. Recognised from the data of the problem, so that
// nobody has to ask for it; where WebAssembly is missing, or a step fails, the general way is taken.

import type { Flow } from '../flows/flow.ts';
import type { ForceTerm } from '../particles/force-term.ts';
import type { ParticleSystem } from '../particles/particle-system.ts';
import type { Coulomb } from '../particles/terms/coulomb.ts';
import type { LennardJones } from '../particles/terms/lennard-jones.ts';
import type { Particles } from '../problem/problem.ts';
import { loadParticleKernels } from './wasm/load.ts';
import { createWaterCluster } from './wasm/water-cluster.ts';
import type { WaterModel } from './wasm/water-model.ts';

/** The fast flow, with `general` for the steps that it cannot make; null when the particles are no such cluster. */
export function waterClusterRattle(particles: Particles, general: Flow): Flow | null {
  const model = waterModelOf(particles);
  const kernels = model && loadParticleKernels();
  if (!model || !kernels) return null;
  const count = particles.system.count / 3;
  const { steps } = createWaterCluster(kernels, model, count);
  return {
    domain: general.domain,
    memory: [],
    parts: [`${count} × SETTLE (rigid water), with all forces in WebAssembly`],
    step(z, h, out) {
      const outcome = steps(z, h, 1, out);
      return outcome.ok ? outcome : general.step(z, h, out);
    },
  };
}

/** The numbers of the one water model that fills open space with nothing but Lennard-Jones and Coulomb forces. */
function waterModelOf({ system, terms }: Particles): WaterModel | null {
  const forces = allPairForces(terms);
  if (!forces || system.box || !isAllWater(system)) return null;
  const { table } = forces.lennardJones;
  const [O, H] = [system.kind[0], system.kind[1]];
  const isOnOxygenOnly = table.c12[O * table.kinds + H] === 0 && table.c12[H * table.kinds + H] === 0;
  if (!isOnOxygenOnly || table.shift[O * table.kinds + O] !== 0) return null;
  const { constant } = forces.coulomb;
  const [qO, qH] = [system.charge[0], system.charge[1]];
  const [first, , third] = system.rods;
  return {
    massO: system.mass[0],
    massH: system.mass[1],
    OH: first.length,
    HH: third.length,
    kOO: constant * qO * qO,
    kOH: constant * qO * qH,
    kHH: constant * qH * qH,
    c6: table.c6[O * table.kinds + O],
    c12: table.c12[O * table.kinds + O],
  };
}

function allPairForces(terms: readonly ForceTerm[]): { lennardJones: LennardJones; coulomb: Coulomb } | null {
  if (terms.length !== 2) return null;
  const lennardJones = terms.find((term): term is LennardJones => 'table' in term);
  const coulomb = terms.find((term): term is Coulomb => 'constant' in term);
  if (!lennardJones || !coulomb) return null;
  const isWhole = [lennardJones, coulomb].every(({ pairs }) => pairs.cutoff === Number.POSITIVE_INFINITY);
  return isWhole ? { lennardJones, coulomb } : null;
}

/** O, H, H and the rods O–H, O–H, H–H, molecule after molecule, all alike and each excluded from itself. */
function isAllWater({
  count,
  kind,
  mass,
  charge,
  molecule,
  rods,
  excluded,
  anchored,
}: ParticleSystem): boolean {
  if (count % 3 !== 0 || rods.length !== count || anchored.length > 0) return false;
  const ends = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  const like = [0, 1, 1];
  for (let i = 0; i < count; i++) {
    const [first, site] = [i - (i % 3), i % 3];
    const { a, b, length } = rods[i];
    const [from, to] = ends[site];
    const isRod =
      Math.min(a, b) === first + from &&
      Math.max(a, b) === first + to &&
      length === rods[site === 2 ? 2 : 0].length;
    const isSite =
      kind[i] === kind[like[site]] && mass[i] === mass[like[site]] && charge[i] === charge[like[site]];
    if (!isRod || !isSite || molecule[i] !== molecule[first] || excluded[i].length !== 2) return false;
  }
  return kind[0] !== kind[1];
}
