import { vi } from 'vitest';

/** What is made where there is no WebAssembly: the plain versions, which are the judges of the kernels. */
export function plainly<T>(make: () => T): T {
  vi.stubGlobal('WebAssembly', undefined);
  const made = make();
  vi.unstubAllGlobals();
  return made;
}
