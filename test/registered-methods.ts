// The test files of a worker share the modules of the library, which are read once instead of once for each file. Its only
// module state is the registry of methods (src/methods/registry.ts): what a test file defines leaves with it.

import { afterAll } from 'vitest';
import type { Method } from '../src/methods/method.ts';
import { methods } from '../src/methods/registry.ts';

const before = methods.length;
afterAll(() => {
  (methods as Method[]).length = before;
});
