// Steps of rigid waters in a periodic box. Positions move in blocks; the forces want them packed, water by water.

import { buildList, hasMoved } from './neighbour-list.ts';
import { projectMomenta } from './project-momenta.ts';
import { RigidWaters } from './rigid-waters.ts';
import { settle } from './settle.ts';
import { block, component, lane } from './water-blocks.ts';
import { LiquidWater, liquidWaterForces, packedWater } from './water-list.ts';
import { driftWaters, kickWaters } from './water-steps.ts';

/** As its owner lays it out in memory. */
export class Liquid {
  waters: RigidWaters;
  term: LiquidWater;
  /** The list is made again when an oxygen has gone so far. */
  slack: f64;
  /** Set by liquidForces: U. */
  energy: f64;
}

/** No step fails with this value. */
const fine: i32 = -1;
/** The list needs more room: this minus the room is returned. */
const crowded: i32 = -2;

/**
 * −1, or the block that could not be settled, or −2 − n where rows of the list need room for n partners.
 * The force must be that of x, and is so again afterwards.
 */
export function liquidSteps(liquid: Liquid, h: f64, steps: i32): i32 {
  const waters = liquid.waters;
  for (let n = 0; n < steps; n++) {
    kickWaters(waters, 0.5 * h);
    driftWaters(waters, h);
    const bad = settle(waters, h);
    if (bad >= 0) return bad;
    const outcome = liquidForces(liquid);
    if (outcome !== fine) return outcome;
    kickWaters(waters, 0.5 * h);
    projectMomenta(waters);
  }
  return fine;
}

/** force ← −∇U at x; −1, or −2 − n where rows of the list need room for n partners. */
export function liquidForces(liquid: Liquid): i32 {
  const list = liquid.term.list;
  packPositions(liquid);
  if (hasMoved(list, liquid.slack)) {
    const room = buildList(list);
    if (room > 0) return crowded - <i32>room;
  }
  liquid.energy = liquidWaterForces(liquid.term);
  unpackForces(liquid);
  return fine;
}

function packPositions(liquid: Liquid): void {
  const list = liquid.term.list;
  for (let i: usize = 0; i < list.count; i++)
    for (let k: usize = 0; k < 9; k++)
      store<f64>(
        list.points + i * packedWater + 8 * k,
        load<f64>(inBlocks(liquid.waters.x, i) + k * component),
      );
}

function unpackForces(liquid: Liquid): void {
  const count = liquid.term.list.count;
  for (let i: usize = 0; i < count; i++)
    for (let k: usize = 0; k < 9; k++)
      store<f64>(
        inBlocks(liquid.waters.force, i) + k * component,
        load<f64>(liquid.term.force + i * packedWater + 8 * k),
      );
}

/** Where water i begins in an array of blocks. */
function inBlocks(blocks: usize, i: usize): usize {
  return blocks + (i >> 1) * block + (i & 1) * lane;
}
