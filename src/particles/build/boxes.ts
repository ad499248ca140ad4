// A periodic box of molecules on a lattice, each with a random orientation: a starting configuration for liquids, to be equilibrated.

import type { MoleculeModel } from '../models/molecule-model.ts';
import { type Assembly, type Component, moleculesOf } from './assemble.ts';
import { type BoxSize, boxOf } from './box-size.ts';
import { boxSites, clearancePart, fillSites } from './fill.ts';
import { randomRotation } from './orientation.ts';

/** What a box of molecules on a lattice is made of. */
export interface LatticeBox {
  readonly components: readonly Component[];
  readonly size: BoxSize;
  readonly seed: number;
}

/** Throws when molecules cannot be placed at least 0.8 σ apart; the message has the distance and the pair. */
export function latticeBox({ components, size, seed }: LatticeBox): Assembly {
  const box = boxOf(components, size);
  refuseOwnImages(components, Math.min(...box.edges));
  const sites = boxSites(box, moleculesOf(components).length);
  return fillSites({ components, sites, box, seed, turn: randomRotation });
}

/** In every orientation a molecule must be as far from its own image as from other molecules. */
function refuseOwnImages(components: readonly Component[], edge: number): void {
  for (const { model } of components) {
    const needed = diameter(model) + clearancePart * Math.max(...model.kinds.map(({ sigma }) => sigma));
    if (edge < needed)
      throw new RangeError(
        `a box of ${edge.toFixed(2)} Å is too narrow for ${model.name}, which needs ${needed.toFixed(2)} Å to keep clear of its own images`,
      );
  }
}

function diameter({ shape }: MoleculeModel): number {
  let longest = 0;
  for (let i = 0; i < shape.length; i += 3)
    for (let j = 0; j < i; j += 3)
      longest = Math.max(
        longest,
        Math.hypot(shape[i] - shape[j], shape[i + 1] - shape[j + 1], shape[i + 2] - shape[j + 2]),
      );
  return longest;
}
