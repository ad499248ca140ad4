// Chooses the factorisation A = L D Lᵀ that suits the pattern: a chain, open or closed; a narrow band; a wider band or
// blocks (one block is a dense matrix) if L would be mostly full in them; or sparse.

import { connectedComponents, type Pattern } from '../pattern.ts';
import { bandFill, createBandedLDLT, halfWidth, widestUnrolled } from './banded.ts';
import { blockFill, createBlockDiagonalLDLT } from './block-diagonal.ts';
import { createCyclicTridiagonalLDLT, isCyclicTridiagonal } from './cyclic-tridiagonal.ts';
import { createDenseLDLT } from './dense-ldlt.ts';
import type { SymmetricFactorisation } from './factorisation.ts';
import { createSparseLDLT } from './sparse.ts';
import { createTridiagonalLDLT, isTridiagonal } from './tridiagonal.ts';

/** Measured: index tables cost about twice a plain loop per entry, in blocks of 3 … 24 rows and bands of 6 … 24. */
const mostlyFull = 0.5;

export function createSymmetricFactor(pattern: Pattern): SymmetricFactorisation {
  // Measured, one factor and one solve in ns per row: tridiagonal 8, cyclic 16, sparse 30 and 46.
  if (isTridiagonal(pattern)) return createTridiagonalLDLT(pattern);
  if (isCyclicTridiagonal(pattern)) return createCyclicTridiagonalLDLT(pattern);
  // Measured likewise: half-width 3 takes 17 and 5 takes 24, always; sparse from 30 for one entry per row of L to 86.
  const b = halfWidth(pattern);
  const narrow = 2 * b < pattern.rows;
  if (narrow && b <= widestUnrolled) return createBandedLDLT(pattern);
  const sparse = createSparseLDLT(pattern);
  const blocks = connectedComponents(pattern);
  const inBlocks = blockFill(blocks);
  const inBand = narrow ? bandFill(pattern.rows, b) : Number.POSITIVE_INFINITY;
  if (sparse.fill <= mostlyFull * Math.min(inBlocks, inBand)) return sparse;
  if (inBand < inBlocks) return createBandedLDLT(pattern);
  return blocks.length > 1 ? createBlockDiagonalLDLT(pattern) : createDenseLDLT(pattern);
}
