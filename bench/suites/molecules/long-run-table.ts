// What every program keeps in the long run of a workload, as a Markdown table.

import { markdownTable } from '../../table-text.ts';
import type { KeptResult } from './long-runs.ts';

/** How to read the tables. */
export const keptLegend = [
  'What is kept is told by a longer run of each program, not timed, whose energy is looked at 30 to 100 times after the warm steps:',
  'the largest difference from the first look, and the slope of a straight line with its standard error, random walk included.',
  'Such short runs cannot show a small drift, and what swings slowly passes for one. Rods are looked at after the last step; memory',
  'is the largest resident memory of the process.',
  '',
  '- Leap-frog: the kinetic energy of GROMACS is a mean of half steps, which swings otherwise than that of velocity Verlet, mostly farther.',
  '- Plain cut: Coulomb energies end abruptly at the cut-off, and jump where charges cross it.',
  '- lammps.js with rattle is a build with threads, whose workers take most of its memory while it is loaded.',
];

const headings = [
  'program',
  'worst energy error, kcal/mol per particle',
  'drift, kT/ns per degree of freedom',
  'worst rod, relative',
  'memory, MB',
];

export interface KeptRun {
  readonly keptSteps: number;
  readonly keptPicoseconds: number;
  /** Of kT in the drift. */
  readonly kelvin: number;
}

type Named = KeptResult & { readonly name: string };

export function keptSection(
  { keptSteps, keptPicoseconds, kelvin }: KeptRun,
  all: readonly Named[],
): string[] {
  return [
    '',
    `What is kept over ${keptSteps} steps (${keptPicoseconds} ps); kT is that of ${kelvin} K.`,
    '',
    ...markdownTable([headings, ...all.map(row)]),
    ...failures(all),
  ];
}

function row({ name, kept }: Named): string[] {
  if (!kept) return [name, '–', '–', '–', '–'];
  const { energyError, drift, driftError, rodError, memory } = kept;
  return [
    name,
    energyError.toExponential(1),
    withError(drift, driftError),
    rodError === null ? '–' : rodError.toExponential(0),
    memory === null ? '–' : (memory / 2 ** 20).toFixed(0),
  ];
}

/** The error with two digits, the value to the same place. */
export function withError(value: number, error: number): string {
  const places = error > 0 ? Math.max(0, 1 - Math.floor(Math.log10(error))) : 3;
  return `${value.toFixed(Math.min(places, 20))} ± ${error.toFixed(Math.min(places, 20))}`;
}

function failures(all: readonly Named[]): string[] {
  const lines = all.flatMap(({ name, keptFailure }) =>
    keptFailure ? `- ${name}, long run: ${keptFailure}` : [],
  );
  return lines.length > 0 ? ['', ...lines] : [];
}
