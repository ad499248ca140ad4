// Worker that runs the LAMMPS script of a folder in lammps.js. LAMMPS has a virtual file system: the folder is copied there, and
// the file of positions is copied back.
//   startWorker(worker.js, [file of the module])

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type MonitoredRun, ownPeakMemory, serve } from '../../measure/processes.ts';
import type { Calls, Creates } from '../javascript/motion.ts';

/** What is used of lammps.js 1.5. */
interface LammpsModule {
  readonly FS: Calls<'writeFile' | 'unlink'> &
    Calls<'readFile', string> &
    Calls<'analyzePath', { readonly exists: boolean }>;
  readonly LAMMPSWeb: Creates<Calls<'startWithArgs' | 'runFile' | 'stop'>>;
}
type LammpsPackage = Calls<'default', Promise<LammpsModule>>;

const { default: createModule } = (await import(pathToFileURL(process.argv[2]).href)) as LammpsPackage;
const lines: string[] = [];
const print = (line: string) => void lines.push(line);
const { FS, LAMMPSWeb } = await createModule({ print, printErr: print });

type Files = Readonly<Record<'folder' | 'script' | 'output', string>>;

function run({ folder, script, output }: Files): MonitoredRun {
  lines.length = 0;
  for (const name of readdirSync(folder)) FS.writeFile(name, readFileSync(join(folder, name), 'utf8'));
  const lammps = new LAMMPSWeb();
  lammps.startWithArgs(['-log', 'none']);
  lammps.runFile(script);
  lammps.stop();
  if (FS.analyzePath(output).exists) {
    writeFileSync(join(folder, output), FS.readFile(output, { encoding: 'utf8' }));
    FS.unlink(output);
  }
  return { printed: `${lines.join('\n')}\n`, memory: ownPeakMemory() };
}

const operations = {
  run(files: Files): MonitoredRun {
    try {
      return run(files);
    } catch (error) {
      throw new Error(['lammps.js failed:', ...lines.slice(-12), String(error)].join('\n'));
    }
  },
};
export type LammpsOperations = typeof operations;

serve(operations);
