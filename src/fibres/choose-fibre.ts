// The simplest fibre that is exact for the given constraints.

import type { Problem } from '../problem/problem.ts';
import type { Fibre } from './fibre.ts';
import { generalFibre } from './general.ts';
import { quadraticFibre } from './quadratic.ts';
import { shear } from './shear.ts';

export function chooseFibre({ g, n }: Problem): Fibre {
  if (g.kind === 'holonomic') return shear(g, n);
  return g.kind === 'quadratic' ? quadraticFibre(g, n) : generalFibre(g, n);
}
