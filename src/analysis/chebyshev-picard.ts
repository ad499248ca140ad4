// Smooth motions on a short interval, sampled at Chebyshev nodes τᵢ ∈ (−1, 1):
//   z(τᵢ) = z₀ + Σⱼ Sᵢⱼ f(τⱼ, z(τⱼ))       S integrates the interpolant from 0 (Picard iteration to round-off)
//   power coefficients of an interpolant at τ = 0, row by row: the Taylor coefficients of what was sampled.
// Condition: the interval is short against the rate of f. Reference: Clenshaw & Norton, Comput. J. 6 (1963).

export interface Interpolation {
  readonly nodes: Float64Array;
  /** S, nodes × nodes, row by row. */
  readonly integral: Float64Array;
  /** Row k: the weights of the k-th power coefficient. */
  readonly powers: readonly Float64Array[];
}

/** out = f(τ, z), where `node` is the number of τ. */
export type Field = (node: number, z: Float64Array, out: Float64Array) => void;

const maxIterations = 80;
const settled = 2e-15;

export function chebyshevInterpolation(count: number): Interpolation {
  const angles = Float64Array.from({ length: count }, (_, j) => (Math.PI * (j + 0.5)) / count);
  const nodes = angles.map(Math.cos);
  // Coefficient of T_k in the interpolant of the values at the nodes.
  const weight = (k: number, j: number) => ((k === 0 ? 1 : 2) / count) * Math.cos(k * angles[j]);
  const integral = new Float64Array(count * count);
  for (let i = 0; i < count; i++)
    for (let j = 0; j < count; j++)
      for (let k = 0; k < count; k++)
        integral[i * count + j] += weight(k, j) * (primitive(k, nodes[i]) - primitive(k, 0));
  const inPowers = chebyshevInPowers(count);
  const powers = Array.from({ length: count }, (_, power) =>
    Float64Array.from({ length: count }, (_, j) =>
      inPowers.reduce((sum, coefficients, k) => sum + weight(k, j) * coefficients[power], 0),
    ),
  );
  return { nodes, integral, powers };
}

/** ∫ T_k */
function primitive(k: number, x: number): number {
  const T = (degree: number) => Math.cos(degree * Math.acos(x));
  if (k === 0) return x;
  if (k === 1) return 0.5 * x * x;
  return 0.5 * (T(k + 1) / (k + 1) - T(k - 1) / (k - 1));
}

/** Coefficients of T_0 … T_{count−1} in powers of x, by T_{k+1} = 2x T_k − T_{k−1}. */
function chebyshevInPowers(count: number): Float64Array[] {
  const rows = Array.from({ length: count }, () => new Float64Array(count));
  rows[0][0] = 1;
  if (count > 1) rows[1][1] = 1;
  for (let k = 2; k < count; k++)
    for (let power = 0; power < count; power++)
      rows[k][power] = (power > 0 ? 2 * rows[k - 1][power - 1] : 0) - rows[k - 2][power];
  return rows;
}

/** out[i] = z(τᵢ) with z(0) = z₀; entries that are not finite where the iteration runs away. */
export function picard(
  { nodes, integral }: Interpolation,
  field: Field,
  z0: Float64Array,
  out: readonly Float64Array[],
): void {
  const slopes = out.map(z => new Float64Array(z.length));
  for (const z of out) z.set(z0);
  for (let iteration = 0; iteration < maxIterations; iteration++) {
    slopes.forEach((slope, i) => {
      field(i, out[i], slope);
    });
    let [change, size] = [0, 0];
    for (let i = 0; i < nodes.length; i++) {
      const z = out[i];
      for (let c = 0; c < z.length; c++) {
        let value = z0[c];
        for (let j = 0; j < nodes.length; j++) value += integral[i * nodes.length + j] * slopes[j][c];
        change = Math.max(change, Math.abs(value - z[c]));
        size = Math.max(size, Math.abs(value));
        z[c] = value;
      }
    }
    if (!(change > settled * size)) return;
  }
}
