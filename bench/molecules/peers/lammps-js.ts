// lammps.js, LAMMPS compiled to WebAssembly, on the start of a workload. It is no dependency: it runs where it is found,
// in node_modules or on NODE_PATH.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readRun, writeInput } from './lammps.ts';
import type { Peer } from './peer.ts';
import { runProgram } from './program.ts';

export interface LammpsJsChoice {
  readonly name: string;
  /** wasm: the small build, one thread; wasm-atomify: the one with rattle. */
  readonly build: 'wasm' | 'wasm-atomify';
}

const packageName = 'lammps.js';
const { resolve } = createRequire(import.meta.url);

export function lammpsJs({ name, build }: LammpsJsChoice): Peer {
  const program = fileURLToPath(new URL('./lammps-js-program.js', import.meta.url));
  return {
    name,
    build: async () => {
      const file = moduleFile(build);
      return (
        file && `lammps.js ${versionBeside(file)} (${build}), WebAssembly in Node ${process.versions.node}`
      );
    },
    async prepare(workload, folder) {
      writeInput(workload, 'cut', folder);
      const { timedSteps } = workload;
      const args = [program, moduleFile(build) ?? '', folder, String(timedSteps)];
      return async () => {
        const { stdout } = await runProgram(process.execPath, args, folder);
        const seconds = Number(stdout.trimEnd().split('\n').at(-1));
        return { secondsPerStep: seconds / timedSteps, ...readRun(stdout, timedSteps) };
      };
    },
  };
}

/** The file of the build, or null where lammps.js is not installed. */
function moduleFile(build: string): string | null {
  try {
    return resolve(`${packageName}/${build}`);
  } catch {
    return null;
  }
}

/** Its package.json cannot be asked for by name. */
function versionBeside(file: string): string {
  const { version } = JSON.parse(readFileSync(join(dirname(file), '..', '..', 'package.json'), 'utf8'));
  return String(version);
}
