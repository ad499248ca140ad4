// The state z = (q, p) of a system with n coordinates is one Float64Array of length 2n: q first, then p.

export type State = Float64Array;

export function createState(n: number): State {
  return new Float64Array(2 * n);
}

export function isFiniteState(z: State): boolean {
  for (let i = 0; i < z.length; i++) if (!Number.isFinite(z[i])) return false;
  return true;
}
