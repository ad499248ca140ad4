// The simplest fibre that is exact for the given constraints.

import type { Problem } from '../problem/problem.ts';
import type { Fibre } from './fibre.ts';
import { generalFibre } from './general.ts';
import { quadraticFibre } from './quadratic.ts';
import { shear } from './shear.ts';

/**
 * The simplest fibre that is exact for the constraints: a shear for g(q), a matrix exponential for g of degree two in
 * (q, p), otherwise the flow of X_g integrated to round-off. McLachlan, Modin, Verdier, Wilkins (2014), §5 and §6.
 */
export function chooseFibre({ g, n }: Problem): Fibre {
  if (g.kind === 'holonomic') return shear(g, n);
  return g.kind === 'quadratic' ? quadraticFibre(g, n) : generalFibre(g, n);
}
