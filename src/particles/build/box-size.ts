// The box of a set of molecules: given by its edges, or a cube of a given density,
//   V = Σ masses / (ρ · 0.602214076 amu Å⁻³ per g cm⁻³).

import { molarMass } from '../models/molecule-model.ts';
import type { Box } from '../system.ts';
import type { Component } from './assemble.ts';

/** Å and g/cm³. */
export type BoxSize = { readonly edges: readonly [number, number, number] } | { readonly density: number };

/** 1 g/cm³ in amu/Å³: N_A · 10⁻²⁴, CODATA 2018. */
export const gramPerCubicCentimetre = 0.602214076;

export function boxOf(components: readonly Component[], size: BoxSize): Box {
  if ('edges' in size) {
    if (size.edges.every(edge => edge > 0 && Number.isFinite(edge))) return { edges: size.edges };
    throw new RangeError(`the edges of a box must be positive, not ${size.edges.join(' × ')}`);
  }
  const mass = components.reduce((sum, { model, count }) => sum + count * molarMass(model), 0);
  if (!(size.density > 0 && Number.isFinite(size.density)))
    throw new RangeError(`the density of a box must be positive, not ${size.density}`);
  if (!(mass > 0)) throw new RangeError('a box of a given density needs at least one molecule');
  const edge = Math.cbrt(mass / (size.density * gramPerCubicCentimetre));
  return { edges: [edge, edge, edge] };
}
