// Blocks of two waters, one per SIMD lane: nine pairs of doubles, x y z of O, then of H1, then of H2.
// Positions, momenta and forces are arrays of such blocks. If the number of waters is odd, the second lane of the last
// block holds a dummy water: a copy far away, at rest, without forces.

export const component: usize = 16;
export const site: usize = 3 * component;
export const block: usize = 3 * site;
export const lane: usize = 8;
