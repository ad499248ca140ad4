// lammps.js, LAMMPS compiled to WebAssembly, on the start of a workload. One process makes all runs of a workload: to load
// the build with rattle takes five seconds, and the compiler of V8 is not done with it in a short run.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { oneThread, type Watched } from '../../measure/run-program.ts';
import { answerOf } from '../../measure/worker.ts';
import { preparedRuns } from '../lammps/lammps.ts';
import type { Peer } from '../molecule-program.ts';
import { findPeer } from '../npm/find-package.ts';

export interface LammpsJsChoice {
  readonly name: string;
  /** wasm: the small build, one thread; wasm-atomify: the one with rattle. */
  readonly build: 'wasm' | 'wasm-atomify';
}

export function lammpsJs({ name, build }: LammpsJsChoice): Peer {
  return {
    name,
    build: async () => {
      const found = findPeer(`lammps.js/${build}`);
      return found && `lammps.js ${found.version} (${build}), WebAssembly in Node ${process.versions.node}`;
    },
    async prepare(workload, folder) {
      const { run, pid, leave } = start(findPeer(`lammps.js/${build}`)?.file ?? '');
      const prepared = preparedRuns(workload, { coulomb: 'cut', folder, run });
      // A rehearsal, for its code too is compiled while it runs.
      await prepared.turn().catch(error => {
        leave();
        throw error;
      });
      return { ...prepared, pid, leave };
    },
  };
}

/** The program lammps-js-program.ts, with the module in this file. */
function start(file: string) {
  const program = fileURLToPath(new URL('./program.js', import.meta.url));
  const child = fork(program, [file], { env: { ...process.env, ...oneThread }, silent: true });
  return {
    async run(folder: string): Promise<Watched> {
      const answer = (await answerOf(child, folder)) as Watched | { readonly failure: string };
      if ('failure' in answer) throw new Error(`lammps.js failed:\n${answer.failure}`);
      return answer;
    },
    pid: child.pid,
    // The build with threads keeps its workers alive.
    leave: () => void child.kill(),
  };
}
