// Atoms of a periodic box with pair forces up to a cut-off: forces and velocity Verlet steps in WebAssembly.
//   U = c12 / r¹² − c6 / r⁶ + k (1/r + k_rf r²) − shift for r < cut-off

import type { Box } from '../../../particles/system.ts';
import type { SteppedForces } from '../host/force-kernel.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import { createResidentState, type ResidentState, type Upload } from '../host/resident-state.ts';
import { createShortList } from '../pairs/short-list.ts';
import { lawRecord, type PairTable } from './pair-table.ts';

export interface PairAtoms {
  /** Their numbers in a state, ascending; whole steps are available only if these are all particles. */
  readonly members: Int32Array;
  readonly mass: Float64Array;
  readonly box: Box;
  /** At most half an edge. */
  readonly cutoff: number;
  /** Radius of the list beyond the cut-off. No bit of the results depends on it. */
  readonly skin: number;
  /** Row and column of the table for each atom. */
  readonly species: Int32Array;
  readonly table: PairTable;
  /** Excluded partners of each atom; a pair may be listed on either side. */
  readonly excluded: readonly Int32Array[];
}

export function createPairForces(kernels: ParticleKernels, atoms: PairAtoms): Required<SteppedForces> {
  const { memory, functions } = kernels;
  const { members } = atoms;
  const { x, p, force, list, term, record } = layOut(kernels, atoms);
  const { pairForcesEnergy, pairForcesVirial } = kernels.layout;
  const [energyAt, virialAt] = [(term + pairForcesEnergy) / 8, (term + pairForcesVirial) / 8];
  const state = residentAtoms(kernels, { x, p, members });

  /** U at new positions. */
  const evaluate = (uploaded: Upload) => {
    let partners = functions.updateShortList(list.record);
    for (; partners > 0; partners = functions.updateShortList(list.record)) list.makeRoom(partners);
    functions.pairForces(term);
    if (uploaded === 'new') return memory.doubles[energyAt];
    // An atom at a non-finite position has no pairs, which must not look like success.
    state.invalidate();
    return Number.NaN;
  };
  const energy = (q: Float64Array) => {
    const uploaded = state.upload(q);
    if (uploaded !== 'resident') return evaluate(uploaded);
    // Steps may not have computed the energy.
    if (Number.isNaN(memory.doubles[energyAt])) functions.pairForces(term);
    return memory.doubles[energyAt];
  };
  return {
    energy,
    addGradient: (q, out) => {
      const U = energy(q);
      if (Number.isNaN(U)) out.fill(Number.NaN);
      const { doubles } = memory;
      for (let i = 0, from = force / 8; i < members.length; i++, from += 4) {
        const to = 3 * members[i];
        out[to] -= doubles[from];
        out[to + 1] -= doubles[from + 1];
        out[to + 2] -= doubles[from + 2];
      }
      return U;
    },
    addVirial: (q, out) => {
      const U = energy(q);
      functions.pairVirial(term);
      for (let k = 0; k < 3; k++) out[k] += Number.isNaN(U) ? U : memory.doubles[virialAt + k];
    },
    steps: (z, h, steps, out) => {
      for (;;) {
        const uploaded = state.upload(z);
        if (uploaded !== 'resident' && !Number.isFinite(evaluate(uploaded))) return false;
        state.uploadMomenta();
        const partners = functions.atomSteps(record, h, steps);
        if (partners === 0) break;
        state.invalidate();
        list.makeRoom(partners);
      }
      return state.download(out);
    },
  };
}

interface AtomPlaces {
  /** Addresses of positions and momenta, `pointBytes` each. */
  readonly x: number;
  readonly p: number;
  /** Numbers of the atoms among the particles, ascending. */
  readonly members: Int32Array;
}

/** The state of these atoms; momenta and downloads only if these are all particles. */
function residentAtoms(kernels: ParticleKernels, { x, p, members }: AtomPlaces): ResidentState {
  const { memory, functions, layout } = kernels;
  const count = members.length;
  const reach = 3 * (members[count - 1] + 1);
  const length = 2 * reach;
  const [uploaded, resident] = [0, 1].map(() => memory.allocate(8 * length));
  const places = memory.record([...Array.from(members, i => 24 * i), 0], []);
  const record = memory.record([x, p, count, places, uploaded, resident, 8 * reach, 0], []);
  return createResidentState(kernels, {
    ...{ record, uploaded, resident, length, isResident: layout.residentAtomsIsResident },
    upload: functions.uploadAtoms,
    uploadMomenta: functions.uploadAtomMomenta,
    download: functions.downloadAtoms,
  });
}

/** Allocates positions, momenta and forces, and the records that refer to them. */
function layOut(kernels: ParticleKernels, atoms: PairAtoms) {
  const { memory, layout } = kernels;
  const { members, mass, box, cutoff, skin, excluded } = atoms;
  const count = members.length;
  const [x, p, force] = [0, 1, 2].map(() => memory.allocate((count + 1) * layout.pointBytes));
  const list = createShortList(kernels, { points: x, count, excluded }, box, { cutoff, skin });
  const room = count + layout.bunchPairs;
  const rooms = [layout.pairBytes * room, 4 * room, 8 * room, 4 * count].map(bytes => memory.allocate(bytes));
  const rows = memory.record([list.record, force, ...rooms, 0, 0], [cutoff ** 2]);
  const term = memory.record([rows, lawRecord(memory, atoms)], [], 4);
  const inverse = memory.record(
    [],
    Array.from(mass, m => 1 / m),
  );
  return { x, p, force, list, term, record: memory.record([term, p, inverse, 0], []) };
}
