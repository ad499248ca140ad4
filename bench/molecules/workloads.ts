// The molecular workloads: a start that all programs share, how we step it, and who else does. Constant energy, one thread.

import { modelNamed } from '../../src/particles/models/named-model.ts';
import type { ParticleSystem } from '../../src/particles/particle-system.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import { load } from '../../src/problem/load.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { gromacs } from './peers/gromacs.ts';
import { lammps } from './peers/lammps.ts';
import { lammpsJs } from './peers/lammps-js.ts';
import type { Peer, PeerWorkload } from './peers/peer.ts';
import { liquid, waterDroplet } from './starts.ts';

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
  ...{ warmSteps: 20_000, timedSteps: 100_000 },
  peers: [{ peer: lammpsRattle, atLeast: 1.3 }, { peer: gromacsDouble, atLeast: null }, lammpsJsRattle],
};

const droplet = (count: number, warmSteps: number, timedSteps: number): MoleculeWorkload => ({
  ...waters,
  id: `cluster-${count}`,
  title: `cluster of ${count} TIP3P, all pairs`,
  problem: () =>
    particles(
      `molecules: { tip3p: ${count} }, structure: droplet.xyz, temperature: 298*K, seed: 1`,
      waterDroplet(count),
    ),
  cutoff: null,
  ...{ warmSteps, timedSteps },
  peers: [{ peer: gromacsDouble, atLeast: 0.9 }, { peer: lammpsRattle, atLeast: 2 }, lammpsJsRattle],
});

/** From the equilibrated box of a thousand, or from a lattice that melts: the pairs are as many. */
const liquidWater = (count: number, warmSteps: number, timedSteps: number): MoleculeWorkload => ({
  ...waters,
  id: `water-${count}`,
  title: `liquid of ${count} TIP3P, 9 Å, reaction field`,
  problem: () =>
    particles(
      `molecules: { tip3p: ${count} }, ${count === 1000 ? 'structure: liquid.xyz' : 'density: 0.997'}, ` +
        'temperature: 298*K, seed: 1, ' +
        'forces: { lennard-jones: { cutoff: 9 }, coulomb: { mode: reaction field, cutoff: 9 } }',
      liquid('tip3p'),
    ),
  cutoff: 9,
  ...{ warmSteps, timedSteps },
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
  ...{ method: 'verlet', step: 5 * fs, cutoff: 2.5 * 3.405, warmSteps: 120, timedSteps: 400 },
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
  droplet(100, 200, 1500),
  droplet(1000, 3, 12),
  liquidWater(216, 40, 300),
  liquidWater(1000, 30, 90),
  liquidWater(4096, 4, 14),
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
