// node dist/bench/main.js [engine|penalties|molecules|liquids] [--json] [--rounds N] [--only NAME] [--solver NAME] [--save]

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { checkoutRoot } from './checkout.ts';
import { benchLiquids } from './liquids/run.ts';
import { benchMolecules } from './molecules/run.ts';
import { benchPenalties } from './penalties/run.ts';
import { bench } from './run.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    save: { type: 'boolean' },
    rounds: { type: 'string' },
    only: { type: 'string', multiple: true },
    solver: { type: 'string' },
  },
});

const options = {
  json: values.json ?? false,
  ...(values.rounds ? { rounds: Number(values.rounds) } : {}),
  ...(values.only ? { only: values.only } : {}),
};
const suites: Record<string, () => Promise<unknown>> = {
  engine: () => bench({ ...options, ...(values.solver ? { method: { solver: values.solver } } : {}) }),
  penalties: () => benchPenalties(options),
  molecules: () => benchMolecules(options),
  liquids: () => benchLiquids(options),
};

const [suite = 'engine'] = positionals;
if (!(suite in suites))
  throw new Error(`there is no suite “${suite}”; there are: ${Object.keys(suites).join(', ')}`);
const report = await suites[suite]();
if (values.save) {
  const file = join(checkoutRoot(), 'bench', 'results', `${suite}.json`);
  writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
}
