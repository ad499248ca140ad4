// Seeded random numbers, so that a report is the same each time (the generator mulberry32).

export interface Random {
  /** Uniform in [−1, 1). */
  symmetric(): number;
  /** −1 or 1. */
  sign(): number;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const symmetric = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 31 - 1;
  };
  return { symmetric, sign: () => (symmetric() < 0 ? -1 : 1) };
}
