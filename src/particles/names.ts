// Names of particles and rods in messages. Numbers count from 0, as in r[312] and in problem files.

import type { ParticleSystem } from './system.ts';

/** Molecules are optional in small systems. */
export type Named = Pick<ParticleSystem, 'names'> &
  Partial<Pick<ParticleSystem, 'molecule' | 'moleculeNames'>>;

/** “SOL 104”; null without molecules. */
function moleculeName({ molecule, moleculeNames }: Named, i: number): string | null {
  return molecule && moleculeNames ? `${moleculeNames[molecule[i]]} ${molecule[i]}` : null;
}

/** “HW2 of SOL 104”; without molecules “HW2” where names are unique, else “H7”, name and number. */
export function siteName(system: Named, i: number): string {
  const molecule = moleculeName(system, i);
  if (molecule !== null) return `${system.names[i]} of ${molecule}`;
  const isUnique = new Set(system.names).size === system.names.length;
  return isUnique ? system.names[i] : `${system.names[i]}${i}`;
}

/** “atom 313 (HW1 of SOL 104)” */
export function particleName(system: Named, i: number): string {
  return `atom ${i} (${siteName(system, i)})`;
}

/** “OW–HW1 of SOL 5”, or “C4 of C4 0 – C1 of C4 1” */
export function pairName(system: Named, a: number, b: number): string {
  const [one, other] = [moleculeName(system, a), moleculeName(system, b)];
  if (one === null || other === null) return `${siteName(system, a)}–${siteName(system, b)}`;
  if (one === other) return `${system.names[a]}–${system.names[b]} of ${one}`;
  return `${siteName(system, a)} – ${siteName(system, b)}`;
}

/** “rod 17 (OW–HW1 of SOL 5)” */
export function rodName(system: Named & Pick<ParticleSystem, 'rods'>, number: number): string {
  const { a, b } = system.rods[number];
  return `rod ${number} (${pairName(system, a, b)})`;
}
