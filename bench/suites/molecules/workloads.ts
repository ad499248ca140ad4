// The molecular workloads: a start that all programs share, how we step it, and who else does. Constant energy, one thread.

import { load } from '../../../src/file/load.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { gromacs } from '../../contestants/gromacs/gromacs.ts';
import { lammps } from '../../contestants/lammps/lammps.ts';
import { lammpsJs } from '../../contestants/lammps-js/lammps-js.ts';
import type { LongRun, Peer, PeerWorkload } from '../../contestants/molecule-program.ts';
import { eightfold, liquid, waterDroplet } from '../../measure/starts.ts';

export interface MoleculeWorkload {
  readonly id: string;
  readonly title: string;
  /** Name of the model that all molecules have. */
  readonly model: string;
  readonly problem: () => Problem;
  readonly method: string;
  readonly step: number;
  /** null: all pairs, in open space. */
  readonly cutoff: number | null;
  readonly warmSteps: number;
  readonly timedSteps: number;
  /** Three unless said; more where a bar is near. */
  readonly rounds?: number;
  /** Of the long run that tells what is kept, so many that the slowest takes a few seconds. */
  readonly keptSteps: number;
  /** Where the temperature settles in it, roughly; k_B T in the drift of the energy is that. */
  readonly kelvin: number;
  readonly peers: readonly Rival[];
}

export interface Rival {
  readonly peer: Peer;
  /** Our steps per second must be at least this many times theirs; null: shown for comparison. */
  readonly atLeast: number | null;
  /** The same for solving the constraints alone. */
  readonly constraintsAtLeast?: number;
}

const { fs } = molecularUnits;

const gromacsDouble = gromacs({ name: 'GROMACS double', program: 'gmx_d' });
const lammpsRattle = lammps({ name: 'LAMMPS, rattle 1e-10' });
const lammpsJsRattle: Rival = {
  peer: lammpsJs({ name: 'lammps.js, rattle 1e-10', build: 'wasm-atomify' }),
  atLeast: 4,
};

/** A particle problem from the inside of its section. */
const particles = (section: string, structure = '') =>
  load(`particles: { ${section} }`, { readFile: () => structure });

const waters = {
  model: 'tip3p',
  method: 'rattle',
  step: 2 * fs,
};

const clusterOf7: MoleculeWorkload = {
  ...waters,
  id: 'cluster-7',
  title: 'cluster of 7 TIP3P, all pairs',
  problem: () => particles('molecules: { tip3p: 7 }, start: minimum, temperature: 10*K, seed: 1'),
  cutoff: null,
  ...{ warmSteps: 10_000, timedSteps: 60_000, keptSteps: 60_000, kelvin: 5 },
  peers: [{ peer: lammpsRattle, atLeast: 1.3 }, { peer: gromacsDouble, atLeast: null }, lammpsJsRattle],
};

type Steps = Pick<MoleculeWorkload, 'warmSteps' | 'timedSteps' | 'keptSteps' | 'rounds'>;

const droplet = (count: number, steps: Steps): MoleculeWorkload => ({
  ...waters,
  id: `cluster-${count}`,
  title: `cluster of ${count} TIP3P, all pairs`,
  problem: () =>
    particles(
      `molecules: { tip3p: ${count} }, structure: droplet.xyz, temperature: 298*K, seed: 1`,
      waterDroplet(count),
    ),
  cutoff: null,
  ...{ ...steps, kelvin: 298 },
  peers: [{ peer: gromacsDouble, atLeast: 0.9 }, { peer: lammpsRattle, atLeast: 2 }, lammpsJsRattle],
});

const liquidWater = (count: number, start: () => string, steps: Steps): MoleculeWorkload => ({
  ...waters,
  id: `water-${count}`,
  title: `liquid of ${count} TIP3P, 9 Å, reaction field`,
  problem: () =>
    particles(
      `molecules: { tip3p: ${count} }, structure: liquid.xyz, temperature: 298*K, seed: 1, ` +
        'forces: { lennard-jones: { cutoff: 9 }, coulomb: { mode: reaction field, cutoff: 9 } }',
      start(),
    ),
  cutoff: 9,
  ...{ ...steps, kelvin: 298 },
  peers: [
    {
      // In the small box the list of more steps would reach beyond half an edge.
      peer: gromacs({ name: 'GROMACS double', program: 'gmx_d', listSteps: count === 216 ? 3 : 6 }),
      atLeast: 0.9,
      constraintsAtLeast: 1.5,
    },
    { peer: lammps({ name: 'LAMMPS, damped shifted force' }), atLeast: null },
    { ...lammpsJsRattle, peer: lammpsJs({ name: 'lammps.js, plain cut', build: 'wasm-atomify' }) },
  ],
});

/** Rahman's state point, from a lattice that melts as it starts; 2.5 σ. */
const argon: MoleculeWorkload = {
  id: 'argon-4000',
  title: 'Lennard-Jones liquid of 4000, 2.5 σ',
  model: 'argon',
  problem: () =>
    particles(
      'molecules: { argon: 4000 }, density: 1.374, temperature: 2*94.4*K, seed: 1, ' +
        'forces: { lennard-jones: { cutoff: 2.5*3.405 } }',
    ),
  ...{ method: 'verlet', step: 5 * fs, cutoff: 2.5 * 3.405, warmSteps: 120, timedSteps: 300 },
  rounds: 5,
  ...{ keptSteps: 600, kelvin: 94.4 },
  peers: [
    { peer: gromacsDouble, atLeast: 0.9 },
    { peer: lammps({ name: 'LAMMPS opt', suffix: 'opt' }), atLeast: null },
    { peer: lammps({ name: 'LAMMPS' }), atLeast: null },
    { peer: lammpsJs({ name: 'lammps.js', build: 'wasm' }), atLeast: 4 },
  ],
};

/** Hexadecane at its density at 300 K, with the cut-off of TraPPE. LAMMPS cannot keep all bonds of a chain rigid. */
const hexadecane: MoleculeWorkload = {
  id: 'hexadecane-100',
  title: '100 hexadecanes, all bonds rigid, 14 Å',
  model: 'hexadecane',
  problem: () =>
    particles(
      'molecules: { hexadecane: 100 }, structure: liquid.xyz, temperature: 300*K, seed: 1, ' +
        'forces: { lennard-jones: { cutoff: 14 } }',
      liquid('hexadecane'),
    ),
  ...{ method: 'rattle', step: 2 * fs, cutoff: 14, warmSteps: 40, timedSteps: 200 },
  rounds: 5,
  ...{ keptSteps: 800, kelvin: 300 },
  peers: [
    {
      peer: gromacs({ name: 'GROMACS double, LINCS order 4, 4 iterations', program: 'gmx_d' }),
      ...{ atLeast: 0.9, constraintsAtLeast: 1 },
    },
    {
      peer: gromacs({ name: 'GROMACS double, SHAKE 1e-10', program: 'gmx_d', algorithm: 'shake' }),
      atLeast: null,
    },
  ],
};

export const workloads: readonly MoleculeWorkload[] = [
  clusterOf7,
  droplet(100, { warmSteps: 200, timedSteps: 1000, keptSteps: 1500, rounds: 5 }),
  droplet(1000, { warmSteps: 3, timedSteps: 12, keptSteps: 30, rounds: 3 }),
  liquidWater(216, () => liquid('tip3p-216'), { warmSteps: 40, timedSteps: 200, keptSteps: 800, rounds: 5 }),
  liquidWater(1000, () => liquid('tip3p'), { warmSteps: 20, timedSteps: 60, keptSteps: 150, rounds: 5 }),
  liquidWater(4096, () => eightfold('tip3p-512'), { warmSteps: 4, timedSteps: 14, keptSteps: 30, rounds: 3 }),
  argon,
  hexadecane,
];

export function workloadNamed(id: string): MoleculeWorkload {
  const found = workloads.find(workload => workload.id === id);
  if (found) return found;
  throw new Error(`there is no workload “${id}”; there are: ${workloads.map(one => one.id).join(', ')}`);
}

export function systemOf({ particles, name }: Problem): ParticleSystem {
  if (particles) return particles.system;
  throw new Error(`the problem “${name}” is not made of particles`);
}

/** What the peers are given. */
export function peerWorkload(workload: MoleculeWorkload, problem: Problem): PeerWorkload {
  const { step, cutoff, warmSteps, timedSteps } = workload;
  const model = modelNamed(workload.model);
  if (!model) throw new Error(`there is no model “${workload.model}”`);
  return { model, system: systemOf(problem), step, cutoff, warmSteps, timedSteps };
}

const looks = 100;

/** The steps of the long run: the warm ones are rounded up to a multiple of the spacing, where GROMACS writes its energies. */
export function longRun(workload: MoleculeWorkload): Pick<LongRun, 'warmSteps' | 'timedSteps' | 'spacing'> {
  const { warmSteps, keptSteps } = workload;
  const spacing = Math.max(1, Math.round(keptSteps / looks));
  return {
    warmSteps: spacing * Math.ceil(warmSteps / spacing),
    timedSteps: spacing * Math.floor(keptSteps / spacing),
    spacing,
  };
}
