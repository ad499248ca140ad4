// What the steps of a walk keep, over a longer time than is timed.

import type { Prepared } from '../../contestants/contestant.ts';
import { askAnywhere } from '../../contestants/request.ts';
import { taskOf } from '../../contestants/task.ts';
import { type Drift, driftOf, worstEnergy } from '../../measure/energy.ts';
import type { Walk } from './workloads.ts';

export interface Kept {
  /** Largest |H − H₀|. */
  readonly energy: number;
  readonly drift: Drift;
  /** Largest |g|. */
  readonly constraint: number;
}

/** Looks at the walk, fewer where it has fewer steps. */
const mostSamples = 1000;

export async function keptBy(prepared: Prepared, walk: Walk): Promise<Kept | { readonly failure: string }> {
  const { step, lookUntil } = walk;
  const samples = Math.min(mostSamples, Math.round(lookUntil / step));
  const task = taskOf({ ...walk, until: lookUntil }, { settings: [step], milliseconds: 0, samples });
  const [reply] = await askAnywhere(prepared, task);
  if ('failure' in reply) return reply;
  const { energies, constraint } = reply;
  return { energy: worstEnergy(energies), drift: driftOf(energies, lookUntil), constraint };
}
