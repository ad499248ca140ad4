// The particle kernels as their callers see them: functions on records in one memory, with the layout of the records. They are
// compiled in load.ts; forces, rods and waters need only this.

import type { KernelMemory } from './web-assembly.ts';

/** What the files in assembly/ export; objects there are addresses of records here. */
export interface ParticleFunctions {
  /** Energy and forces are left in memory. */
  waterClusterForces(cluster: number): void;
  /** −1, or the block of waters that could not be settled. */
  clusterSteps(waters: number, cluster: number, h: number, steps: number): number;
  /** Finds the lengths that follow from those of the rods. */
  shapeWaters(waters: number): void;
  /** Whether the positions given are those in the blocks; 1 for yes. */
  areResident(waters: number): number;
  /** What was given goes into the blocks; 0 if the positions were there already. */
  uploadPositions(waters: number): number;
  uploadMomenta(waters: number): void;
  /** What is in the blocks is held; 0 if a number is not finite. */
  downloadState(waters: number): number;
  /** What was given goes to the atoms; 0 if they were there already, 1 if not, 2 if a number is not finite. */
  uploadAtoms(atoms: number): number;
  uploadAtomMomenta(atoms: number): void;
  /** What the atoms have is held; 0 if a number is not finite. */
  downloadAtoms(atoms: number): number;
  /** 0 if |r² − length²| of a rod is above the tolerance times length². */
  areOnShape(waters: number, tolerance: number): number;
  /** −1, or the block of waters that could not be settled. */
  settle(waters: number, h: number): number;
  projectMomenta(waters: number): void;
  /** out = blocks of the particles with these places, two clusters to a block. */
  gatherBlock(from: number, places: number, count: number, out: number): void;
  /** 0 if a number of the blocks is not finite. */
  scatterBlock(blocks: number, places: number, count: number, to: number): number;
  /** −1, or the block of clusters that could not be solved. */
  moveClusters(clusters: number, h: number): number;
  projectClusters(clusters: number): number;
  /** The same for chains: rod k joins particles k and k + 1. */
  moveChains(chains: number, h: number): number;
  projectChains(chains: number): number;
  /** ∇U is added to the gradient in memory; the energy is returned. */
  angleForces(terms: number): number;
  dihedralForces(terms: number): number;
  /** 0, or how many partners the list must have room for. */
  updateShortList(list: number): number;
  /** Energy and forces at the places of the list are left in memory. */
  pairForces(term: number): void;
  /** Forces alone; the energy is NaN where it was not found on the way. */
  pairPushes(term: number): void;
  /** The virial at the same places is left in memory. */
  pairVirial(term: number): void;
  /** 0, or how many partners the list must have room for; then the steps are to be begun again. */
  atomSteps(atoms: number, h: number, steps: number): number;
  /** −1, or −2 − n when the list must have room for n partners. */
  liquidForces(liquid: number): number;
  /** The virial at the same places is left in memory. */
  liquidVirial(liquid: number): void;
  /** −1, or the block of waters that could not be settled, or −2 − n as above; then the step is to be begun again. */
  liquidSteps(liquid: number, h: number, steps: number): number;
}

/** Byte offsets of fields in records, and sizes of items and of work space, as the assembly exports them (assembly/host/layout.ts). */
export const layoutNames = [
  ...(['residentAtomsIsResident', 'rigidWatersIsResident', 'pairForcesEnergy', 'pairForcesVirial'] as const),
  ...(['boxEnergy', 'boxVirial', 'openEnergy'] as const),
  ...(['listPartners', 'listCapacity', 'listEarlier', 'shortListPartners'] as const),
  ...(['pointBytes', 'pairBytes', 'bunchPairs', 'bondedWorkBytes'] as const),
  ...(['waterBlockBytes', 'settleWorkBytes', 'oxygenBytes', 'boxWaterBytes', 'boxWorkBytes'] as const),
  ...(['chainParticleBytes', 'clusterParticleBytes', 'clusterRodBytes', 'clusterBandBytes'] as const),
] as const;
export type Layout = Readonly<Record<(typeof layoutNames)[number], number>>;

export interface ParticleKernels {
  readonly layout: Layout;
  readonly functions: ParticleFunctions;
  readonly memory: KernelMemory;
}
