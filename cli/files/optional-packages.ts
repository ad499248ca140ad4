// Packages that only some outputs need: optional peers of ours, so that neither the library nor a plain run installs them.

import { UserError } from '../user-error.ts';

/** “H5MD files need the package h5wasm: npm install h5wasm”. */
export function missingPackages(what: string, names: readonly string[]): UserError {
  const packages = names.length > 1 ? 'packages' : 'package';
  return new UserError(`${what} need the ${packages} ${names.join(' and ')}: npm install ${names.join(' ')}`);
}

/** Whether an import failed since one of the packages is not installed. */
export function isMissing(error: unknown, names: readonly string[]): boolean {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  const notFound = code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
  return notFound && names.some(name => String(message).includes(name));
}
