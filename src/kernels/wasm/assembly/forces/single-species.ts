// Force-only kernel for uncharged atoms of a single species, for steps that do not need the energy:
//   −∇U of U = c12 / r¹² − c6 / r⁶  within the cut-off, row by row of a neighbour list, in one pass.
// Bit-identical to pair-forces.ts, which first selects the pairs within the cut-off: here the others have a force of 0, in
// the same order of sums.

import {
  add,
  decrease,
  div,
  highLanes,
  increase,
  increaseLane,
  loadPair,
  loadSplat,
  lowLanes,
  mul,
  splat,
  sub,
} from '../lanes.ts';
import { heightsOf, ownerOf, point, sumOfSquares } from '../pairs/periodic-points.ts';
import { PairRows } from '../pairs/rows.ts';
import { PairLaw } from './pair-laws.ts';

const z: usize = 16;

/** force ← −∇U at the positions of the list's points. Two candidates at a time. */
export function singleSpeciesForces(rows: PairRows, law: PairLaw): void {
  const short = rows.short;
  const force = rows.force;
  const count = short.list.placed.count;
  memory.fill(force, 0, (count + 1) * point);
  const record = changetype<usize>(law);
  const one = loadSplat(record + offsetof<PairLaw>('one'));
  const twoC12 = loadSplat(record + offsetof<PairLaw>('twoC12'));
  const c6 = loadSplat(record + offsetof<PairLaw>('c6'));
  const bound = loadSplat(changetype<usize>(rows) + offsetof<PairRows>('bound'));
  let own = short.list.placed.places;
  let row = force;
  let ends = short.begins + 4;
  let entry = short.partners;
  for (const last = force + count * point; row < last; row += point, own += point, ends += 4) {
    const xy = loadPair(own);
    const zz = loadSplat(own + z);
    const end = short.partners + <usize>load<u32>(ends);
    let fxy = splat(0);
    let fz: f64 = 0;
    for (; entry < end; entry += 8) {
      const a = <usize>load<u32>(entry);
      const b = <usize>load<u32>(entry + 4);
      const xyA = sub(xy, loadPair(a));
      const xyB = sub(xy, loadPair(b));
      const dz = sub(zz, heightsOf(a, b));
      const r2 = sumOfSquares(xyA, xyB, dz);
      const s = div(one, r2);
      const s2 = mul(s, s);
      const push = mul(mul(s2, s2), sub(mul(twoC12, mul(s, s2)), c6));
      const f = v128.and(f64x2.lt(r2, bound), push);
      const fzAB = mul(f, dz);
      const jA = force + ownerOf(a);
      fxy = add(fxy, decrease(jA, mul(lowLanes(f, f), xyA)));
      fz += decreaseHeight(jA, f64x2.extract_lane(fzAB, 0));
      const jB = force + ownerOf(b);
      fxy = add(fxy, decrease(jB, mul(highLanes(f, f), xyB)));
      fz += decreaseHeight(jB, f64x2.extract_lane(fzAB, 1));
    }
    increase(row, fxy);
    increaseLane(row + z, fz);
  }
}

/** Subtracts value from the z of a force; returns value. */
function decreaseHeight(force: usize, value: f64): f64 {
  store<f64>(force, load<f64>(force, z) - value, z);
  return value;
}
