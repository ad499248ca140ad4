// Central differences of order eight: (4/5, −1/5, 4/105, −1/280) on both sides. With steps of about a hundredth of the
// scale of f they are good to about 1e-12, without any knowledge of f.

const weights = [4 / 5, -1 / 5, 4 / 105, -1 / 280];

/** f'(x). */
export function derivative(f: (x: number) => number, x: number, step = 0.01): number {
  return weights.reduce((sum, w, k) => sum + (w * (f(x + (k + 1) * step) - f(x - (k + 1) * step))) / step, 0);
}

/** d/ds f(z + s v) at s = 0, for f with many values. */
export function along(
  f: (z: Float64Array) => ArrayLike<number>,
  z: Float64Array,
  v: ArrayLike<number>,
  step = 0.01,
): number[] {
  const at = (s: number) => Array.from(f(z.map((entry, i) => entry + s * v[i])));
  const sides = weights.map((w, k) => ({ w, ahead: at((k + 1) * step), behind: at(-(k + 1) * step) }));
  return at(0).map((_, i) =>
    sides.reduce((sum, { w, ahead, behind }) => sum + (w * (ahead[i] - behind[i])) / step, 0),
  );
}

/** The derivative of f, one list for each variable. */
export function columns(f: (z: Float64Array) => ArrayLike<number>, z: Float64Array, step = 0.01): number[][] {
  return Array.from(z, (_, j) =>
    along(
      f,
      z,
      Array.from(z, (_, i) => (i === j ? 1 : 0)),
      step,
    ),
  );
}

/** The largest |aᵢ − bᵢ| / (1 + |bᵢ|); NaN when one of them is. */
export function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.NaN;
  return Array.from(a).reduce((worst, x, i) => {
    const d = Math.abs(x - b[i]) / (1 + Math.abs(b[i]));
    return Math.max(d, worst);
  }, 0);
}
