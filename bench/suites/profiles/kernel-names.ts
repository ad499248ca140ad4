// Names of the functions in the particle kernels. The binary in src has no names, to save space; here it is compiled again with
// names, and its code is compared.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { particlesBinary } from '../../../src/kernels/wasm/host/particles-binary.ts';
import { checkoutRoot } from '../../checkout.ts';
import { functionNames, withoutCustomSections } from './wasm-binary.ts';

export type FunctionNames = ReadonlyMap<number, string>;

export const particleKernels = Buffer.from(particlesBinary, 'base64');

/** By index, as “settle/turnInPlane”. Where the kernels cannot be compiled, or have changed since: those that are exported. */
export function particleNames(): FunctionNames {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-names-'));
  try {
    const file = join(folder, 'named.wasm');
    const options = { cwd: checkoutRoot(), stdio: 'pipe' } as const;
    execFileSync(process.execPath, ['scripts/kernels.mjs', '--named', file], options);
    const named = readFileSync(file);
    const isSame = withoutCustomSections(named).equals(particleKernels);
    return isSame ? shortened(functionNames(named)) : functionNames(particleKernels);
  } catch {
    return functionNames(particleKernels);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const shortened = (names: FunctionNames) =>
  new Map([...names].map(([index, name]) => [index, name.replace('src/kernels/wasm/assembly/', '')]));

/** The names of a module: of the particle kernels those given, of a module that was generated those it exports. */
export function namesOf(module: Buffer, ofParticles: FunctionNames): FunctionNames {
  if (module.equals(particleKernels)) return ofParticles;
  return new Map([...functionNames(module)].map(([index, name]) => [index, `generated/${name}`]));
}
