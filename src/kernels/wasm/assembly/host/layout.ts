// Byte offsets of the fields that the host reads or writes, and sizes of the items and of the work space that it allocates: the
// only definition of the layout, exported as constants. Files whose functions the host calls export theirs: settleWorkBytes,
// oxygenBytes, chainParticleBytes, clusterParticleBytes, clusterRodBytes, clusterBandBytes.

import { block } from '../blocks.ts';
import { bondedWork } from '../forces/bonded-terms.ts';
import { PairForces } from '../forces/pair-forces.ts';
import { ResidentAtoms } from '../forces/resident-atoms.ts';
import { NeighbourList } from '../pairs/neighbour-list.ts';
import { point } from '../pairs/periodic-points.ts';
import { batchCapacity, pair } from '../pairs/rows.ts';
import { ShortList } from '../pairs/short-list.ts';
import { Liquid } from '../water/box-steps.ts';
import { packedWater, partnerWorkBytes } from '../water/neighbours.ts';
import { WaterCluster } from '../water/open-forces.ts';
import { RigidWaters } from '../water/rigid-waters.ts';

export const residentAtomsIsResident: usize = offsetof<ResidentAtoms>('isResident');
export const rigidWatersIsResident: usize = offsetof<RigidWaters>('isResident');
export const pairForcesEnergy: usize = offsetof<PairForces>('energy');
export const pairForcesVirial: usize = offsetof<PairForces>('virialX');
export const boxEnergy: usize = offsetof<Liquid>('energy');
export const boxVirial: usize = offsetof<Liquid>('virialX');
export const openEnergy: usize = offsetof<WaterCluster>('energy');
export const listPartners: usize = offsetof<NeighbourList>('partners');
export const listCapacity: usize = offsetof<NeighbourList>('capacity');
export const listEarlier: usize = offsetof<NeighbourList>('earlier');
export const shortListPartners: usize = offsetof<ShortList>('partners');

export const pointBytes: usize = point;
export const pairBytes: usize = pair;
export const bunchPairs: usize = batchCapacity;
export const bondedWorkBytes: usize = bondedWork;
export const waterBlockBytes: usize = block;
export const boxWaterBytes: usize = packedWater;
export const boxWorkBytes: usize = partnerWorkBytes;
