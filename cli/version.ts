// The version of this program, as its package says.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { casesFolder } from './problem-source.ts';

export const { version } = JSON.parse(readFileSync(join(casesFolder, '..', 'package.json'), 'utf8')) as {
  version: string;
};
