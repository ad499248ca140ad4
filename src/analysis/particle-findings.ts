// Overlap of atoms at the start. A pair at 0.6 σ has 1700 ε of energy, which makes the first steps unstable.

import { worstPairs } from '../particles/build/overlaps.ts';
import { particleName, rodName } from '../particles/names.ts';
import type { Particles, Problem } from '../problem/problem.ts';
import { type Finding, threeDigits } from './finding.ts';

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
  return [checkOverlaps(particles), ...(notes.length > 0 ? [leftOut] : [])];
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
    // Within a molecule the model decides, and a rigid one may be made like that.
    verdict: between && ratio < failing ? 'fail' : 'warn',
    measured: { 'smallest distance': distance, 'as a part of their size': ratio },
    summary: `${capital(particleName(system, i))} and ${particleName(system, j)} are ${threeDigits(distance)} Å apart, where their size asks for about ${threeDigits(size)} Å.`,
    advice: between
      ? 'Correct the positions, lower the density, or let a builder place the molecules (start: lattice or minimum).'
      : 'Exclude the pair in the model, or correct the places of its sites.',
  };
}

const capital = (text: string) => text[0].toUpperCase() + text.slice(1);

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
