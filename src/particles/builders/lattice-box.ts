// A periodic box of molecules on a lattice, each turned at random; a start for liquids, to be equilibrated.

import { type Assembly, type Component, moleculesOf } from './assemble.ts';
import { type BoxSize, boxOf } from './box-size.ts';
import { fillSites } from './fill.ts';
import { randomRotation } from './orientation.ts';
import { boxSites } from './sites.ts';

export interface LatticeBox {
  readonly components: readonly Component[];
  readonly size: BoxSize;
  readonly seed: number;
}

/** Throws when molecules cannot keep 0.8 σ apart, with the distance and the two that meet. */
export function latticeBox({ components, size, seed }: LatticeBox): Assembly {
  const box = boxOf(components, size);
  const sites = boxSites(box, moleculesOf(components).length);
  return fillSites({ components, sites, box, seed, turn: randomRotation });
}
