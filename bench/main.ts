// node dist/bench/main.js [--json] [--rounds N] [--only NAME] [--solver NAME] [--save]

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from './checkout.ts';
import { bench } from './run.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean' },
    save: { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true },
    solver: { type: 'string' },
  },
});

const report = await bench({
  json: values.json ?? false,
  ...(values.rounds ? { rounds: Number(values.rounds) } : {}),
  ...(values.only ? { only: values.only } : {}),
  ...(values.solver ? { method: { solver: values.solver } } : {}),
});
if (values.save) {
  const file = join(checkoutRoot(), 'bench', 'results', 'engine.json');
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
