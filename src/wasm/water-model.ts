// A rigid water with three sites, as numbers: masses, lengths of the rods, and the parameters of
//   U = Σ_{a,b} k_ab / r  +  c12 / r¹² − c6 / r⁶  (between oxygens),   k_ab = K q_a q_b.

export interface WaterModel {
  readonly massO: number;
  readonly massH: number;
  readonly OH: number;
  readonly HH: number;
  readonly kOO: number;
  readonly kOH: number;
  readonly kHH: number;
  readonly c6: number;
  readonly c12: number;
}
