// A program from the documentation, put into a folder of its own so that it can be checked and run as it stands.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './source-files.ts';

export interface Example {
  readonly folder: string;
  readonly file: string;
  remove(): void;
}

/** The sources stand in place of the package, so that no build is needed. */
export function fromSources(program: string): string {
  return program.replace(/(['"])cotangent\1/g, JSON.stringify(join(root, 'src/index.ts')));
}

export function writeExample(program: string): Example {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-example-'));
  const file = join(folder, 'example.ts');
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: true,
      rewriteRelativeImportExtensions: false,
      noUnusedLocals: false,
      rootDir: '/',
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: ['example.ts'],
  };
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  writeFileSync(file, fromSources(program));
  return { folder, file, remove: () => rmSync(folder, { recursive: true }) };
}

/** What the compiler has to say; '' when nothing. */
export function typeErrors({ folder }: Example): string {
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { stdout, stderr, status } = spawnSync(process.execPath, [compiler, '-p', folder], {
    encoding: 'utf8',
  });
  return status === 0 ? '' : `${stdout}${stderr}`;
}
