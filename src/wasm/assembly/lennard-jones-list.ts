// Lennard-Jones forces among the pairs of a neighbour list in a periodic box, each pair at its nearest image:
//   U = Σ_{r < cut-off} c12 / r¹² − c6 / r⁶ − shift
// Atoms have 32 bytes each: x, y, z and one number that is not used. Two partners are gathered at a time, and added
// one after the other, so that the sums do not depend on which two came together.

import { add, at, both, decrease, div, highs, image, increase, lows, mul, sub, sum3 } from './lanes.ts';
import { NeighbourList } from './neighbour-list.ts';

/** As its owner lays it out in memory. */
export class LennardJones {
  list: NeighbourList;
  /** Address of the forces, with one atom more than there are. */
  force: usize;
  cutoff: f64;
  c6: f64;
  c12: f64;
  shift: f64;
  /** 1, from memory: engines build a constant again on each turn of a loop. */
  one: f64;
  /** Set by lennardJonesForces: U. */
  energy: f64;
}

const z: usize = 16;

/** force ← −∇U, energy ← U. */
export function lennardJonesForces(term: LennardJones): void {
  const list = term.list;
  memory.fill(term.force, 0, (list.count + 1) * list.stride);
  let energy: f64 = 0;
  for (let i: usize = 0; i < list.count; i++) energy += lennardJonesRow(term, i);
  term.energy = energy;
}

/** Atom i with its partners. Energies ride along in the fourth number, six times as large to save factors. */
function lennardJonesRow(term: LennardJones, i: usize): f64 {
  const list = term.list;
  const points = list.points;
  const force = term.force;
  const xi = v128.load64_splat(points + i * list.stride);
  const yi = v128.load64_splat(points + i * list.stride + 8);
  const zi = v128.load64_splat(points + i * list.stride + 16);
  const bound = both(term.cutoff * term.cutoff);
  const edgeX = both(list.edgeX);
  const edgeY = both(list.edgeY);
  const edgeZ = both(list.edgeZ);
  const perX = both(list.perX);
  const perY = both(list.perY);
  const perZ = both(list.perZ);
  const one = both(term.one);
  const c6 = both(6 * term.c6);
  const c12 = both(6 * term.c12);
  const shift = both(6 * term.shift);
  let sumXY = both(0);
  let sumZU = both(0);
  const row = list.rows + 4 * i * list.capacity;
  const end = row + 4 * <usize>load<u32>(list.lengths + 4 * i);
  for (let entry = row; entry < end; entry += 8) {
    const a = <usize>load<u32>(entry);
    const b = <usize>load<u32>(entry + 4);
    const dx = image(sub(xi, lows(at(points + a), at(points + b))), edgeX, perX);
    const dy = image(sub(yi, highs(at(points + a), at(points + b))), edgeY, perY);
    const dz = image(sub(zi, lows(at(points + a + z), at(points + b + z))), edgeZ, perZ);
    const r2 = sum3(mul(dx, dx), mul(dy, dy), mul(dz, dz));
    const near = f64x2.lt(r2, bound);
    const s = div(one, r2);
    const s3 = mul(s, mul(s, s));
    const repulsion = mul(c12, mul(s3, s3));
    const difference = sub(repulsion, mul(c6, s3));
    const u = v128.and(near, sub(difference, shift));
    const f = mul(s, add(repulsion, difference));
    const fx = v128.and(near, mul(f, dx));
    const fy = v128.and(near, mul(f, dy));
    const fz = v128.and(near, mul(f, dz));
    sumXY = add(sumXY, decrease(force + a, lows(fx, fy)));
    sumXY = add(sumXY, decrease(force + b, highs(fx, fy)));
    sumZU = add(sumZU, decrease(force + a + z, lows(fz, u)));
    sumZU = add(sumZU, decrease(force + b + z, highs(fz, u)));
  }
  increase(force + i * list.stride, sumXY);
  increase(force + i * list.stride + z, sumZU);
  return f64x2.extract_lane(sumZU, 1) / 6;
}
