// Makes the liquids of bench/starts: GROMACS equilibrates molecules on a lattice, or grown chains.
//   node dist/bench/contestants/gromacs/make-starts.js [tip3p-216|tip3p-512|tip3p|hexadecane]        needs gmx, a few minutes

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../../src/file/load.ts';
import { readGro } from '../../../src/particles/io/gro.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { startFile } from '../../measure/problem.ts';
import { runProgram } from '../../measure/processes.ts';
import { withFolder } from '../../suite.ts';
import type { MoleculeRun } from '../molecule-program.ts';
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

const water = { model: 'tip3p', particles: 'density: 0.997', kelvin: 298, listSteps: 10 };

const liquids: readonly Liquid[] = [
  { ...water, name: 'tip3p-216', molecules: 216, listSteps: 1 },
  { ...water, name: 'tip3p-512', molecules: 512 },
  { ...water, name: 'tip3p', molecules: 1000 },
  {
    name: 'hexadecane',
    model: 'hexadecane',
    ...{ molecules: 100, particles: 'density: 0.77, start: grown', kelvin: 300, listSteps: 10 },
  },
];

const cutoff = 9;
/** First short steps with strong friction, then the usual ones. */
const stages = [
  { step: 0.0005, steps: 10_000, friction: 20 },
  { step: 0.002, steps: 50_000, friction: 2 },
];

function runOf({ model, molecules, particles, kelvin }: Liquid): MoleculeRun {
  const text = `particles: { molecules: { ${model}: ${molecules} }, ${particles}, temperature: ${kelvin}*K, seed: 1 }`;
  const system = load(text).particles?.system;
  const known = modelNamed(model);
  if (!system || !known) throw new Error(`there is no model “${model}”`);
  return { model: known, system, step: 2 * molecularUnits.fs, cutoff, warmSteps: 0, timedSteps: 0 };
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
