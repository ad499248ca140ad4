// Random numbers by counting: the k-th uniform and the k-th normal number of a seed are functions of (seed, k) alone.
// A run that keeps two counters can go on with the same sequence to the last bit, and nothing is hidden anywhere.
// Uniform numbers are the odd multiples of 2⁻⁵³: never 0, never 1, symmetric about ½. Normal ones are Φ⁻¹ of uniform
// ones from a second stream, so that drawing from one disturbs the other in no way.

import { inverseNormal } from './inverse-normal.ts';

/** The third word of the counter tells the streams apart. */
const [uniformStream, normalStream] = [0, 1];
const word = 2 ** 32;

export interface NormalSource {
  /** How many normal and how many uniform numbers were drawn. Copied and put back, it continues the sequence. */
  readonly memory: Float64Array;
  /** Fills `out` with independent normal numbers of mean 0 and variance 1. */
  fill(out: Float64Array): void;
  /** The next uniform number, 0 < u < 1. */
  uniform(): number;
}

/** The number `counter` = 0, 1, 2, … of the uniform sequence of this seed. */
export function uniform(seed: number, counter: number): number {
  return createStream(seed, uniformStream)(wholeNumber('counter', counter));
}

/** The number `counter` = 0, 1, 2, … of the normal sequence of this seed. */
export function normal(seed: number, counter: number): number {
  return inverseNormal(createStream(seed, normalStream)(wholeNumber('counter', counter)));
}

export function createNormalSource(seed: number): NormalSource {
  const nextUniform = createStream(seed, uniformStream);
  const nextNormal = createStream(seed, normalStream);
  const memory = new Float64Array(2);
  return {
    memory,
    fill(out) {
      let at = memory[0];
      for (let i = 0; i < out.length; i++) out[i] = inverseNormal(nextNormal(at++));
      memory[0] = at;
    },
    uniform: () => nextUniform(memory[1]++),
  };
}

/** The k-th number of a stream; a block of four words makes two numbers, and the last block is cached. */
function createStream(seed: number, stream: number): (k: number) => number {
  const key = wholeNumber('seed', seed);
  const [low, high] = [key % word, Math.floor(key / word)];
  const words = new Uint32Array(4);
  let block = -1;
  return k => {
    const wanted = Math.floor(k / 2);
    if (wanted !== block) {
      words[0] = wanted % word;
      words[1] = wanted / word;
      words[2] = stream;
      words[3] = 0;
      philox(words, low, high);
      block = wanted;
    }
    const first = 2 * (k - 2 * wanted);
    return fraction(words[first], words[first + 1]);
  };
}

/** An odd multiple of 2⁻⁵³ from 32 + 20 bits. */
function fraction(a: number, b: number): number {
  return (a * 2 ** 20 + (b >>> 12) + 0.5) * 2 ** -52;
}

function wholeNumber(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new RangeError(`the ${name} of random numbers must be a whole number, 0 or more, not ${value}`);
}

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
