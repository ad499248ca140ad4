// Names of the entries of z = (q, p): the momentum of x is p_x.

import type { Problem } from './problem.ts';

export function momentumName(coordinate: string): string {
  return `p_${coordinate}`;
}

/** Known to formulas where the energy is given in velocities. */
export function velocityName(coordinate: string): string {
  return `v_${coordinate}`;
}

/** Coordinates first, then momenta. */
export function stateNames({ coordinates }: Problem): string[] {
  return [...coordinates, ...coordinates.map(momentumName)];
}
