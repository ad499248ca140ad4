// Properties meet the same random cases in every run, so that what passed once passes again: other cases are sought on
// purpose. COTANGENT_FUZZ_SEED=7 npx vitest run test/fuzz test/unit draws them; fast-check prints the seed of a failure.

import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.COTANGENT_FUZZ_SEED ?? 1994) });
