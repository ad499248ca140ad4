// The report of the suite `molecules`, as data and as Markdown.

import { growthExponent } from '../../measure/drift.ts';
import { digits, orDash, section, tableOf, verdict, withError } from '../../report.ts';
import type { Machine } from '../../suite.ts';
import type { LongRunResult } from './conservation.ts';

export interface ProgramResult extends LongRunResult {
  readonly name: string;
  /** Version, precision, instructions; null when not installed. */
  readonly build: string | null;
  readonly failure: string | null;
  readonly stepsPerSecond: number | null;
  /** Solutions of all constraints per second, by the program's own account. */
  readonly constraintsPerSecond: number | null;
  /** Median over the rounds of our steps per second divided by theirs in the same round. */
  readonly ratio: number | null;
  readonly atLeast: number | null;
  readonly constraintRatio: number | null;
  readonly constraintsAtLeast: number | null;
  readonly met: boolean | null;
}

export interface OwnResult extends LongRunResult {
  readonly parts: readonly string[];
  readonly stepsPerSecond: number;
  readonly constraintsPerSecond: number | null;
}

export interface WorkloadResult {
  readonly id: string;
  readonly title: string;
  readonly particles: number;
  readonly timedSteps: number;
  readonly rounds: number;
  /** What is counted as constrained, and how many; null without constraints. */
  readonly unit: 'waters' | 'bonds' | null;
  readonly constrained: number;
  readonly ours: OwnResult | null;
  /** Why ours failed, or null. */
  readonly failure: string | null;
  readonly peers: readonly ProgramResult[];
  /** Of the long run; kelvin: of kT in the drift. */
  readonly keptSteps: number;
  readonly keptPicoseconds: number;
  readonly kelvin: number;
}

export interface MoleculeReport {
  readonly date: string;
  readonly machine: Machine;
  readonly workloads: readonly WorkloadResult[];
  /** Whether every bar that could be measured is met; null without any other program. */
  readonly met: boolean | null;
}

const legend = [
  'Conservation is measured in a longer run of each program, not timed, whose energy is sampled 30 to 100 times after the warm steps:',
  'the largest difference from the first sample, and the slope of a straight line with its standard error, random walk included.',
  'Such short runs cannot show a small drift, and a slow oscillation looks like one. Rods are measured after the last step; memory',
  'is the largest resident memory of the process.',
  '',
  '- Leap-frog: the kinetic energy of GROMACS is a mean of half steps, which oscillates differently from that of velocity Verlet, mostly more.',
  '- Plain cut: Coulomb energies end abruptly at the cut-off, and jump where charges cross it.',
  '- lammps.js with rattle is a build with threads, whose workers take most of its memory while it is loaded.',
  '',
];

export function formatMolecules({ date, machine, workloads }: MoleculeReport): string {
  const builds = workloads.flatMap(({ peers }) => peers.flatMap(({ build }) => build ?? []));
  return [
    `One thread, medians of the rounds. ${date}, ${machine.processor}, Node ${machine.node}.`,
    '',
    ...legend,
    ...workloads.flatMap(workloadSection),
    ...growthSection(workloads),
    ...[...new Set(builds)].map(build => `- ${build}`),
  ].join('\n');
}

const ratioText = (value: number | null) => orDash(value, ratio => `${ratio.toFixed(2)}×`);

type Row = LongRunResult &
  Pick<ProgramResult, 'name' | 'stepsPerSecond' | 'constraintsPerSecond' | 'failure'>;

/** Ours, where there is a result, then the other programs. */
const rowsOf = ({ ours, peers, failure }: WorkloadResult): readonly (Row | ProgramResult)[] => [
  ...(ours ? [{ name: 'ours', ...ours, failure }] : []),
  ...peers,
];

function workloadSection(workload: WorkloadResult): string[] {
  const { title, particles, timedSteps, rounds, ours, failure, peers, unit, constrained } = workload;
  const other = (text: (peer: ProgramResult) => string) => (row: Row | ProgramResult) =>
    'ratio' in row ? text(row) : '';
  const failures = [{ name: 'ours', failure }, ...peers].filter(one => one.failure !== null);
  const parts = ours && ours.parts.length > 0 ? ` Ours: ${ours.parts.join(', ')}.` : '';
  return [
    ...section(
      title,
      `${particles} particles, ${timedSteps} steps in each of ${rounds} rounds${unit ? `, constraints in ${unit}` : ''}.${parts}`,
      tableOf(rowsOf(workload), {
        program: ({ name }) => name,
        'steps/s': ({ stepsPerSecond }) => orDash(stepsPerSecond, digits),
        'ours / theirs': other(({ ratio }) => ratioText(ratio)),
        'at least': other(({ atLeast }) => ratioText(atLeast)),
        'constraints/s': ({ constraintsPerSecond }) =>
          orDash(constraintsPerSecond, solves => (solves * constrained).toExponential(1)),
        'ours / theirs, constraints': other(({ constraintRatio }) => ratioText(constraintRatio)),
        'at least, constraints': other(({ constraintsAtLeast }) => ratioText(constraintsAtLeast)),
        met: other(({ met }) => verdict(met)),
      }),
    ),
    ...failures.map(one => `- ${one.name}: ${one.failure}`),
    ...(failures.length > 0 ? [''] : []),
    ...conservationLines(workload),
  ];
}

function conservationLines(workload: WorkloadResult): string[] {
  const { keptSteps, keptPicoseconds, kelvin } = workload;
  const rows = rowsOf(workload);
  const failed = rows.filter(({ keptFailure }) => keptFailure !== null);
  return [
    `Conservation over ${keptSteps} steps (${keptPicoseconds} ps); kT at ${kelvin} K.`,
    '',
    ...tableOf(rows, {
      program: ({ name }) => name,
      'worst energy error, kcal/mol per particle': ({ kept }) =>
        orDash(kept?.energyError, error => error.toExponential(1)),
      'drift, kT/ns per degree of freedom': ({ kept }) =>
        kept ? withError(kept.drift, kept.driftError) : '–',
      'worst rod, relative': ({ kept }) => orDash(kept?.rodError, error => error.toExponential(0)),
      'memory, MB': ({ kept }) => orDash(kept?.memory, bytes => (bytes / 2 ** 20).toFixed(0)),
    }),
    '',
    ...failed.map(({ name, keptFailure }) => `- ${name}, long run: ${keptFailure}`),
    ...(failed.length > 0 ? [''] : []),
  ];
}

export interface SizedWorkload {
  readonly id: string;
  readonly particles: number;
  readonly ours: { readonly stepsPerSecond: number } | null;
  readonly peers: readonly { readonly name: string; readonly stepsPerSecond: number | null }[];
}

/** Workloads of one kind by the prefix of their names; the cluster of seven fits into the nearest cache and is left out. */
const kinds = [
  { title: 'liquid', prefix: 'water-', least: 0 },
  { title: 'cluster, all pairs', prefix: 'cluster-', least: 300 },
];

/** Growth of the time of a step with the number of waters. */
export function growthSection(workloads: readonly SizedWorkload[]): string[] {
  const rows = kinds.flatMap(({ title, prefix, least }) => {
    const chosen = workloads.filter(({ id, particles }) => id.startsWith(prefix) && particles >= least);
    if (chosen.length < 2) return [];
    const [first, last] = [chosen[0], chosen[chosen.length - 1]].map(({ particles }) => particles / 3);
    return ['ours', ...chosen[0].peers.map(({ name }) => name)].map(name => ({
      ...{ waters: `${title}, ${first} to ${last}`, name, exponent: exponentOf(chosen, name) },
    }));
  });
  return section(
    'Growth with size',
    'Exponent e of the time of a step, ∝ Nᵉ, between the smallest and the largest number N of waters.',
    tableOf(rows, {
      waters: ({ waters }) => waters,
      program: ({ name }) => name,
      e: ({ exponent }) => orDash(exponent, e => e.toFixed(2)),
    }),
  );
}

function exponentOf(workloads: readonly SizedWorkload[], name: string): number | null {
  const points = workloads.flatMap(({ particles, ours, peers }) => {
    const one = name === 'ours' ? ours : peers.find(peer => peer.name === name);
    return one?.stepsPerSecond ? { size: particles, time: 1 / one.stepsPerSecond } : [];
  });
  return growthExponent(points);
}
