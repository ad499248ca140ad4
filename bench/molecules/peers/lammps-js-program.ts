// lammps.js as a program: runs the script of a folder in a process of its own and prints what LAMMPS prints. It sees a file
// system of its own, so the folder is copied there, and what it writes at the end is brought back.
//   node lammps-js-program.js MODULE FOLDER

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runScript } from './lammps.ts';
import { endFile } from './lammps-kept.ts';

/** What is used of lammps.js 1.5. */
interface LammpsModule {
  readonly FS: {
    writeFile(path: string, text: string): void;
    readFile(path: string, options: { encoding: 'utf8' }): string;
    analyzePath(path: string): { readonly exists: boolean };
  };
  readonly LAMMPSWeb: new () => {
    startWithArgs(flags: readonly string[]): void;
    runFile(path: string): void;
  };
}

type CreateModule = (options: {
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<LammpsModule>;

const [file, folder] = process.argv.slice(2);
const { default: createModule } = (await import(pathToFileURL(file).href)) as { default: CreateModule };
const print = (line: string) => process.stdout.write(`${line}\n`);
const { FS, LAMMPSWeb } = await createModule({ print, printErr: print });
for (const name of readdirSync(folder)) FS.writeFile(name, readFileSync(join(folder, name), 'utf8'));
const lammps = new LAMMPSWeb();
lammps.startWithArgs(['-log', 'none']);
lammps.runFile(runScript);
if (FS.analyzePath(endFile).exists)
  writeFileSync(join(folder, endFile), FS.readFile(endFile, { encoding: 'utf8' }));
// The build with threads keeps its workers alive.
process.exit(0);
