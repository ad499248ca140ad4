// npm run build: everything that the package holds, whether it was built before or not.
import { join } from 'node:path';
import { buildStudio, root, run } from './setup.mjs';

run(process.execPath, [join(root, 'scripts', 'compile.mjs')]);
buildStudio();
