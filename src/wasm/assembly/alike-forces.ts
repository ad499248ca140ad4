// Forces between atoms that are all alike and have no charges, for steps that nobody asks about the energy:
//   −∇U of U = c12 / r¹² − c6 / r⁶  within the cut-off, row by row of a neighbour list, in one go.
// Bit by bit they are those of pair-forces.ts, which first sorts out the pairs within reach: what is out of reach has a
// force of 0 here, in the same order of sums.

import { add, at, both, bothAt, decrease, div, highs, increase, lows, mul, sub } from './lanes.ts';
import { PairLaw } from './pair-laws.ts';
import { PairRows } from './pair-rows.ts';
import { offsetOf, point } from './placed-points.ts';

const z: usize = 16;

/** force ← −∇U at the places of the list's points. */
export function alikeForces(rows: PairRows, law: PairLaw): void {
  const count = rows.short.list.placed.count;
  memory.fill(rows.force, 0, (count + 1) * point);
  for (let i: usize = 0; i < count; i++) alikeRow(rows, law, i);
}

/** Two candidates at a time. */
function alikeRow(rows: PairRows, law: PairLaw, i: usize): void {
  const short = rows.short;
  const places = short.list.placed.places;
  const owners = short.list.placed.owners;
  const force = rows.force;
  const record = changetype<usize>(law);
  const one = bothAt(record + offsetof<PairLaw>('one'));
  const c12 = bothAt(record + offsetof<PairLaw>('c12'));
  const c6 = bothAt(record + offsetof<PairLaw>('c6'));
  const bound = bothAt(changetype<usize>(rows) + offsetof<PairRows>('bound'));
  const xy = at(places + i * point);
  const zw = at(places + i * point + z);
  const end = short.partners + <usize>load<u32>(short.begins + 4 * i + 4);
  let fxy = both(0);
  let fzw = both(0);
  for (let entry = short.partners + <usize>load<u32>(short.begins + 4 * i); entry < end; entry += 8) {
    const a = <usize>load<u32>(entry);
    const b = <usize>load<u32>(entry + 4);
    const jA = force + offsetOf(load<u32>(owners + (a >> 3)));
    const jB = force + offsetOf(load<u32>(owners + (b >> 3)));
    const xyA = sub(xy, at(places + a));
    const xyB = sub(xy, at(places + b));
    const zA = sub(zw, at(places + a + z));
    const zB = sub(zw, at(places + b + z));
    const squaresA = mul(xyA, xyA);
    const squaresB = mul(xyB, xyB);
    const flat = add(lows(squaresA, squaresB), highs(squaresA, squaresB));
    const r2 = add(flat, lows(mul(zA, zA), mul(zB, zB)));
    const s = div(one, r2);
    const s3 = mul(s, mul(s, s));
    const repulsion = mul(c12, mul(s3, s3));
    const energy = sub(repulsion, mul(c6, s3));
    const f = v128.and(f64x2.lt(r2, bound), mul(s, add(repulsion, energy)));
    const fA = lows(f, f);
    fxy = add(fxy, decrease(jA, mul(fA, xyA)));
    fzw = add(fzw, decrease(jA + z, mul(fA, zA)));
    const fB = highs(f, f);
    fxy = add(fxy, decrease(jB, mul(fB, xyB)));
    fzw = add(fzw, decrease(jB + z, mul(fB, zB)));
  }
  increase(force + i * point, fxy);
  increase(force + i * point + z, fzw);
}
