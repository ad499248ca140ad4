// The particle kernels, ready to be called: compiled anew, with a memory of their own. null where WebAssembly or its
// SIMD instructions are missing: the plain versions of the same forces and solvers then do the work.

import { KernelMemory } from './linear-memory.ts';
import { particlesBinary } from './particles-binary.ts';
import { webAssembly } from './web-assembly.ts';

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

/** Byte offsets of fields in records, and sizes of work space, as assembly/host/layout.ts exports them. */
const layoutNames = [
  ...(['residentAtomsIsResident', 'rigidWatersIsResident', 'pairForcesEnergy', 'pairForcesVirial'] as const),
  ...(['boxEnergy', 'boxVirial', 'boxWorkBytes', 'openEnergy'] as const),
  ...(['listPartners', 'listCapacity', 'listEarlier', 'shortListPartners'] as const),
] as const;
export type Layout = Readonly<Record<(typeof layoutNames)[number], number>>;

export interface ParticleKernels {
  readonly layout: Layout;
  readonly functions: ParticleFunctions;
  readonly memory: KernelMemory;
}

export function loadParticleKernels(): ParticleKernels | null {
  const api = webAssembly();
  const bytes = bytesOfBase64(particlesBinary);
  if (!api?.validate(bytes)) return null;
  const memory = new api.Memory({ initial: 1 });
  const { exports } = new api.Instance(new api.Module(bytes), { env: { memory } });
  const constants = exports as Readonly<Record<string, { readonly value: number }>>;
  const layout = Object.fromEntries(layoutNames.map(name => [name, constants[name].value])) as Layout;
  return { functions: exports as ParticleFunctions, memory: new KernelMemory(memory), layout };
}

// Bytes from base64 text (RFC 4648, section 4), without help from a browser or Node.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const values = new Uint8Array(128);
  for (let i = 0; i < alphabet.length; i++) values[alphabet.charCodeAt(i)] = i;
  const letters = text.replace(/=+$/, '').length;
  const out = new Uint8Array((letters * 6) >> 3);
  let [bits, held] = [0, 0];
  let at = 0;
  for (let i = 0; i < letters; i++) {
    held = ((held << 6) | values[text.charCodeAt(i)]) & 0xfff;
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out[at++] = (held >> bits) & 0xff;
  }
  return out;
}
