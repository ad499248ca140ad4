// lammps.js as a program that waits for folders, runs the script of each and tells what LAMMPS printed. It sees a file system
// of its own, so the folder is copied there, and what it writes at the end is brought back.
//   fork(lammps-js-program.js, [module])   answers each folder with a Watched or { failure }

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { largestMemory } from '../../measure/memory.ts';
import type { Watched } from '../../measure/run-program.ts';
import { runScript } from '../lammps/lammps.ts';
import { endFile } from '../lammps/long-run.ts';

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

function run(folder: string): Watched {
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
  return { printed: `${lines.join('\n')}\n`, memory: largestMemory() };
}

process.on('message', (folder: string) => {
  try {
    process.send?.(run(folder));
  } catch (error) {
    process.send?.({ failure: [...lines.slice(-12), String(error)].join('\n') });
  }
});
