// Worker that runs the LAMMPS script of a folder in lammps.js. LAMMPS has a virtual file system: the folder is copied there, and
// the file of positions is copied back.
//   startWorker(program.js, [file of the module])

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MonitoredRun, ownPeakMemory, serve } from '../../measure/processes.ts';
import { endFile, runScript } from '../lammps/lammps.ts';

/** What is used of lammps.js 1.5. */
interface LammpsModule {
  readonly FS: {
    writeFile(path: string, text: string): void;
    readFile(path: string, options: { encoding: 'utf8' }): string;
    analyzePath(path: string): { readonly exists: boolean };
    unlink(path: string): void;
  };
  readonly LAMMPSWeb: new () => {
    startWithArgs(flags: readonly string[]): void;
    runFile(path: string): void;
    stop(): void;
  };
}

type CreateModule = (options: {
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<LammpsModule>;

const { default: createModule } = (await import(pathToFileURL(process.argv[2]).href)) as {
  default: CreateModule;
};
const lines: string[] = [];
const print = (line: string) => void lines.push(line);
const { FS, LAMMPSWeb } = await createModule({ print, printErr: print });

function run(folder: string): MonitoredRun {
  lines.length = 0;
  for (const name of readdirSync(folder)) FS.writeFile(name, readFileSync(join(folder, name), 'utf8'));
  const lammps = new LAMMPSWeb();
  lammps.startWithArgs(['-log', 'none']);
  lammps.runFile(runScript);
  lammps.stop();
  if (FS.analyzePath(endFile).exists) {
    writeFileSync(join(folder, endFile), FS.readFile(endFile, { encoding: 'utf8' }));
    FS.unlink(endFile);
  }
  return { printed: `${lines.join('\n')}\n`, memory: ownPeakMemory() };
}

const operations = {
  run(folder: string): MonitoredRun {
    try {
      return run(folder);
    } catch (error) {
      throw new Error(['lammps.js failed:', ...lines.slice(-12), String(error)].join('\n'));
    }
  },
};
export type LammpsOperations = typeof operations;

serve(operations);
