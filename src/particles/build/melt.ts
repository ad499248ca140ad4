// Chains side by side: all-trans, parallel to the longest edge of the box, in as many layers as fit, each rotated about its
// axis by a slightly different angle; a starting configuration for liquids of chains, to be equilibrated by a hot run.
// Condition: the box is longer than a chain plus the gap to its own image.

import { type NormalSource, uniform } from '../../random/philox.ts';
import type { MoleculeModel } from '../models/molecule-model.ts';
import type { Assembly } from './assemble.ts';
import { type BoxSize, boxOf } from './box-size.ts';
import { fillSites, type Point } from './fill.ts';
import { type Rotation, rotationAbout } from './orientation.ts';

/** Spread of the angles about the common one, radians. */
const jitter = 0.6;

/** What a box of parallel chains is made of. */
export interface ChainMelt {
  /** A chain whose shape lies along x. */
  readonly model: MoleculeModel;
  readonly count: number;
  readonly size: BoxSize;
  readonly seed: number;
}

/** Chains side by side in a box, rotated at random about their own axes. */
export function chainMelt({ model, count, size, seed }: ChainMelt): Assembly {
  const components = [{ model, count }];
  const box = boxOf(components, size);
  const axis = [0, 1, 2].reduce((a, b) => (box.edges[b] > box.edges[a] ? b : a));
  const length = chainLength(model);
  const gap = Math.max(...model.kinds.map(({ sigma }) => sigma));
  const layers = Math.floor(box.edges[axis] / (length + gap));
  if (layers < 1)
    throw new RangeError(
      `a chain of ${length.toFixed(1)} Å does not fit into ${box.edges[axis].toFixed(1)} Å with a gap of ${gap} Å; give longer edges or more chains`,
    );
  const sites = layeredSites(box.edges, axis, layers, count);
  // Nearly parallel zigzag planes do not overlap; with random rotations dense chains would.
  const common = 2 * Math.PI * uniform(seed, 0);
  const turn = (random: NormalSource) => aboutAxis(axis, common + jitter * (random.uniform() - 0.5));
  return fillSites({ components, sites, box, seed, turn });
}

function chainLength({ shape }: MoleculeModel): number {
  return Math.abs(shape[shape.length - 3] - shape[0]);
}

function layeredSites(edges: Point, axis: number, layers: number, count: number): Point[] {
  const across = [0, 1, 2].filter(k => k !== axis);
  const [width, depth] = across.map(k => edges[k]);
  // A rectangle of m × n chains in each layer, about as far apart both ways.
  const inLayer = Math.ceil(count / layers);
  const m = Math.max(1, Math.round(Math.sqrt((inLayer * width) / depth)));
  const n = Math.max(1, Math.ceil(inLayer / m));
  const total = m * n * layers;
  return Array.from({ length: count }, (_, k) => {
    const at = Math.floor((k * total) / count);
    const point: [number, number, number] = [0, 0, 0];
    point[across[0]] = ((at % m) / m) * width;
    point[across[1]] = ((Math.floor(at / m) % n) / n) * depth;
    point[axis] = (Math.floor(at / (m * n)) / layers) * edges[axis];
    return point;
  });
}

/** First about x, the chain's own axis; then x to the axis of the box. */
function aboutAxis(axis: number, spin: number): Rotation {
  const R = rotationAbout([spin, 0, 0]);
  // A cyclic exchange of rows is a rotation: row k of R becomes row k + axis.
  return [0, 1, 2].flatMap(k => {
    const from = (k - axis + 3) % 3;
    return [R[3 * from], R[3 * from + 1], R[3 * from + 2]];
  });
}
