// Where pair potentials end. Cut: U for r ≤ r_c, else 0. Shifted: U − U(r_c) for r ≤ r_c. Switched: S(r) U with
//   S = 1 − 10t³ + 15t⁴ − 6t⁵,   t = (r − r_on)/(r_c − r_on)  in between, 1 before, 0 after,
// which has two continuous derivatives. Abraham et al., GROMACS manual, “Modified non-bonded interactions”.

import { nonNegativeNumber, positiveNumber } from '../parameter-checks.ts';
import type { ParticleSystem } from '../system.ts';
import { createAllPairs, type PairList, type PairSelection } from './list.ts';
import { createNeighbourList } from './neighbour-list.ts';
import type { PairRow, RadialFunction } from './radial.ts';

/** Cut-off of a pair force. */
export interface Cutoff {
  /** r_c: pairs farther apart do not interact. */
  readonly radius: number;
  /** Additional radius of the neighbour list; default a tenth of the radius, or less where the box limits it. */
  readonly buffer?: number;
  /** Default shifted: the energy has no jump, and forces are those of the potential. */
  readonly mode?: 'cut' | 'shifted' | 'switched';
  /** r_on, for mode “switched”; default 0.9 r_c. */
  readonly switchFrom?: number;
}

const modes = ['cut', 'shifted', 'switched'];

/** The neighbour list of a cut-off, or all pairs without one. */
export function pairsWithin(
  system: ParticleSystem,
  selection: PairSelection,
  cutoff: Pick<Cutoff, 'radius' | 'buffer'> | undefined,
): PairList {
  if (cutoff !== undefined) {
    const { radius, buffer } = cutoff;
    const reach = buffer === undefined ? { cutoff: radius } : { cutoff: radius, buffer };
    return createNeighbourList(system, selection, reach);
  }
  if (system.box !== null)
    throw new RangeError(
      `a pair force without cut-off in the periodic box ${system.box.edges.join(' × ')} would jump where the nearest image changes; ` +
        `give a cut-off of at most ${Math.min(...system.box.edges) / 2}, or leave out the box`,
    );
  return createAllPairs(system, selection);
}

/** Throws unless the cut-off makes sense; returns its mode, “none” without one. */
export function checkedMode(cutoff: Cutoff | undefined): 'none' | 'cut' | 'shifted' | 'switched' {
  if (cutoff === undefined) return 'none';
  const { radius, mode = 'shifted', switchFrom } = cutoff;
  positiveNumber('the cut-off', radius);
  if (!modes.includes(mode))
    throw new RangeError(`the mode of the cut-off is “${mode}”; it must be one of ${modes.join(', ')}`);
  if (switchFrom !== undefined && mode !== 'switched')
    throw new RangeError(
      `switchFrom = ${switchFrom} is for mode “switched”, not “${mode}”; leave it out or change the mode`,
    );
  if (switchFrom !== undefined && !(nonNegativeNumber('switchFrom', switchFrom) < radius))
    throw new RangeError(
      `switchFrom = ${switchFrom} must be less than the cut-off ${radius}; 0.9 of it is usual`,
    );
  return mode;
}

/** The radial function, multiplied by S in mode “switched”; shifting is done by the function itself, which knows U(r_c). */
export function withSwitch(radial: RadialFunction, cutoff: Cutoff | undefined): RadialFunction {
  if (cutoff === undefined || checkedMode(cutoff) !== 'switched') return radial;
  const to = cutoff.radius;
  const from = cutoff.switchFrom ?? 0.9 * to;
  return {
    first(i, row) {
      radial.first(i, row);
      for (let k = 0; k < row.length; k++) if (row.r2[k] > from * from) switchFirst(row, k, from, to);
    },
    second(i, row) {
      radial.second(i, row);
      for (let k = 0; k < row.length; k++) if (row.r2[k] > from * from) switchSecond(row, k, from, to);
    },
  };
}

/** (SU)'/r = S U'/r + (S'/r) U. */
function switchFirst(row: PairRow, k: number, from: number, to: number): void {
  const r = Math.sqrt(row.r2[k]);
  const t = (r - from) / (to - from);
  const S = 1 - t * t * t * (10 - t * (15 - 6 * t));
  const slope = (-30 * t * t * (1 - t) * (1 - t)) / (to - from);
  row.f[k] = S * row.f[k] + (slope / r) * row.u[k];
  row.u[k] *= S;
}

/** ((SU)'' − (SU)'/r)/r² = S b + (2 S' U' + (S'' − S'/r) U)/r², with U' = r f. */
function switchSecond(row: PairRow, k: number, from: number, to: number): void {
  const s = row.r2[k];
  const r = Math.sqrt(s);
  const width = to - from;
  const t = (r - from) / width;
  const S = 1 - t * t * t * (10 - t * (15 - 6 * t));
  const slope = (-30 * t * t * (1 - t) * (1 - t)) / width;
  const curvature = (-60 * t * (1 - t) * (1 - 2 * t)) / (width * width);
  const { u, f, b } = row;
  b[k] = S * b[k] + (2 * slope * r * f[k] + (curvature - slope / r) * u[k]) / s;
  f[k] = S * f[k] + (slope / r) * u[k];
  u[k] *= S;
}
