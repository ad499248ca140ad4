// Philox 4×32-10: a bijection of 128-bit counters for each 64-bit key, so good a mixer that counting gives random numbers.
// One round, with a product of 32-bit words split into its high and low halves,
//   (c₀, c₁, c₂, c₃) ← (hi(B c₂) ⊕ c₁ ⊕ k₀,  lo(B c₂),  hi(A c₀) ⊕ c₃ ⊕ k₁,  lo(A c₀)),
// and between rounds the key grows by two odd constants. Whole numbers only: the same words on every machine.
// Salmon, Moraes, Dror, Shaw, Parallel random numbers: as easy as 1, 2, 3, SC11 (2011), section 3.3.

const rounds = 10;
const A = 0xd2511f53 | 0;
const B = 0xcd9e8d57 | 0;
/** The golden ratio and √3 − 1, as fractions of 2³². */
const growth0 = 0x9e3779b9 | 0;
const growth1 = 0xbb67ae85 | 0;

/** Replaces the four words of the counter by four random words. */
export function philox(words: Uint32Array, key0: number, key1: number): void {
  // Signed words, which the machine multiplies as they are; unsigned ones would become doubles.
  let c0 = words[0] | 0;
  let c1 = words[1] | 0;
  let c2 = words[2] | 0;
  let c3 = words[3] | 0;
  let k0 = key0 | 0;
  let k1 = key1 | 0;
  for (let round = 0; round < rounds; round++) {
    const low0 = Math.imul(A, c0);
    const low2 = Math.imul(B, c2);
    const high0 = highWord(A, c0);
    const high2 = highWord(B, c2);
    c0 = high2 ^ c1 ^ k0;
    c1 = low2;
    c2 = high0 ^ c3 ^ k1;
    c3 = low0;
    k0 = (k0 + growth0) | 0;
    k1 = (k1 + growth1) | 0;
  }
  words[0] = c0;
  words[1] = c1;
  words[2] = c2;
  words[3] = c3;
}

/** The high half of the product of two words without sign, from the products of their halves. */
function highWord(a: number, b: number): number {
  const aLow = a & 0xffff;
  const aHigh = a >>> 16;
  const bLow = b & 0xffff;
  const bHigh = b >>> 16;
  const middle = Math.imul(aHigh, bLow) + (Math.imul(aLow, bLow) >>> 16);
  const carry = Math.imul(aLow, bHigh) + (middle & 0xffff);
  return (Math.imul(aHigh, bHigh) + (middle >>> 16) + (carry >>> 16)) | 0;
}
