// Byte offsets of the fields that the host reads or writes, exported as constants, and the sizes of work space that it allocates:
// the only place where both sides agree on a layout.

import { PairForces } from '../forces/pair-forces.ts';
import { ResidentAtoms } from '../forces/resident-atoms.ts';
import { NeighbourList } from '../pairs/neighbour-list.ts';
import { ShortList } from '../pairs/short-list.ts';
import { Liquid } from '../water/box-steps.ts';
import { partnerWorkBytes } from '../water/neighbours.ts';
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
export const boxWorkBytes: usize = partnerWorkBytes;
