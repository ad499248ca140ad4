// The rigid bodies of the catalogue with their independent solutions, and other bodies written on the spot.

import { readFileSync } from 'node:fs';
import { load } from '../../../src/file/load.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';

export function catalogue(name: string, set: Readonly<Record<string, number>> = {}): Problem {
  return load(readFileSync(new URL(`../../../cases/${name}.yaml`, import.meta.url), 'utf8'), {
    file: name,
    set,
  });
}

export const names = ['magnetised-rigid-body', 'asymmetric-top'] as const;
export const bodies = names.map(name => [name, catalogue(name)] as const);

interface Entry {
  readonly until: number;
  readonly coordinates: Readonly<Record<string, number>>;
  readonly momenta: Readonly<Record<string, number>>;
  readonly initial: Pick<Entry, 'coordinates' | 'momenta'>;
}

const references = JSON.parse(
  readFileSync(new URL('../../fixtures/references.json', import.meta.url), 'utf8'),
) as Record<string, Entry[]>;

const stateOf = ({ coordinates, momenta }: Pick<Entry, 'coordinates' | 'momenta'>) =>
  Float64Array.from([...Object.values(coordinates), ...Object.values(momenta)]);

/** Where the body is at that time, by 40-digit integration of Euler's equations. */
export function exactState(name: string, until: number): State {
  const entry = references[name].find(candidate => candidate.until === until);
  if (!entry) throw new Error(`no reference for ${name} at t = ${until}`);
  return stateOf(entry);
}

export function exactStart(name: string): State {
  return stateOf(references[name][0].initial);
}

/** The constraints RᵀR = 1 as lines of a problem file. */
export const orthogonality = `
  length: { each: "j in 0..2", equation: "sum(i, 0, 2, R[i][j]^2) = 1" }
  a: sum(i, 0, 2, R[i][0]*R[i][1])
  b: sum(i, 0, 2, R[i][1]*R[i][2])
  c: sum(i, 0, 2, R[i][2]*R[i][0])`;

/** A body with the moments J and the potential, at R = 1 with the angular velocity Ω. */
export function bodyWith(potential: string, J: readonly number[], Omega: readonly number[]): Problem {
  const [a, b, c] = Omega;
  const P = [
    [0, -c * J[1], b * J[2]],
    [c * J[0], 0, -a * J[2]],
    [-b * J[0], a * J[1], 0],
  ];
  return load(`
coordinates: { R: [3, 3] }
mass: { "R[i]": { each: "i in 0..2", value: [${J}] } }
potential: ${potential}
constraints:${orthogonality}
initial: { R: [[1, 0, 0], [0, 1, 0], [0, 0, 1]], p_R: ${JSON.stringify(P)} }`);
}
