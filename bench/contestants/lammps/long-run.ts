// Output of a long run of LAMMPS, for the native program and for lammps.js.

import type { LongRun, LongRunOutput } from '../molecule-program.ts';

/** File of the positions at the end. */
export const endFile = 'end.dump';

/**
 * Commands after the warm steps. The Lennard-Jones energy is shifted to 0 at the cut-off, as in the other programs: no force
 * changes, and truncated forces conserve this energy. LAMMPS cannot do so with the Coulomb energy of a plain cut-off.
 */
export function samplingCommands({ timedSteps, spacing }: LongRun): string[] {
  return [
    'pair_modify shift yes',
    'thermo_style custom step etotal',
    'thermo_modify norm no format float %.17g',
    `thermo ${spacing}`,
    `run ${timedSteps}`,
    `write_dump all custom ${endFile} id xu yu zu modify sort id format float %.17g`,
  ];
}

/** From standard output and the file of positions, which are those of whole molecules. */
export function readLongRun(printed: string, dump: string, run: LongRun): Omit<LongRunOutput, 'memory'> {
  return { energies: readEnergies(printed, run), positions: readPositions(dump), edges: null };
}

/** The last table with the columns “Step TotEng”, up to “Loop time”. */
export function readEnergies(
  printed: string,
  { timedSteps, spacing }: Pick<LongRun, 'timedSteps' | 'spacing'>,
): Float64Array {
  const [, table = ''] = [...printed.matchAll(/^ *Step +TotEng *\n([\s\S]*?)^Loop time/gm)].at(-1) ?? [];
  const rows = [...table.matchAll(/^ *\d+ +(\S+) *$/gm)];
  const samples = timedSteps / spacing + 1;
  if (rows.length !== samples) throw new Error(`LAMMPS printed ${rows.length} energies, not ${samples}`);
  return Float64Array.from(rows, ([, energy]) => Number(energy));
}

/** Rows “id x y z” in the order of the particles. */
export function readPositions(dump: string): Float64Array {
  const [, rows = ''] = /^ITEM: ATOMS id xu yu zu *\n([\s\S]*)/m.exec(dump) ?? [];
  return Float64Array.from(
    rows
      .trim()
      .split('\n')
      .flatMap(row => row.trim().split(/\s+/).slice(1)),
    Number,
  );
}
