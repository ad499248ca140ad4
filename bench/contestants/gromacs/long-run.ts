// A run of GROMACS that is looked at: energies from its energy file, positions from its trajectory.
// Leap-frog knows velocities at half steps only: its kinetic energy is the mean of those before and after, which swings by other
// amounts of order h² than that of velocity Verlet along the same motion.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import { runProgram } from '../../measure/run-program.ts';
import type { Seen } from '../../suites/molecules/conservation.ts';
import type { LongRun } from '../molecule-program.ts';
import { lastFrame } from './trr-file.ts';

const { nm, kJ } = molecularUnits;

/** After mdrun with -deffnm run. */
export async function readKept(program: string, run: LongRun, folder: string): Promise<Omit<Seen, 'memory'>> {
  const choice = `printf 'Total-Energy\\n\\n' | ${program} -quiet energy`;
  await runProgram('sh', ['-c', `${choice} -f run.edr -o energy.xvg -xvg none -dp`], folder);
  const { positions, edges } = lastFrame(readFileSync(join(folder, 'run.trr')));
  return {
    energies: readEnergies(readFileSync(join(folder, 'energy.xvg'), 'utf8'), run),
    positions: positions.map(x => x * nm),
    edges: edges.map(edge => edge * nm),
  };
}

/** Rows “time energy” from the very start; looks begin after the warm steps. */
export function readEnergies(
  table: string,
  { warmSteps, timedSteps, spacing }: Pick<LongRun, 'warmSteps' | 'timedSteps' | 'spacing'>,
): Float64Array {
  const rows = table
    .trim()
    .split('\n')
    .slice(warmSteps / spacing);
  const looks = timedSteps / spacing + 1;
  if (rows.length !== looks)
    throw new Error(`GROMACS wrote ${rows.length} energies after its warm steps, not ${looks}`);
  return Float64Array.from(rows, row => Number(row.trim().split(/\s+/)[1]) * kJ);
}
