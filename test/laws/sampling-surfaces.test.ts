// The law of sampling (samplers.ts) on surfaces: spheres and tori.

import { describe, it } from 'vitest';
import { expectDensity, linesOf, onSphere, onTorus } from './samplers.ts';
import { sphere, torus } from './surfaces.ts';

const lines = linesOf([
  ['sphere, uniform', sphere('0'), onSphere],
  ['sphere, weighted', sphere('0.8*z + 0.6*x*y'), onSphere],
  ['torus, uniform', torus('0'), onTorus],
  ['torus, weighted', torus('0.6*z + 0.3*x'), onTorus],
]);

describe('random methods sample exp(−V/kT) on the surface, at the temperature set', () => {
  it.each(lines)('%s', (_, surface, sampler) => expectDensity(surface, sampler));
});
