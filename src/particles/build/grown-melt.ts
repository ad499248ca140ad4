// Chains grown bead by bead in a periodic box: bond lengths and angles of the model's shape, dihedral angles drawn from the
// Boltzmann distribution of the model's torsion (uniform without one), each bead without overlap with those that it interacts
// with. When a bead finds no room, the last beads are removed (backtracking); a chain that finds none restarts elsewhere.
// Self-avoiding, amorphous: closer to a liquid than parallel chains, but for moderate densities only (alkanes at their liquid
// density work). Condition: an unbranched chain, numbered along it. Rosenbluth and Rosenbluth, J. Chem. Phys. 23 (1955) 356.

import { Budget } from '../../formula/language/scope.ts';
import { createNormalSource, type NormalSource } from '../../random/philox.ts';
import type { Dihedral, MoleculeModel } from '../models/molecule-model.ts';
import { createGrowingGrid, type GrowingGrid } from '../pairs/cell-grid.ts';
import type { ParticleSystem } from '../system.ts';
import { molecularUnits } from '../units.ts';
import { type Assembly, assemble } from './assemble.ts';
import { boxOf } from './box-size.ts';
import { type Clearance, clearanceOf, distanceBetween } from './closest-pair.ts';
import type { ChainMelt } from './melt.ts';
import { randomRotation } from './orientation.ts';

/** Minimum distance of beads as a fraction of σ; limits on tries for one bead, beads of one chain, and starts of chains. */
const clearancePart = 0.75;
const [triesOfBead, stepsPerBead, mostStarts] = [24, 40, 400];
/** Beads removed when the next one finds no room. */
const retreat = 4;
/** Cost of trying a bead, in compared distances. */
const workPerTry = 20;
const torsionTemperature = 500 * molecularUnits.K;

interface Growth {
  readonly system: ParticleSystem;
  readonly model: MoleculeModel;
  readonly clearance: Clearance;
  readonly grid: GrowingGrid;
  readonly random: NormalSource;
  /** Counts tries and compared distances of all chains together. */
  spend(work: number): void;
}

/** Limits of the work: per bead on average, and at least this in all for small systems; a liquid alkane takes about 1000 a bead. */
const [workPerBead, leastWork] = [10_000, 1_000_000];

export function grownMelt({ model, count, size, seed }: ChainMelt): Assembly {
  const components = [{ model, count }];
  const box = boxOf(components, size);
  const n = model.sites.length;
  const assembly = assemble(components, new Float64Array(3 * n * count), box);
  const { system, kinds } = assembly;
  const clearance = clearanceOf(kinds, clearancePart);
  const grid = createGrowingGrid(system.positions, box, clearance.longest || 1);
  const budget = new Budget('search for room', Math.max(leastWork, workPerBead * n * count));
  const spend = (work: number) => {
    if (budget.spend(work))
      throw new RangeError(
        `no room for ${count} chains was found in a box of ${box.edges.map(edge => edge.toPrecision(3)).join(' × ')} Å ` +
          `(search ended after ${budget.limit} units of work); choose a lower density, or parallel chains`,
      );
  };
  const growth = { system, model, clearance, grid, random: createNormalSource(seed), spend };
  for (let chain = 0; chain < count; chain++) {
    let start = 0;
    while (start < mostStarts && !growChain(growth, chain * n)) start++;
    if (start === mostStarts)
      throw new RangeError(
        `no room for chain ${chain + 1} of ${count} after ${mostStarts} beginnings; choose a lower density, or parallel chains`,
      );
  }
  return assembly;
}

/** False when the chain found no room; then none of its beads is left in the grid. */
function growChain(growth: Growth, first: number): boolean {
  const n = growth.model.sites.length;
  let grown = 0;
  for (let step = 0; step < stepsPerBead * n; step++) {
    if (placeBead(growth, first, grown)) {
      growth.grid.add(first + grown);
      grown++;
      if (grown === n) return true;
    } else {
      if (grown === 0) return false;
      const kept = Math.max(0, grown - retreat);
      while (grown > kept) growth.grid.remove(first + --grown);
    }
  }
  while (grown > 0) growth.grid.remove(first + --grown);
  return false;
}

function placeBead(growth: Growth, first: number, bead: number): boolean {
  for (let k = 0; k < triesOfBead; k++) {
    if (bead === 0) placeFirst(growth, first);
    else placeNext(growth, first, bead);
    if (hasRoom(growth, first + bead)) return true;
  }
  return false;
}

function hasRoom({ system, clearance, grid, spend }: Growth, i: number): boolean {
  const { positions: x, kind, excluded, box } = system;
  const near = grid.near(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
  spend(workPerTry + near.length);
  for (const j of near) {
    if (excluded[i].includes(j)) continue;
    if (distanceBetween(x, i, j, box) < clearance.between(kind[i], kind[j])) return false;
  }
  return true;
}

function placeFirst({ system, random }: Growth, first: number): void {
  const edges = system.box?.edges ?? [0, 0, 0];
  for (let k = 0; k < 3; k++) system.positions[3 * first + k] = random.uniform() * edges[k];
}

/** Relative to the previous bonds: length and angle as in the model's shape, dihedral angle at random. */
function placeNext(growth: Growth, first: number, bead: number): void {
  const { system, model, random } = growth;
  const x = system.positions;
  const at = 3 * (first + bead);
  const { length, cosine } = bondOf(model, bead);
  // t along the last bond; u and v across it, u in the plane of the last two bonds, on the cis side.
  const [t, u, v] = frameAt(x, at, bead, random);
  const phi = bead < 3 ? 2 * Math.PI * random.uniform() : Math.PI + randomTorsion(growth, bead);
  const sine = Math.sqrt(Math.max(0, 1 - cosine * cosine));
  for (let k = 0; k < 3; k++) {
    const across = Math.cos(phi) * u[k] + Math.sin(phi) * v[k];
    x[at + k] = x[at - 3 + k] + length * (cosine * t[k] + sine * across);
  }
}

/** Length of the bond to this bead, and the cosine between it and the bond before. */
function bondOf({ shape }: MoleculeModel, bead: number): { length: number; cosine: number } {
  const bond = (i: number) => [0, 1, 2].map(k => shape[3 * i + k] - shape[3 * (i - 1) + k]);
  const b = bond(bead);
  const length = Math.hypot(...b);
  if (bead < 2) return { length, cosine: 1 };
  const a = bond(bead - 1);
  return { length, cosine: dot(a, b) / (length * Math.hypot(...a)) };
}

function frameAt(x: Float64Array, at: number, bead: number, random: NormalSource): number[][] {
  const R = randomRotation(random);
  const bond = (back: number) => [0, 1, 2].map(k => x[at - 3 * back + k] - x[at - 3 * (back + 1) + k]);
  if (bead < 2) return [R.slice(0, 3), R.slice(3, 6), R.slice(6, 9)];
  const t = unit(bond(1));
  // Backwards along the bond before the last is the cis direction; for the third bead any direction will do.
  const towards = bead < 3 ? R.slice(0, 3) : bond(2).map(c => -c);
  const along = dot(towards, t);
  const u = unit(towards.map((c, k) => c - along * t[k]));
  return [t, u, [t[1] * u[2] - t[2] * u[1], t[2] * u[0] - t[0] * u[2], t[0] * u[1] - t[1] * u[0]]];
}

/** ψ with density exp(−U(ψ)/k_B T), by rejection; 0 is trans. */
function randomTorsion({ model, random, spend }: Growth, bead: number): number {
  const torsion = model.dihedrals.find(({ l }) => l === bead);
  const least = torsion ? lowest(torsion) : 0;
  for (;;) {
    const psi = 2 * Math.PI * random.uniform();
    if (!torsion) return psi;
    spend(1);
    if (random.uniform() < Math.exp((least - torsionEnergy(torsion, psi)) / torsionTemperature)) return psi;
  }
}

function torsionEnergy({ coefficients }: Dihedral, psi: number): number {
  return coefficients.reduceRight((sum, C) => sum * Math.cos(psi) + C, 0);
}

function lowest(torsion: Dihedral): number {
  const degrees = Array.from({ length: 181 }, (_, d) => torsionEnergy(torsion, (d * Math.PI) / 180));
  return Math.min(...degrees);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function unit(a: readonly number[]): number[] {
  const length = Math.hypot(...a);
  return a.map(c => c / length);
}
