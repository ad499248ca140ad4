// The potential U(c) of one inner coordinate: the length of a bond, the angle of a dihedral.

export interface BondedLaw {
  /** out = U, U', U'' of member k (bond k, dihedral k) at c; angles are in radians. */
  evaluate(k: number, c: number, out: Float64Array): void;
}
