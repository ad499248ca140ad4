// Makes the liquids of starts/: GROMACS brings molecules from a lattice, or grown chains, to equilibrium.
//   node dist/bench/molecules/make-starts.js [tip3p-216|tip3p-512|tip3p|hexadecane]        needs gmx, a few minutes

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from '../../../src/file/load.ts';
import { readGro } from '../../../src/particles/io/gro.ts';
import { modelNamed } from '../../../src/particles/models/named-models.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { runProgram } from '../../measure/run-program.ts';
import { startFile } from '../../measure/starts.ts';
import type { PeerWorkload } from '../molecule-program.ts';
import { runParameters, start, topology } from './input.ts';

interface Liquid {
  /** Of the file. */
  readonly name: string;
  readonly model: string;
  readonly molecules: number;
  readonly particles: string;
  readonly kelvin: number;
  /** Steps that a pair list is used for: in a small box there is no room for a wide one. */
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

function workloadOf({ model, molecules, particles, kelvin }: Liquid): PeerWorkload {
  const text = `particles: { molecules: { ${model}: ${molecules} }, ${particles}, temperature: ${kelvin}*K, seed: 1 }`;
  const system = load(text).particles?.system;
  const known = modelNamed(model);
  if (!system || !known) throw new Error(`there is no model “${model}”`);
  return { model: known, system, step: 2 * molecularUnits.fs, cutoff, warmSteps: 0, timedSteps: 0 };
}

/** Later lines win. */
function langevin(
  workload: PeerWorkload,
  { step, steps, friction }: (typeof stages)[number],
  { kelvin, listSteps }: Liquid,
) {
  const lines = [
    ...['integrator = sd', `dt = ${step}`, `nsteps = ${steps}`, 'tc-grps = System', `ref-t = ${kelvin}`],
    ...[`tau-t = ${1 / friction}`, 'ld-seed = 1', 'verlet-buffer-tolerance = 1e-3'],
  ];
  const replaced = new Set(lines.map(line => line.split(' ')[0]));
  const kept = runParameters(workload, { listSteps })
    .split('\n')
    .filter(line => !replaced.has(line.split(' ')[0]));
  return [...kept, ...lines, ''].join('\n');
}

async function equilibrate(liquid: Liquid, folder: string): Promise<string> {
  const workload = workloadOf(liquid);
  const gmx = (...args: string[]) => runProgram('gmx', ['-quiet', ...args], folder);
  writeFileSync(join(folder, 'start.gro'), start(workload));
  writeFileSync(join(folder, 'topology.top'), topology(workload));
  let from = 'start.gro';
  for (const stage of stages) {
    writeFileSync(join(folder, 'run.mdp'), langevin(workload, stage, liquid));
    await gmx('grompp', '-f', 'run.mdp', '-c', from, '-p', 'topology.top', '-o', 'run.tpr', '-maxwarn', '9');
    await gmx('mdrun', '-deffnm', 'run', '-ntmpi', '1', '-ntomp', '1', '-c', 'end.gro');
    from = 'end.gro';
  }
  return readFileSync(join(folder, 'end.gro'), 'utf8');
}

/** Name and place of each particle to 0.01 Å, as in GRO files; rods are restored by whoever reads it. */
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
for (const liquid of liquids.filter(({ name }) => wanted === undefined || name === wanted)) {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-starts-'));
  try {
    writeFileSync(startFile(liquid.name), extendedXyz(await equilibrate(liquid, folder), liquid));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
