// node dist/bench/main.js [SUITE] [--json] [--rounds N] [--only NAME] [--save]: what `cotangent bench` runs, without the rest
// of the command line.

import { parseArgs } from 'node:util';
import { runSuite } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    save: { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
});

const { rounds, ...rest } = values;
await runSuite(positionals[0] ?? 'everything', { ...rest, ...(rounds ? { rounds: Number(rounds) } : {}) });
