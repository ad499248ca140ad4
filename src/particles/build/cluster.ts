// A ball of molecules in open space, on the points of a face-centred lattice nearest to its centre, with random orientations.
// A starting configuration only: anneal.ts finds the minimum of the energy from here.

import type { MoleculeModel } from '../models/molecule-model.ts';
import { type Assembly, type Component, moleculesOf } from './assemble.ts';
import { bareDistance } from './closest-pair.ts';
import { clusterSites, fillSites } from './fill.ts';
import { randomRotation } from './orientation.ts';

/** What a droplet in open space is made of. */
export interface Cluster {
  readonly components: readonly Component[];
  readonly seed: number;
}

/** Molecules on a ball-shaped lattice in open space, turned at random, far enough apart to feel no forces. */
export function cluster({ components, seed }: Cluster): Assembly {
  const models = moleculesOf(components);
  const spacing = Math.max(0, ...[...new Set(models)].map(nearestCentres));
  return fillSites({
    components,
    sites: clusterSites(models.length, spacing),
    box: null,
    seed,
    turn: randomRotation,
  });
}

/**
 * Distance of centres beyond which no pair repels, in any orientation: twice the radius of the molecule plus the minimum of U,
 * 2^(1/6) σ, or the minimum distance of particles without a core.
 */
function nearestCentres({ shape, sites, kinds }: MoleculeModel): number {
  const cores = new Map(
    kinds.map(({ name, epsilon, sigma }) => [name, epsilon > 0 ? 2 ** (1 / 6) * sigma : bareDistance]),
  );
  const n = sites.length;
  const mean = [0, 1, 2].map(k => sites.reduce((sum, _, i) => sum + shape[3 * i + k] / n, 0));
  const radii = sites.map(({ kind }, i) => {
    const fromMean = Math.hypot(...mean.map((m, k) => shape[3 * i + k] - m));
    return fromMean + (cores.get(kind) ?? 0) / 2;
  });
  return 2 * Math.max(...radii);
}
