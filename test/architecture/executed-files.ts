// The files of src whose functions run while a piece of work is done, by V8's precise coverage. Functions of a module count,
// its top level does not: importing a file is not using it.

import { Session } from 'node:inspector/promises';
import { posix } from 'node:path';
import { root } from './source-files.ts';

/** Paths such as src/flows/verlet.ts, sorted. */
export async function executedFiles(work: () => void): Promise<string[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await session.post('Profiler.takePreciseCoverage');
  work();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  const source = posix.join(root.replaceAll('\\', '/'), 'src/');
  return result
    .filter(({ url, functions }) => url.includes(source) && functions.some(isCalled))
    .map(({ url }) => url.slice(url.indexOf(source) + source.length - 'src/'.length).replace(/\?.*/, ''))
    .sort();
}

interface CoveredFunction {
  readonly functionName: string;
  readonly ranges: readonly { readonly count: number }[];
}

const isCalled = ({ functionName, ranges }: CoveredFunction) => functionName !== '' && ranges[0].count > 0;
