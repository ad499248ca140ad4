// Rigid three-site waters on the move, as their owner lays them out in memory.

export class RigidWaters {
  /** Addresses of blocks of waters. */
  x: usize;
  old: usize;
  p: usize;
  force: usize;
  /** Room for settle(). */
  work: usize;
  /** How many blocks there are, the last perhaps half empty. */
  blocks: usize;
  massO: f64;
  massH: f64;
  /** Lengths of the rods OH and HH. */
  OH: f64;
  HH: f64;
  /** What follows from them, see shapeWaters(). */
  shareH: f64;
  ra: f64;
  rb: f64;
  rc: f64;
}

/** From the centre of mass to O, to the middle of HH, and from there to an H; the part of the mass that one H has. */
export function shapeWaters(waters: RigidWaters): void {
  const height = Math.sqrt(waters.OH * waters.OH - 0.25 * waters.HH * waters.HH);
  waters.shareH = waters.massH / (waters.massO + 2 * waters.massH);
  waters.ra = 2 * waters.shareH * height;
  waters.rb = height - waters.ra;
  waters.rc = 0.5 * waters.HH;
}
