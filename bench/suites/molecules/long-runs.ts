// The long runs of a workload: what every program keeps. Their times do not count, so they run two at a time.

import type { ParticleSystem } from '../../../src/particles/system.ts';
import { twoAtATime } from '../../measure/map-concurrent.ts';
import { type Kept, keptOf, type Looks, type Seen } from './conservation.ts';

export interface KeptResult {
  /** null where the run failed, or was not made. */
  readonly kept: Kept | null;
  /** Why it failed, or null. */
  readonly keptFailure: string | null;
}

/**
 * One result for each run; an error stands for a program that takes no part and has said why. The slowest stand last and
 * begin, so that nothing waits for them alone.
 */
export async function keepAll(
  runs: readonly ((() => Promise<Seen>) | Error)[],
  system: ParticleSystem,
  looks: Looks,
): Promise<KeptResult[]> {
  const results = await twoAtATime(runs.toReversed(), async run => {
    if (run instanceof Error) return { kept: null, keptFailure: null };
    try {
      return { kept: keptOf(await run(), system, looks), keptFailure: null };
    } catch (error) {
      return { kept: null, keptFailure: error instanceof Error ? error.message : String(error) };
    }
  });
  return results.reverse();
}
