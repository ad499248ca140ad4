// The angle of (x, y) from the x axis, for y ≥ 0 and two points at once. With lo and hi the smaller and the larger one of
// y and |x|, and t = lo/hi, or (lo − hi)/(lo + hi) where that is above tan(π/8), so that |t| ≤ tan(π/8):
//   atan t = t − t³ P(t²),   then π/4, π/2 and π according to the octant. Error below two units in the last place.
// Coefficients of P: FreeBSD msun, s_atan.c (Sun Microsystems 1993), valid for |t| ≤ 7/16.

import { add, div, mul, splat, sub } from '../lanes.ts';

export function angleOf(y: v128, x: v128): v128 {
  const width = f64x2.abs(x);
  const lo = f64x2.min(y, width);
  const hi = f64x2.max(y, width);
  const far = f64x2.gt(lo, mul(splat(0.41421356237309503), hi));
  const t = div(v128.bitselect(sub(lo, hi), lo, far), v128.bitselect(add(lo, hi), hi, far));
  const octant = add(v128.and(far, splat(0.25 * Math.PI)), arcTangent(t));
  const quadrant = v128.bitselect(sub(splat(0.5 * Math.PI), octant), octant, f64x2.gt(y, width));
  return v128.bitselect(sub(splat(Math.PI), quadrant), quadrant, f64x2.lt(x, splat(0)));
}

/** |t| ≤ 7/16 */
function arcTangent(t: v128): v128 {
  const z = mul(t, t);
  const w = mul(z, z);
  let even = splat(0.016285820115365782);
  even = add(mul(even, w), splat(0.049768779946159324));
  even = add(mul(even, w), splat(0.06661073137387531));
  even = add(mul(even, w), splat(0.09090887133436507));
  even = add(mul(even, w), splat(0.14285714272503466));
  even = add(mul(even, w), splat(0.3333333333333293));
  let odd = splat(-0.036531572744216916);
  odd = add(mul(odd, w), splat(-0.058335701337905735));
  odd = add(mul(odd, w), splat(-0.0769187620504483));
  odd = add(mul(odd, w), splat(-0.11111110405462356));
  odd = add(mul(odd, w), splat(-0.19999999999876483));
  return sub(t, mul(t, add(mul(z, even), mul(w, odd))));
}
