// lammps.js, LAMMPS compiled to WebAssembly, on the start of a workload.

import { fileURLToPath } from 'node:url';
import { findPeer } from '../../peers/find.ts';
import { readRun, readWatched, writeTimed, writeWatched } from './lammps.ts';
import type { Peer } from './peer.ts';
import { runProgram, watchProgram } from './program.ts';

export interface LammpsJsChoice {
  readonly name: string;
  /** wasm: the small build, one thread; wasm-atomify: the one with rattle. */
  readonly build: 'wasm' | 'wasm-atomify';
}

export function lammpsJs({ name, build }: LammpsJsChoice): Peer {
  const program = fileURLToPath(new URL('./lammps-js-program.js', import.meta.url));
  const args = (folder: string) => [program, findPeer(`lammps.js/${build}`)?.file ?? '', folder];
  return {
    name,
    build: async () => {
      const found = findPeer(`lammps.js/${build}`);
      return found && `lammps.js ${found.version} (${build}), WebAssembly in Node ${process.versions.node}`;
    },
    async prepare(workload, folder) {
      writeTimed(workload, 'cut', folder);
      return async () =>
        readRun(await runProgram(process.execPath, args(folder), folder), workload.timedSteps);
    },
    async keep(run, folder) {
      writeWatched(run, 'cut', folder);
      return readWatched(await watchProgram(process.execPath, args(folder), folder), run, folder);
    },
  };
}
