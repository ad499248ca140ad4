// Pair laws: f = −U'/r of the pairs of a batch, and the sum of their energies:
//   U = c12 / r¹² − c6 / r⁶ + k (1/r + k₂ r² + k₄ r⁴) − shift
// for uncharged atoms of a single species, for atoms of several species, and for charged ones, k = K q q'.
// Reference for k₂ and k₄: src/particles/terms/coulomb.ts.
// Energies are stored times 6, which saves factors: 6 U' / 6 = −(2 · 6 c12 / r¹² − 6 c6 / r⁶) / r.

import {
  add,
  div,
  highLanes,
  loadPair,
  loadSplat,
  lowLanes,
  mul,
  splat,
  sqrt,
  storePair,
  sub,
  sumLanes,
} from '../lanes.ts';
import { beginOf, endOf, PairRows, pair } from '../pairs/rows.ts';

/** Record, written by the host. */
export class PairLaw {
  /** One of the constants below. */
  kind: u32;
  /** For each atom, and for the dummy atom used as padding, the byte offset of its species in a row of the table: u32. */
  species: usize;
  /** Rows of entries: 6 c12, 6 c6, 6 shift, k. The species of the dummy atom has zeros. */
  table: usize;
  /** Bytes of a row for each byte of an entry. */
  width: usize;
  /** For a single species: 6 c12, 12 c12, 6 c6. */
  c12: f64;
  twoC12: f64;
  c6: f64;
  shift: f64;
  k2: f64;
  twoK2: f64;
  k4: f64;
  fourK4: f64;
  /** 1 and 6. */
  one: f64;
  six: f64;
}

const singleSpecies: u32 = 0;
const mixed: u32 = 1;

/** Whether there is one species, without charges. */
export function isSingleSpecies(law: PairLaw): bool {
  return law.kind === singleSpecies;
}

const U0: usize = 16;
const r2: usize = 16;

/** Fills f of rows from `first` to `next`; returns 6 U. */
export function applyLaw(law: PairLaw, rows: PairRows, first: usize, next: usize): f64 {
  if (law.kind === singleSpecies) return singleSpeciesLaw(law, rows, endOf(rows, next - 1));
  let sum: f64 = 0;
  for (let i = first; i < next; i++) {
    const begin = beginOf(rows, i, first);
    const table = law.table + law.width * <usize>load<u32>(law.species + 4 * i);
    sum +=
      law.kind === mixed
        ? mixedRow(law, rows, table, begin, endOf(rows, i))
        : chargedRow(law, rows, table, begin, endOf(rows, i));
  }
  return sum;
}

/** Without the shift: the caller adds it times the number of pairs. */
function singleSpeciesLaw(law: PairLaw, rows: PairRows, count: usize): f64 {
  const record = changetype<usize>(law);
  const one = loadSplat(record + offsetof<PairLaw>('one'));
  const c12 = loadSplat(record + offsetof<PairLaw>('c12'));
  const twoC12 = loadSplat(record + offsetof<PairLaw>('twoC12'));
  const c6 = loadSplat(record + offsetof<PairLaw>('c6'));
  const end = rows.pairs + count * pair;
  let strength = rows.strengths;
  let sum = splat(0);
  for (let k = rows.pairs; k < end; k += 2 * pair, strength += 16) {
    const s = div(one, highLanes(loadPair(k + r2), loadPair(k + pair + r2)));
    const s2 = mul(s, s);
    const s3 = mul(s, s2);
    sum = add(sum, mul(s3, sub(mul(c12, s3), c6)));
    storePair(strength, mul(mul(s2, s2), sub(mul(twoC12, s3), c6)));
  }
  return sumLanes(sum);
}

/** Address of the entry of a pair of species. */
function entryOf(law: PairLaw, table: usize, partner: usize): usize {
  return table + <usize>load<u32>(law.species + <usize>(load<u32>(partner) >> 3));
}

function mixedRow(law: PairLaw, rows: PairRows, table: usize, begin: usize, end: usize): f64 {
  const one = loadSplat(changetype<usize>(law) + offsetof<PairLaw>('one'));
  const last = rows.pairs + end * pair;
  let partner = rows.partners + 4 * begin;
  let strength = rows.strengths + 8 * begin;
  let sum = splat(0);
  for (let k = rows.pairs + begin * pair; k < last; k += 2 * pair, partner += 8, strength += 16) {
    const a = entryOf(law, table, partner);
    const b = entryOf(law, table, partner + 4);
    const s = div(one, highLanes(loadPair(k + r2), loadPair(k + pair + r2)));
    const s3 = mul(s, mul(s, s));
    const repulsion = mul(lowLanes(loadPair(a), loadPair(b)), mul(s3, s3));
    const energy = sub(repulsion, mul(highLanes(loadPair(a), loadPair(b)), s3));
    sum = add(sum, sub(energy, lowLanes(loadPair(a + U0), loadPair(b + U0))));
    storePair(strength, mul(s, add(repulsion, energy)));
  }
  return sumLanes(sum);
}

function chargedRow(law: PairLaw, rows: PairRows, table: usize, begin: usize, end: usize): f64 {
  const record = changetype<usize>(law);
  const one = loadSplat(record + offsetof<PairLaw>('one'));
  const six = loadSplat(record + offsetof<PairLaw>('six'));
  const k2 = loadSplat(record + offsetof<PairLaw>('k2'));
  const twoK2 = loadSplat(record + offsetof<PairLaw>('twoK2'));
  const k4 = loadSplat(record + offsetof<PairLaw>('k4'));
  const fourK4 = loadSplat(record + offsetof<PairLaw>('fourK4'));
  const last = rows.pairs + end * pair;
  let partner = rows.partners + 4 * begin;
  let strength = rows.strengths + 8 * begin;
  let sum = splat(0);
  for (let n = rows.pairs + begin * pair; n < last; n += 2 * pair, partner += 8, strength += 16) {
    const a = entryOf(law, table, partner);
    const b = entryOf(law, table, partner + 4);
    const squares = highLanes(loadPair(n + r2), loadPair(n + pair + r2));
    const s = div(one, squares);
    const w = sqrt(s);
    const s3 = mul(s, mul(s, s));
    const repulsion = mul(lowLanes(loadPair(a), loadPair(b)), mul(s3, s3));
    const energy = sub(repulsion, mul(highLanes(loadPair(a), loadPair(b)), s3));
    const k = highLanes(loadPair(a + U0), loadPair(b + U0));
    const field = mul(six, mul(k, add(w, mul(add(k2, mul(k4, squares)), squares))));
    sum = add(sum, sub(add(energy, field), lowLanes(loadPair(a + U0), loadPair(b + U0))));
    storePair(
      strength,
      add(mul(s, add(repulsion, energy)), mul(k, sub(mul(w, s), add(twoK2, mul(fourK4, squares))))),
    );
  }
  return sumLanes(sum);
}
