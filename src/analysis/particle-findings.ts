// Findings about particles: overlap of atoms at the start, where a pair at 0.6 σ has 1700 ε of energy and makes the first steps unstable;
// a net charge in a periodic box; pair forces along rods.

import { distanceBetween } from '../particles/build/closest-pair.ts';
import { particleName, rodName } from '../particles/names.ts';
import { createCellGrid } from '../particles/pairs/cell-grid.ts';
import type { ForceTerm, ParticleSystem } from '../particles/system.ts';
import { isKind } from '../particles/terms/kinds.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import { counted, type Finding, threeDigits } from './finding.ts';

const [failing, doubtful] = [0.6, 0.7];

/** Findings about particles, which come first; none for other problems. */
export function checkParticles({ particles }: Problem): Finding[] {
  if (!particles) return [];
  const { notes = [] } = particles;
  const leftOut: Finding = {
    id: 'left-out',
    title: 'Rods left out',
    verdict: 'pass',
    measured: { rods: notes.length },
    summary: `${notes.slice(0, mostNotes).join('. ')}${notes.length > mostNotes ? '; and more' : ''}. The motion stays the same.`,
  };
  return [
    checkOverlaps(particles),
    ...(notes.length > 0 ? [leftOut] : []),
    ...netCharge(particles),
    ...forcesAlongRods(particles),
  ];
}

const mostNotes = 3;

function checkOverlaps({ system, terms }: Particles): Finding {
  const common = { id: 'overlap', title: 'Atoms apart' };
  const { between, within } = worstPairs(system, terms, doubtful);
  const pair = between ?? within;
  if (!pair)
    return {
      ...common,
      verdict: 'pass',
      measured: {},
      summary: `No two atoms are nearer than ${doubtful} of their size.`,
    };
  const { i, j, distance, size } = pair;
  const ratio = distance / size;
  return {
    ...common,
    // Within a molecule distances are those of the model, and a rigid one may be so by design.
    verdict: between && ratio < failing ? 'fail' : 'warn',
    measured: { 'smallest distance': distance, 'as a part of their size': ratio },
    summary: `${capital(particleName(system, i))} and ${particleName(system, j)} are ${threeDigits(distance)} Å apart, where their size asks for about ${threeDigits(size)} Å.`,
    advice: between
      ? 'Correct the positions, lower the density, or let a builder place the molecules (start: lattice or minimum).'
      : 'Exclude the pair in the model, or correct the places of its sites.',
  };
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

/** Largest net charge, relative to the sum of all magnitudes, that counts as rounding of the models' charges. */
const negligibleCharge = 1e-6;

/** A periodic box with a net charge: copies of the box repel each other, and forces at the cut-off do not cancel. */
function netCharge({ system, terms }: Particles): Finding[] {
  const sum = system.charge.reduce((total, q) => total + q, 0);
  const sizes = system.charge.reduce((total, q) => total + Math.abs(q), 0);
  if (!system.box || !terms.some(isKind('coulomb')) || Math.abs(sum) <= negligibleCharge * sizes) return [];
  return [
    {
      id: 'net-charge',
      title: 'Neutral box',
      verdict: 'warn',
      measured: { 'net charge': sum },
      summary: `The periodic box has a net charge of ${threeDigits(sum)} e, so that energy and pressure depend on the cut-off.`,
      advice: 'Add ions of the opposite charge, or correct the charges of the model.',
    },
  ];
}

/** Pair forces between the ends of a rod: without effect on the motion, but in the energy and, by the multipliers, in the virial. */
function forcesAlongRods({ system, terms }: Particles): Finding[] {
  const { of } = createSizes(system, terms);
  const concerned = system.rods.filter(({ a, b }) => !system.excluded[a].includes(b) && of(a, b) > 0);
  if (concerned.length === 0) return [];
  const { a, b } = concerned[0];
  return [
    {
      id: 'not-excluded',
      title: 'Exclusions',
      verdict: 'warn',
      measured: { rods: concerned.length },
      summary: `The ends of ${counted(concerned.length, 'rod')} feel the pair forces of each other, such as ${particleName(system, a)} and ${particleName(system, b)}: forces that the rod takes up, and an energy that no model means.`,
      advice: 'Leave out “excluded: none”: the default excludes what rods, bonds and angles join.',
    },
  ];
}

/** The finding with “rod 17 (OW–HW1 of SOL 5)” for “rods[17]”. */
export function withRodNames(finding: Finding, { particles }: Problem): Finding {
  if (!particles) return finding;
  const { system } = particles;
  const named = (text: string) =>
    text.replace(/rods\[(\d+)\]/g, (whole, number: string) =>
      Number(number) < system.rods.length ? rodName(system, Number(number)) : whole,
    );
  const { advice } = finding;
  return {
    ...finding,
    summary: named(finding.summary),
    ...(advice === undefined ? {} : { advice: named(advice) }),
  };
}

// Overlap of particles: the smallest ratio of distance to size over all interacting pairs.
// Sizes are σ of Lennard-Jones; charges without a repulsive core have `bareSize`.
// Differences are those of nearest images. By cells, O(N).

interface Nearness {
  readonly i: number;
  readonly j: number;
  readonly distance: number;
  readonly size: number;
}

/** Å. */
const bareSize = 1;
/** Positions this close count as equal for potentials given as formulas, whose size is unknown, Å. */
const samePlace = 1e-3;

/** The worst overlap between molecules and within one, closer than this fraction of the size. */
interface WorstPairs {
  readonly between: Nearness | null;
  readonly within: Nearness | null;
}

function worstPairs(system: ParticleSystem, terms: readonly ForceTerm[], part: number): WorstPairs {
  const { positions: x, molecule, box, excluded } = system;
  const sizes = createSizes(system, terms);
  const reach = part * sizes.longest;
  const worst: { between: Nearness | null; within: Nearness | null } = { between: null, within: null };
  if (!(reach > 0)) return worst;
  const grid = createCellGrid(molecule.length, box, reach);
  const near = new Int32Array(molecule.length);
  grid.fill(x);
  for (let i = 0; i < molecule.length; i++) {
    const count = grid.earlierWithin(i, near);
    for (const j of near.subarray(0, count)) {
      const where = molecule[i] === molecule[j] ? 'within' : 'between';
      const known = worst[where];
      const size = sizes.of(i, j);
      const distance = distanceBetween(x, i, j, box);
      const limit = known ? known.distance / known.size : part;
      if (distance < limit * size && !excluded[i].includes(j)) worst[where] = { i: j, j: i, distance, size };
    }
  }
  return worst;
}

/** σ of the pairs of kinds; for other pairs the size of charges or formulas. */
function createSizes({ kind, charge }: ParticleSystem, terms: readonly ForceTerm[]) {
  const table = terms.find(isKind('lennard-jones'))?.table;
  const sigma = Array.from(table?.c12 ?? [], (c12, k) =>
    c12 > 0 ? (c12 / (table?.c6[k] ?? 1)) ** (1 / 6) : 0,
  );
  const hasCharges = charge.some(q => q !== 0);
  const hasFormulas = terms.some(isKind('pair-formula'));
  const least = hasFormulas ? samePlace : 0;
  return {
    longest: Math.max(...sigma, hasCharges ? bareSize : 0, least),
    of(i: number, j: number): number {
      const core = table ? sigma[kind[i] * table.kinds + kind[j]] : 0;
      if (core > 0) return core;
      return charge[i] !== 0 && charge[j] !== 0 ? bareSize : least;
    },
  };
}
