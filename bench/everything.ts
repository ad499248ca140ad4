// All that the documentation shows, in one run: each suite in a process of its own, so that none warms up another.

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parts, type SuiteOptions } from './suite.ts';

export async function benchEverything(options: SuiteOptions): Promise<Record<string, unknown>> {
  if (options.only)
    throw new Error('name a suite to measure a part of it: bench alternatives --only pendulum');
  const found: Record<string, unknown> = {};
  for (const part of parts) {
    process.stderr.write(`${part}\n`);
    found[part] = runPart(part, options);
  }
  if (options.json) process.stdout.write(`${JSON.stringify(found, null, 2)}\n`);
  return found;
}

/** Its report, or its words on the screen. */
function runPart(part: string, { json, save, rounds }: SuiteOptions): unknown {
  const flags = [...(json ? ['--json'] : []), ...(save ? ['--save'] : [])];
  const program = fileURLToPath(new URL('./main.js', import.meta.url));
  const { status, stdout } = spawnSync(
    process.execPath,
    [program, part, ...flags, ...(rounds ? ['--rounds', String(rounds)] : [])],
    { stdio: ['ignore', json ? 'pipe' : 'inherit', 'inherit'], encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`the suite ${part} ended with code ${status}`);
  return json ? JSON.parse(stdout) : null;
}
