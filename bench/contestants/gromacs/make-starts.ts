// Makes the liquids of bench/starts: GROMACS equilibrates molecules on a lattice, or grown chains.
//   node dist/cli/bench-contestants-gromacs-make-starts.js [tip3p-216|tip3p-512|tip3p|hexadecane]        needs gmx, a few minutes

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../../src/file/load.ts';
import { readGro } from '../../../src/particles/io/gro.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { atomsOf, startFile, systemOf, xyzInBox } from '../../measure/problem.ts';
import { messageOf, runProgram } from '../../measure/processes.ts';
import { readDefinition, selected, withFolder } from '../../suite.ts';
import { knownModel, type MoleculeRun } from '../molecule-program.ts';
import { langevinParameters, mdrun, writeInput } from './gromacs.ts';

interface Liquid {
  /** Of the file. */
  readonly name: string;
  readonly model: string;
  readonly molecules: number;
  readonly particles: string;
  readonly kelvin: number;
  /** Steps between pair lists: a small box has no room for a wide buffer. */
  readonly listSteps: number;
}

interface Definition {
  readonly cutoff: number;
  readonly stages: readonly { readonly step: number; readonly steps: number; readonly friction: number }[];
  readonly liquids: readonly Liquid[];
}

const { cutoff, stages, liquids } = readDefinition<{ readonly starts: Definition }>('molecules').starts;

function runOf({ model, molecules, particles, kelvin }: Liquid): MoleculeRun {
  const text = `particles: { molecules: { ${model}: ${molecules} }, ${particles}, temperature: ${kelvin}*K, seed: 1 }`;
  const system = systemOf(load(text));
  return {
    model: knownModel(model),
    system,
    step: 2 * molecularUnits.fs,
    cutoff,
    warmSteps: 0,
    timedSteps: 0,
  };
}

async function equilibrate(liquid: Liquid, folder: string): Promise<string> {
  const { kelvin, listSteps } = liquid;
  const run = runOf(liquid);
  let from = 'start.gro';
  for (const { step, steps, friction } of stages) {
    const parameters = langevinParameters(
      run,
      { kelvin, friction, seed: 1, listSteps },
      { dt: step, nsteps: steps, 'verlet-buffer-tolerance': 1e-3 },
    );
    await writeInput('gmx', run, parameters, folder, from);
    await runProgram('gmx', mdrun(['-c', 'end.gro']), folder);
    from = 'end.gro';
  }
  return readFileSync(join(folder, 'end.gro'), 'utf8');
}

/** Name and position of each particle to 0.01 Å, as in GRO files; the reader restores the rods. */
function extendedXyz(gro: string, { model, kelvin }: Liquid): string {
  const structure = readGro(gro, 'end.gro');
  const positions = structure.positions.map(x => Number(x.toFixed(2)));
  const title = ` title="${model} at ${kelvin} K after 105 ps of GROMACS 2022.5"`;
  return xyzInBox(structure.box?.edges ?? [0, 0, 0], title, atomsOf({ ...structure, positions }));
}

const names = process.argv.slice(2);
try {
  for (const liquid of selected(liquids, names.length > 0 ? names : undefined))
    await withFolder(async folder =>
      writeFileSync(startFile(liquid.name), extendedXyz(await equilibrate(liquid, folder), liquid)),
    );
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
}
