// Interface of the particle kernels: functions on records in one memory, with the layout of the records. They are compiled in
// load.ts; forces, rods and waters depend on this file only.

import type { KernelMemory } from './web-assembly.ts';

/** The exports of assembly/; objects there are addresses of records here. */
export interface ParticleFunctions {
  /** Energy and forces are left in memory. */
  waterClusterForces(cluster: number): void;
  /** −1, or the block of waters where SETTLE failed. */
  clusterSteps(waters: number, cluster: number, h: number, steps: number): number;
  /** Computes the constants that follow from the lengths of the rods. */
  shapeWaters(waters: number): void;
  /** 1 if the uploaded positions are those in the blocks. */
  areResident(waters: number): number;
  /** Copies the uploaded positions into the blocks; 0 if they are resident. */
  uploadPositions(waters: number): number;
  uploadMomenta(waters: number): void;
  /** Makes the state in the blocks resident; 0 if a number is not finite. */
  downloadState(waters: number): number;
  /** Copies the uploaded positions to the atoms; 0 if they are resident, 1 if not, 2 if a number is not finite. */
  uploadAtoms(atoms: number): number;
  uploadAtomMomenta(atoms: number): void;
  /** Makes the state of the atoms resident; 0 if a number is not finite. */
  downloadAtoms(atoms: number): number;
  /** 0 if |r² − length²| of a rod is above the tolerance times length². */
  areOnShape(waters: number, tolerance: number): number;
  /** −1, or the block of waters where SETTLE failed. */
  settle(waters: number, h: number): number;
  projectMomenta(waters: number): void;
  /** out = blocks of the particles at these offsets, two clusters to a block. */
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
  /** 0, or the number of partners that the list needs capacity for. */
  updateShortList(list: number): number;
  /** Energy and forces at the positions of the list's points are left in memory. */
  pairForces(term: number): void;
  /** Forces only; the energy is NaN where it was not computed. */
  pairPushes(term: number): void;
  /** The virial at the same positions is left in memory. */
  pairVirial(term: number): void;
  /** 0, or the number of partners that the list needs capacity for; then the steps must be restarted. */
  atomSteps(atoms: number, h: number, steps: number): number;
  /** −1, or −2 − n when the list needs capacity for n partners. */
  liquidForces(liquid: number): number;
  /** The virial at the same positions is left in memory. */
  liquidVirial(liquid: number): void;
  /** −1, or the block of waters where SETTLE failed, or −2 − n as above; then the steps must be restarted. */
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
