// The environment of an entry on the command line: problems are read from the catalogue's files.

import type { Lab } from '../../papers/entry.ts';
import { loadSource, readSource } from '../files/problem-source.ts';

export function createLab(effort: Lab['effort'], progress: Lab['progress']): Lab {
  return { effort, progress, problem: (name, set = {}) => loadSource(readSource(name), set).problem };
}
