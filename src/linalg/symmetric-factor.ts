// Chooses the factorisation A = L D Lᵀ that suits the pattern: tridiagonal, dense where L is mostly full, or sparse.

import { createDenseLDLT } from './dense-ldlt.ts';
import type { Pattern } from './pattern.ts';
import { createSparseLDLT } from './sparse-ldlt.ts';
import type { SymmetricFactorisation } from './symmetric-factorisation.ts';
import { createTridiagonalLDLT, isTridiagonal } from './tridiagonal-ldlt.ts';

/** Measured: index tables cost about twice a plain loop per entry, for 3 rows as for 24. */
const mostlyFull = 0.5;

export function createSymmetricFactor(pattern: Pattern): SymmetricFactorisation {
  if (isTridiagonal(pattern)) return createTridiagonalLDLT(pattern);
  const sparse = createSparseLDLT(pattern);
  const full = (pattern.rows * (pattern.rows - 1)) / 2;
  return sparse.fill > mostlyFull * full ? createDenseLDLT(pattern) : sparse;
}
