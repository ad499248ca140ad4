// lammps.js: LAMMPS compiled to WebAssembly. One process makes all runs of a workload: to load the build with rattle takes five
// seconds, and V8 has not finished compiling it in a short run.

import { programFile } from '../../checkout.ts';
import { oneThread, startWorker } from '../../measure/processes.ts';
import { findPackage } from '../contestant.ts';
import { preparedRuns } from '../lammps/lammps.ts';
import type { MoleculeProgram } from '../molecule-program.ts';
import type { LammpsOperations } from './program.ts';

export interface LammpsJsChoice {
  readonly name: string;
  /** wasm: the small build, one thread; wasm-atomify: the one with rattle. */
  readonly build: 'wasm' | 'wasm-atomify';
}

export function lammpsJs({ name, build }: LammpsJsChoice): MoleculeProgram {
  return {
    name,
    build: async () => {
      const found = findPackage(`lammps.js/${build}`);
      return found && `lammps.js ${found.version} (${build}), WebAssembly in Node ${process.versions.node}`;
    },
    async prepare(workload, folder) {
      const file = findPackage(`lammps.js/${build}`)?.file ?? '';
      const options = { env: { ...process.env, ...oneThread }, silent: true };
      const program = programFile('contestants/lammps-js/program.ts');
      const { request, pid, stop } = startWorker<LammpsOperations>(program, [file], options);
      const run = (where: string) => request('run', where);
      const prepared = preparedRuns(workload, { coulomb: 'cut', folder, run });
      // Warm-up: its code is compiled while it runs.
      await prepared.time().catch(error => {
        stop();
        throw error;
      });
      return { ...prepared, pid, stop };
    },
  };
}
