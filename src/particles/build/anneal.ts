// Low minima of the energy of a cluster by annealing: Langevin dynamics whose temperature falls from hot to cold,
//   p ← c p + h F + √((1 − c²) m k_B T) ξ,  x ← x + h p/m,  T = hot · (cold/hot)^(k/steps),
// then a minimisation; of several rounds the lowest minimum is returned. Molecules move as rigid bodies; where rods leave them
// flexible, the minimisation continues with every particle free. The global minimum is likely, never certain.
// Deterministic for a given seed. Kirkpatrick, Gelatt, Vecchi, Science 220 (1983) 671.

import { createNormalSource, type NormalSource } from '../../random/philox.ts';
import type { ParticleSystem } from '../system.ts';
import { createRodGeometry } from '../topology/rod-geometry.ts';
import { molecularUnits } from '../units.ts';
import {
  type Descent,
  type DescentOptions,
  descend,
  drift,
  type EnergyAndGradient,
} from './fire-minimiser.ts';
import { type Moves, movesOnRods, rigidBodyMoves } from './minimiser-coordinates.ts';

export interface AnnealOptions extends DescentOptions {
  readonly seed: number;
  /** k_B T at the beginning and at the end of a round. */
  readonly hot: number;
  readonly cold: number;
  /** Steps of cooling in a round. */
  readonly coolingSteps: number;
  readonly rounds: number;
}

export interface Annealed extends Descent {
  readonly positions: Float64Array;
  /** Energy of the minimum of each round. */
  readonly energies: readonly number[];
}

/** For rigid molecules in Å, amu and kcal/mol; the step is about 1 fs. */
export const annealDefaults: Omit<AnnealOptions, 'seed'> = {
  hot: 300 * molecularUnits.K,
  cold: 10 * molecularUnits.K,
  coolingSteps: 4000,
  rounds: 5,
  step: molecularUnits.fs,
  maxSteps: 20000,
  tolerance: 1e-6,
  longestMove: 0.1,
};

/** c, the factor of the momentum in each step: friction of 0.02 per step. */
const damping = 0.98;

export function anneal(
  system: ParticleSystem,
  energyAndGradient: EnergyAndGradient,
  options: Pick<AnnealOptions, 'seed'> & Partial<AnnealOptions>,
): Annealed {
  const all: AnnealOptions = { ...annealDefaults, ...options };
  if (system.anchored.length > 0)
    throw new RangeError('annealing moves whole molecules: anchored particles are not supported');
  const moves = rigidBodyMoves(system);
  const random = createNormalSource(all.seed);
  const x = system.positions.slice();
  const energies: number[] = [];
  let best: Annealed | null = null;
  for (let round = 0; round < Math.max(1, all.rounds); round++) {
    // A short minimisation first removes overlaps: hot dynamics would throw overlapping molecules out of the cluster.
    descend(x, moves, energyAndGradient, { ...all, maxSteps: 100 });
    cool(x, moves, energyAndGradient, { ...all, random });
    const descent = lastDescent(x, system, energyAndGradient, all);
    energies.push(descent.energy);
    if (!best || !(descent.energy >= best.energy)) best = { ...descent, positions: x.slice(), energies };
    if (descent.outcome === 'no finite energy') break;
  }
  return (
    best ?? {
      positions: x,
      energies,
      energy: Number.NaN,
      largestForce: Number.NaN,
      steps: 0,
      outcome: 'no finite energy',
    }
  );
}

function cool(
  x: Float64Array,
  moves: Moves,
  energyAndGradient: EnergyAndGradient,
  options: AnnealOptions & { readonly random: NormalSource },
): void {
  const { mass } = moves;
  const n = mass.length;
  const [force, noise, displacement] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const gradient = new Float64Array(x.length);
  const p = new Float64Array(n);
  const { coolingSteps, hot, cold, step: h } = options;
  for (let k = 0; k < coolingSteps; k++) {
    const T = hot * (cold / hot) ** (k / coolingSteps);
    energyAndGradient(x, gradient.fill(0));
    if (!moves.forces(x, gradient, force)) return;
    options.random.fill(noise);
    for (let i = 0; i < n; i++)
      p[i] = damping * p[i] + h * force[i] + Math.sqrt((1 - damping * damping) * mass[i] * T) * noise[i];
    drift(p, mass, { h, longestMove: options.longestMove }, displacement);
    moves.move(x, displacement);
  }
}

function lastDescent(
  x: Float64Array,
  system: ParticleSystem,
  energyAndGradient: EnergyAndGradient,
  options: AnnealOptions,
): Descent {
  const asBodies = descend(x, rigidBodyMoves(system), energyAndGradient, options);
  if (asBodies.outcome !== 'minimum') return asBodies;
  const rods = createRodGeometry(system);
  if (rods.rank < internalFreedom(system)) return descend(x, movesOnRods(system), energyAndGradient, options);
  // Round-off of thousands of rotations changes lengths by a few units in the last place.
  rods.restore(x);
  return asBodies;
}

/** Number of distances that fix the shapes of all molecules: 3n − 6 for each, 1 for two particles, 0 for one. */
function internalFreedom({ molecule }: ParticleSystem): number {
  const sizes = new Map<number, number>();
  for (const m of molecule) sizes.set(m, (sizes.get(m) ?? 0) + 1);
  return [...sizes.values()].reduce((sum, n) => sum + (n < 3 ? n - 1 : 3 * n - 6), 0);
}
