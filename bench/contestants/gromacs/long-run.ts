// Output of a long run of GROMACS: energies from its energy file, positions from its trajectory. Leap-frog has velocities at half
// steps only: its kinetic energy is the mean of those before and after, whose oscillation of order h² differs from that of
// velocity Verlet.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import { runProgram } from '../../measure/run-program.ts';
import type { LongRun, LongRunOutput } from '../molecule-program.ts';
import { lastFrame } from './trr-file.ts';

const { nm, kJ } = molecularUnits;

/** After mdrun with -deffnm run. */
export async function readLongRun(
  program: string,
  run: LongRun,
  folder: string,
): Promise<Omit<LongRunOutput, 'memory'>> {
  const choice = `printf 'Total-Energy\\n\\n' | ${program} -quiet energy`;
  await runProgram('sh', ['-c', `${choice} -f run.edr -o energy.xvg -xvg none -dp`], folder);
  const { positions, edges } = lastFrame(readFileSync(join(folder, 'run.trr')));
  return {
    energies: readEnergies(readFileSync(join(folder, 'energy.xvg'), 'utf8'), run),
    positions: positions.map(x => x * nm),
    edges: edges.map(edge => edge * nm),
  };
}

/** Rows “time energy” from t = 0; samples begin after the warm steps. */
export function readEnergies(
  table: string,
  { warmSteps, timedSteps, spacing }: Pick<LongRun, 'warmSteps' | 'timedSteps' | 'spacing'>,
): Float64Array {
  const rows = table
    .trim()
    .split('\n')
    .slice(warmSteps / spacing);
  const samples = timedSteps / spacing + 1;
  if (rows.length !== samples)
    throw new Error(`GROMACS wrote ${rows.length} energies after its warm steps, not ${samples}`);
  return Float64Array.from(rows, row => Number(row.trim().split(/\s+/)[1]) * kJ);
}
