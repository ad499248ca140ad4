// Forces between the atoms of a periodic box, pair by pair within a cut-off.

import { point } from '../pairs/periodic-points.ts';
import { addForces, addVirial, measureRows, PairRows } from '../pairs/rows.ts';
import { applyLaw, isSingleSpecies, PairLaw } from './pair-laws.ts';
import { singleSpeciesForces } from './single-species.ts';

/** Record, written by the host. */
export class PairForces {
  rows: PairRows;
  law: PairLaw;
  /** Set by pairForces: U. */
  energy: f64;
  /** Set by pairVirial: −Σ r_k ∂U/∂r_k for k = x, y, z; the fourth number is unused. */
  virialX: f64;
  virialY: f64;
  virialZ: f64;
}

/** force ← −∇U, energy ← U at the positions of the list's points. */
export function pairForces(term: PairForces): void {
  const rows = term.rows;
  const count = rows.short.list.placed.count;
  memory.fill(rows.force, 0, (count + 1) * point);
  rows.met = 0;
  let sum: f64 = 0;
  for (let i: usize = 0; i < count; ) {
    const next = measureRows(rows, i);
    sum += applyLaw(term.law, rows, i, next);
    addForces(rows, i, next);
    i = next;
  }
  term.energy = sum / 6 - term.law.shift * <f64>rows.met;
}

/** force ← −∇U; the energy is computed where it costs nothing extra, and is NaN otherwise. */
export function pairPushes(term: PairForces): void {
  if (!isSingleSpecies(term.law)) {
    pairForces(term);
    return;
  }
  singleSpeciesForces(term.rows, term.law);
  term.energy = NaN;
}

/** The virial at the positions of the last forces. */
export function pairVirial(term: PairForces): void {
  const rows = term.rows;
  const virial = changetype<usize>(term) + offsetof<PairForces>('virialX');
  memory.fill(virial, 0, 24);
  for (let i: usize = 0; i < rows.short.list.placed.count; ) {
    const next = measureRows(rows, i);
    applyLaw(term.law, rows, i, next);
    addVirial(rows, i, next, virial);
    i = next;
  }
}
