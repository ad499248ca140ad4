// The input of GROMACS: topology, start and run parameters. Lengths in nm, energies in kJ/mol, times in ps.

import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { type MoleculeRun, velocities } from '../molecule-program.ts';

const { nm, ps, kJ } = molecularUnits;

export interface RunChoice {
  /** For molecules other than rigid water, whose constraints are solved by SETTLE. */
  readonly algorithm?: 'lincs' | 'shake';
  /** Steps between pair lists; GROMACS chooses the buffer accordingly. */
  readonly listSteps?: number;
  /** Steps between samples of the energy; positions are then written at the end. Without it nothing is written. */
  readonly energyInterval?: number;
}

export const isRigidWater = ({ sites, rods }: MoleculeModel) => sites.length === 3 && rods.length === 3;

export function topology({ model, system }: MoleculeRun): string {
  const { name, sites, kinds } = model;
  const typeOf = new Map(sites.map(site => [site.kind, site]));
  const atomTypes = kinds.map(({ name: kind, sigma, epsilon }) => {
    const { mass, charge } = typeOf.get(kind) ?? sites[0];
    return `${kind} ${mass} ${charge} A ${sigma / nm} ${epsilon / kJ}`;
  });
  const atoms = sites.map(
    ({ kind, name: atom, charge, mass }, i) =>
      `${i + 1} ${kind} 1 ${name} ${atom} ${i + 1} ${charge} ${mass}`,
  );
  const exclusions = model.excluded.map(([i, j]) => `${i + 1} ${j + 1}`);
  return [
    section('defaults', ['1 2 no 1.0 1.0']),
    section('atomtypes', atomTypes),
    section('moleculetype', [`${name} 0`]),
    section('atoms', atoms),
    ...rigidSections(model),
    ...bondedSections(model),
    section('exclusions', exclusions),
    section('system', [model.title]),
    section('molecules', [`${name} ${system.moleculeNames.length}`]),
  ].join('\n');
}

function section(name: string, lines: readonly string[]): string {
  return lines.length > 0 ? `[ ${name} ]\n${lines.join('\n')}\n` : '';
}

function rigidSections(model: MoleculeModel): string[] {
  const { rods } = model;
  if (isRigidWater(model)) return [section('settles', [`1 1 ${rods[0].length / nm} ${rods[2].length / nm}`])];
  return [
    section(
      'constraints',
      rods.map(({ a, b, length }) => `${a + 1} ${b + 1} 1 ${length / nm}`),
    ),
  ];
}

function bondedSections({ angles, dihedrals }: MoleculeModel): string[] {
  const degrees = 180 / Math.PI;
  return [
    section(
      'angles',
      angles.map(
        ({ i, j, k, theta0, stiffness }) =>
          `${i + 1} ${j + 1} ${k + 1} 1 ${theta0 * degrees} ${stiffness / kJ}`,
      ),
    ),
    section(
      'dihedrals',
      dihedrals.map(({ i, j, k, l, coefficients }) =>
        [i + 1, j + 1, k + 1, l + 1, 3, ...coefficients.map(C => C / kJ)].join(' '),
      ),
    ),
  ];
}

/** A GRO file with twelve decimals. A cluster is in the centre of a box so large that it does not interact with its images. */
export function start(workload: MoleculeRun): string {
  const { system } = workload;
  const v = velocities(system);
  const edges = system.box?.edges ?? Array(3).fill(2.1 * reachOf(workload));
  const shift = system.box ? 0 : edges[0] / 2;
  const number = (value: number) => value.toFixed(12).padStart(17);
  const five = (value: number) => String(value % 100_000).padStart(5);
  const atoms = system.names.map((name, i) => {
    const at = [0, 1, 2].map(k => number((system.positions[3 * i + k] + shift) / nm));
    const speed = [0, 1, 2].map(k => number((v[3 * i + k] * ps) / nm));
    const molecule = system.molecule[i];
    const label = `${five(molecule + 1)}${system.moleculeNames[molecule].padEnd(5)}${name.padStart(5)}`;
    return `${label}${five(i + 1)}${at.join('')}${speed.join('')}`;
  });
  return ['start', system.count, ...atoms, edges.map(edge => (edge / nm).toFixed(12)).join(' '), ''].join(
    '\n',
  );
}

/** The cut-off, or twice the diameter of a cluster, which it does not outgrow in a short run. */
function reachOf({ system: { positions }, cutoff }: MoleculeRun): number {
  if (cutoff !== null) return cutoff;
  let farthest = 0;
  for (let i = 0; i < positions.length; i += 3)
    farthest = Math.max(farthest, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
  return Math.max(20, 4 * farthest);
}

/**
 * Leap-frog at constant energy. All pairs: one list of everything. With a
 * cut-off: GROMACS' own dual list with a buffer for so small an error that the energy is conserved.
 */
export function runParameters(
  workload: MoleculeRun,
  { algorithm = 'lincs', listSteps = 10, energyInterval = 0 }: RunChoice = {},
): string {
  const nsteps = workload.warmSteps + workload.timedSteps;
  const reach = reachOf(workload) / nm;
  const isCharged = workload.model.sites.some(({ charge }) => charge !== 0);
  const lists =
    workload.cutoff === null
      ? ['verlet-buffer-tolerance = -1', 'nstlist = 1000000000', `rlist = ${reach}`, 'coulombtype = Cut-off']
      : [
          `verlet-buffer-tolerance = ${listError}`,
          `nstlist = ${listSteps}`,
          `coulombtype = ${isCharged ? 'Reaction-Field' : 'Cut-off'}`,
          'epsilon-rf = 0',
        ];
  return [
    'integrator = md',
    `dt = ${workload.step / ps}`,
    `nsteps = ${nsteps}`,
    ...[
      `nstenergy = ${energyInterval}`,
      `nstcalcenergy = ${energyInterval}`,
      `nstxout = ${energyInterval > 0 ? nsteps : 0}`,
    ],
    ...['nstlog = 0', 'comm-mode = None', 'continuation = yes'],
    ...lists,
    `rvdw = ${reach}`,
    `rcoulomb = ${reach}`,
    `constraint-algorithm = ${algorithm}`,
    ...['lincs-order = 4', 'lincs-iter = 4', 'shake-tol = 1e-10'],
    '',
  ].join('\n');
}

/**
 * kJ/mol/ps for each particle that GROMACS may gain or lose through pairs missing in its list. In 40 ps of liquid water
 * its default, 0.005, drifts by 0.2 kT/ns per degree of freedom, this by 0.002(1) with lists of 6 steps.
 */
const listError = 1e-5;

export interface Thermostat {
  readonly kelvin: number;
  /** 1/ps. */
  readonly friction: number;
  readonly seed: number;
  readonly listSteps: number;
}

/** Langevin dynamics: the parameters of a run at constant energy, with lines in place of those of the same key. */
export function langevinParameters(
  run: MoleculeRun,
  { kelvin, friction, seed, listSteps }: Thermostat,
  lines: readonly string[],
): string {
  const own = ['integrator = sd', 'tc-grps = System', `ref-t = ${kelvin}`, `tau-t = ${1 / friction}`];
  const added = [...own, `ld-seed = ${seed}`, ...lines];
  const keys = new Set(added.map(line => line.split(' ')[0]));
  const others = runParameters(run, { listSteps }).split('\n');
  return [...others.filter(line => !keys.has(line.split(' ')[0])), ...added, ''].join('\n');
}
