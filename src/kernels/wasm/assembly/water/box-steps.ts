// Steps of rigid waters in a periodic box. Steps work on blocks; the forces need the waters packed one by one.

import { block, component, lane } from '../blocks.ts';
import { updateList } from '../pairs/neighbour-list.ts';
import { point } from '../pairs/periodic-points.ts';
import { driftWaters, kickWaters } from './kick-drift.ts';
import { addLiquidVirial, LiquidWater, liquidWaterForces, packedWater } from './neighbours.ts';
import { projectMomenta } from './project-momenta.ts';
import { RigidWaters } from './rigid-waters.ts';
import { settle } from './settle.ts';

/** Record, written by the host. */
export class Liquid {
  waters: RigidWaters;
  term: LiquidWater;
  cutoff: f64;
  /** The range of the list is the cut-off plus twice this; it is rebuilt when a centre has moved by this minus the radius of waters. */
  arm: f64;
  /** Set by liquidForces: U. */
  energy: f64;
  /** Set by liquidVirial: −Σ r_k ∂U/∂r_k for k = x, y, z. */
  virialX: f64;
  virialY: f64;
  virialZ: f64;
}

/** Result of successful steps. */
const success: i32 = -1;
/** The list needs more capacity: the result is this minus the capacity. */
const needsCapacity: i32 = -2;

/** Factor of the radius of a water that covers round-off: no pair of sites within the cut-off may be missed. */
const roundOffMargin: f64 = 1 + 1e-9;

/**
 * −1, or the block where SETTLE failed, or −2 − n where the list needs capacity for n partners.
 * The force must be that of x on entry, and is on return.
 */
export function liquidSteps(liquid: Liquid, h: f64, steps: i32): i32 {
  const waters = liquid.waters;
  for (let n = 0; n < steps; n++) {
    kickWaters(waters, 0.5 * h);
    driftWaters(waters, h);
    const bad = settle(waters, h);
    if (bad >= 0) return bad;
    const outcome = liquidForces(liquid);
    if (outcome !== success) return outcome;
    kickWaters(waters, 0.5 * h);
    projectMomenta(waters);
  }
  return success;
}

/** force ← −∇U at x; −1, or −2 − n where the list needs capacity for n partners. */
export function liquidForces(liquid: Liquid): i32 {
  const term = liquid.term;
  const radius = findCentres(liquid) * roundOffMargin;
  const reach = liquid.cutoff + 2 * radius;
  term.reach = reach * reach;
  const room = updateList(term.list, max(0, liquid.arm - radius));
  if (room > 0) return needsCapacity - <i32>room;
  packPositions(liquid);
  // A non-finite position has no partners, which must not look like success: the energy becomes NaN.
  liquid.energy = liquidWaterForces(term) + 0 * radius;
  unpackForces(liquid);
  return success;
}

/** The virial at the positions of the last forces. */
export function liquidVirial(liquid: Liquid): void {
  const virial = changetype<usize>(liquid) + offsetof<Liquid>('virialX');
  memory.fill(virial, 0, 24);
  addLiquidVirial(liquid.term, virial);
}

/** The points of the list; returns the largest distance of a site from its centre. */
function findCentres(liquid: Liquid): f64 {
  const placed = liquid.term.list.placed;
  let largest: f64 = 0;
  for (let i: usize = 0; i < placed.count; i++) {
    const x = inBlocks(liquid.waters.x, i);
    const centre = placed.points + i * point;
    for (let k: usize = 0; k < 3; k++) {
      const first = load<f64>(x + (3 + k) * component);
      store<f64>(centre + 8 * k, 0.5 * (first + load<f64>(x + (6 + k) * component)));
    }
    // Both hydrogens are at the same distance.
    largest = max(largest, max(square(x, centre), square(x + 3 * component, centre)));
  }
  return sqrt(largest);
}

/** |site − centre|². */
function square(site: usize, centre: usize): f64 {
  const dx = load<f64>(site) - load<f64>(centre);
  const dy = load<f64>(site + component) - load<f64>(centre + 8);
  const dz = load<f64>(site + 2 * component) - load<f64>(centre + 16);
  return dx * dx + dy * dy + dz * dz;
}

/** Sites on the grid of the points, in the same boxes as their centres: see periodic-points.ts. */
function packPositions(liquid: Liquid): void {
  const placed = liquid.term.list.placed;
  const coarse = placed.coarse;
  for (let axis: usize = 0; axis < 3; axis++) {
    const edge = load<f64>(placed.edges + 8 * axis);
    const per = load<f64>(placed.perEdges + 8 * axis);
    for (let i: usize = 0; i < placed.count; i++) {
      const n = nearest(load<f64>(placed.points + i * point + 8 * axis) * per);
      const home = load<f64>(placed.homes + i * point + 8 * axis);
      const from = inBlocks(liquid.waters.x, i) + axis * component;
      const to = liquid.term.sites + i * packedWater + 8 * axis;
      for (let k: usize = 0; k < 3; k++) {
        const w = load<f64>(from + 3 * k * component) - edge * n + coarse - coarse;
        store<f64>(to + 24 * k, w + edge * (n - home));
      }
    }
  }
}

function unpackForces(liquid: Liquid): void {
  const count = liquid.term.list.placed.count;
  for (let i: usize = 0; i < count; i++)
    for (let k: usize = 0; k < 9; k++)
      store<f64>(
        inBlocks(liquid.waters.force, i) + k * component,
        load<f64>(liquid.term.force + i * packedWater + 8 * k),
      );
}

/** Address of water i in an array of blocks. */
function inBlocks(blocks: usize, i: usize): usize {
  return blocks + (i >> 1) * block + (i & 1) * lane;
}
