// The state z = (q, p) of a system with n coordinates is one Float64Array of length 2n: q first, then p.

/** A state z = (q, p): n coordinates, then n momenta. */
export type State = Float64Array;

/** out ← J out with J(a, b) = (b, −a). */
export function applyJ(v: Float64Array): void {
  const n = v.length / 2;
  for (let i = 0; i < n; i++) {
    const a = v[i];
    v[i] = v[i + n];
    v[i + n] = -a;
  }
}

// Names of its entries: the momentum of x is p_x.

export function momentumName(coordinate: string): string {
  return `p_${coordinate}`;
}

/** Known to formulas where the energy is given in velocities. */
export function velocityName(coordinate: string): string {
  return `v_${coordinate}`;
}

/** Coordinates first, then momenta. */
export function stateNames({ coordinates }: { readonly coordinates: readonly string[] }): string[] {
  return [...coordinates, ...coordinates.map(momentumName)];
}
