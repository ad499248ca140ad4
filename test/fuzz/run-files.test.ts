// A few of the attacks on the files of a run that `npm run fuzz` makes in number.

import { expect, it } from 'vitest';

interface Attack {
  attack(options: { count: number; seed: number }): Promise<{ inputs: number; failures: unknown[] }>;
}

it.each([
  ['kills.mjs', 8],
  ['checkpoints.mjs', 150],
])('%s: %d inputs without a failure', async (file, count) => {
  const { attack } = (await import(new URL(file, import.meta.url).href)) as Attack;
  const { inputs, failures } = await attack({ count, seed: 1994 });
  expect(failures).toEqual([]);
  expect(inputs).toBeGreaterThanOrEqual(count);
});
