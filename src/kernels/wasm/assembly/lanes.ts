// SIMD arithmetic on two doubles, under short names, so that a kernel reads like its formula.

export function add(a: v128, b: v128): v128 {
  return f64x2.add(a, b);
}

export function sub(a: v128, b: v128): v128 {
  return f64x2.sub(a, b);
}

export function mul(a: v128, b: v128): v128 {
  return f64x2.mul(a, b);
}

export function div(a: v128, b: v128): v128 {
  return f64x2.div(a, b);
}

export function sqrt(a: v128): v128 {
  return f64x2.sqrt(a);
}

export function neg(a: v128): v128 {
  return f64x2.neg(a);
}

export function splat(a: f64): v128 {
  return f64x2.splat(a);
}

export function sum3(a: v128, b: v128, c: v128): v128 {
  return f64x2.add(f64x2.add(a, b), c);
}

/** a d − b c. */
export function minor(a: v128, b: v128, c: v128, d: v128): v128 {
  return f64x2.sub(f64x2.mul(a, d), f64x2.mul(b, c));
}

/** The sum of the two lanes. */
export function sumLanes(a: v128): f64 {
  return f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
}

export function loadPair(address: usize): v128 {
  return v128.load(address);
}

/** One number from memory in both lanes. For constants of loops: engines rebuild immediate ones in every iteration. */
export function loadSplat(address: usize): v128 {
  return v128.load64_splat(address);
}

export function storePair(address: usize, value: v128): void {
  v128.store(address, value);
}

/** Adds value to the pair at this address. */
export function increase(address: usize, value: v128): void {
  v128.store(address, f64x2.add(v128.load(address), value));
}

/** Subtracts value from the pair at this address; returns value: what one particle gains, the other loses. */
export function decrease(address: usize, value: v128): v128 {
  v128.store(address, f64x2.sub(v128.load(address), value));
  return value;
}

/** Adds value to one number in memory. */
export function increaseLane(address: usize, value: f64): void {
  store<f64>(address, load<f64>(address) + value);
}

/** The first lanes of a and b. */
export function lowLanes(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 0, 2);
}

/** The second lanes of a and b. */
export function highLanes(a: v128, b: v128): v128 {
  return v128.shuffle<f64>(a, b, 1, 3);
}

/** The nearest image of a difference d along an edge; `per` is 1/edge. */
export function image(d: v128, edge: v128, per: v128): v128 {
  return f64x2.sub(d, f64x2.mul(edge, f64x2.nearest(f64x2.mul(d, per))));
}
