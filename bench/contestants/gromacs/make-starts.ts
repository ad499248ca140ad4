// Makes the liquids of bench/starts: GROMACS equilibrates molecules on a lattice, or grown chains.
//   node dist/bench/contestants/gromacs/make-starts.js [tip3p-216|tip3p-512|tip3p|hexadecane]        needs gmx, a few minutes

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../../src/file/load.ts';
import { readGro } from '../../../src/particles/io/gro.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { startFile, systemOf } from '../../measure/problem.ts';
import { runProgram } from '../../measure/processes.ts';
import { readDefinition, withFolder } from '../../suite.ts';
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
    await writeInput({ program: 'gmx', run, parameters, folder, from });
    await runProgram('gmx', mdrun(['-c', 'end.gro']), folder);
    from = 'end.gro';
  }
  return readFileSync(join(folder, 'end.gro'), 'utf8');
}

/** Name and position of each particle to 0.01 Å, as in GRO files; the reader restores the rods. */
function extendedXyz(gro: string, { model, kelvin }: Liquid): string {
  const { names, positions, box } = readGro(gro, 'end.gro');
  const [a, b, c] = box?.edges ?? [0, 0, 0];
  const lattice = `Lattice="${a} 0 0 0 ${b} 0 0 0 ${c}" Properties=species:S:1:pos:R:3`;
  const title = `title="${model} at ${kelvin} K after 105 ps of GROMACS 2022.5"`;
  const lines = names.map((name, i) =>
    [name, ...[0, 1, 2].map(k => Number(positions[3 * i + k].toFixed(2)))].join(' '),
  );
  return [names.length, `${lattice} ${title}`, ...lines, ''].join('\n');
}

const [wanted] = process.argv.slice(2);
for (const liquid of liquids.filter(({ name }) => wanted === undefined || name === wanted))
  await withFolder(async folder =>
    writeFileSync(startFile(liquid.name), extendedXyz(await equilibrate(liquid, folder), liquid)),
  );
