// lammps.js as a program: runs start.in of a folder and so many steps more in a process of its own and prints what LAMMPS prints.
//   node lammps-js-program.js MODULE FOLDER STEPS

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { startScript } from './lammps.ts';

/** What is used of lammps.js 1.5. */
interface LammpsModule {
  readonly FS: { writeFile(path: string, text: string): void };
  readonly LAMMPSWeb: new () => {
    startWithArgs(flags: readonly string[]): void;
    runFile(path: string): void;
    runCommand(line: string): void;
  };
}

type CreateModule = (options: {
  print(line: string): void;
  printErr(line: string): void;
}) => Promise<LammpsModule>;

const [file, folder, steps] = process.argv.slice(2);
const { default: createModule } = (await import(pathToFileURL(file).href)) as { default: CreateModule };
const print = (line: string) => process.stdout.write(`${line}\n`);
const { FS, LAMMPSWeb } = await createModule({ print, printErr: print });
for (const name of readdirSync(folder)) FS.writeFile(name, readFileSync(join(folder, name), 'utf8'));
const lammps = new LAMMPSWeb();
lammps.startWithArgs(['-log', 'none']);
lammps.runFile(startScript);
lammps.runCommand(`run ${steps}`);
// The build with threads keeps its workers alive.
process.exit(0);
