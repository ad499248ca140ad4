// The state z = (q, p) of a system with n coordinates is one Float64Array of length 2n: q first, then p.

/** A state z = (q, p): n coordinates, then n momenta. */
export type State = Float64Array;
