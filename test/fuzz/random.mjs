// Seeded random choices of the fuzz suite: the case of a seed and a number is always the same.

/** mulberry32, begun from a mixture of seed and number. */
export function createRandom(seed, number = 0) {
  let a = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(number + 1, 0xc2b2ae35)) >>> 0;
  const uniform = () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = n => Math.floor(uniform() * n);
  return {
    uniform,
    below,
    pick: list => list[below(list.length)],
    /** True with this probability. */
    chance: share => uniform() < share,
    /** A short decimal number between the bounds. */
    decimal: (least, most) => Number((least + (most - least) * uniform()).toFixed(3)),
  };
}
