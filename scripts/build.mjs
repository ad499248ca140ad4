// npm run build: everything that the package holds, whether it was built before or not.
import { join } from 'node:path';
import { buildStudio, buildTypes, compressStudio, root, run } from './setup.mjs';

run(process.execPath, [join(root, 'scripts', 'bundle.mjs')]);
buildTypes();
buildStudio();
compressStudio();
