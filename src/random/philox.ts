// Counter-based random numbers: the k-th uniform and the k-th normal number of a seed are functions of (seed, k) alone.
// A run that saves its two counters continues the same sequence to the last bit; there is no other state.
// Uniform numbers are the odd multiples of 2⁻⁵³: never 0, never 1, symmetric about ½. Normal ones are Φ⁻¹ of uniform
// ones from a second stream, so that the two sequences are independent.

/** The third word of the counter is the number of the stream. */
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

// x with Φ(x) = u, the inverse of the normal distribution, by rational functions, good to about 1e-16:
//   x = q R(0.180625 − q²), q = u − ½, in the middle 85 %;   x = ±R(r), r = √(−log min(u, 1 − u)), in the tails.
// Only + − × ÷ √, each of which rounds the same on every machine, so that the same u gives the same x everywhere. This is
// why it is not Box and Muller's method, and why the logarithm is computed here.
// Coefficients as printed there, rounded to doubles. Condition: 0 < u < 1. Wichura, Algorithm AS 241, Appl. Statist. 37 (1988) 477.

const middle = {
  top: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987,
    67265.7709270087, 33430.57558358813, 2509.0809287301227,
  ],
  bottom: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271,
    28729.085735721943, 5226.495278852854,
  ],
} as const;

const tail = {
  top: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684,
    0.2417807251774506, 0.022723844989269184, 0.0007745450142783414,
  ],
  bottom: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457,
    0.0005475938084995345, 1.0507500716444169e-9,
  ],
} as const;

const farTail = {
  top: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124,
    0.0012426609473880784, 2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  bottom: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133,
    1.8463183175100548e-5, 1.421511758316446e-7, 2.0442631033899397e-15,
  ],
} as const;

export function inverseNormal(u: number): number {
  const q = u - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(middle, 0.180625 - q * q);
  const r = Math.sqrt(-logarithm(q < 0 ? u : 1 - u));
  const x = r <= 5 ? ratio(tail, r - 1.6) : ratio(farTail, r - 5);
  return q < 0 ? -x : x;
}

interface Rational {
  readonly top: readonly number[];
  readonly bottom: readonly number[];
}

function ratio({ top, bottom }: Rational, x: number): number {
  return polynomial(top, x) / polynomial(bottom, x);
}

/** Written out: this is the inner loop of all noise. */
function polynomial(c: readonly number[], x: number): number {
  return ((((((c[7] * x + c[6]) * x + c[5]) * x + c[4]) * x + c[3]) * x + c[2]) * x + c[1]) * x + c[0];
}

/** 2/(2k + 1), the series of log((1 + s)/(1 − s)) = 2s + 2s³/3 + 2s⁵/5 + …; |s| < 0.172 leaves less than 1e-17. */
const series = Array.from({ length: 11 }, (_, k) => 2 / (2 * k + 1));

/** log u for 2⁻⁵³ ≤ u < 1: u = 2⁻ᵏ m with m near 1, doubling being exact. */
function logarithm(u: number): number {
  let [m, halvings] = [u, 0];
  for (; m < Math.SQRT1_2; m *= 2) halvings++;
  const s = (m - 1) / (m + 1);
  const s2 = s * s;
  let sum = 0;
  for (let k = series.length - 1; k >= 0; k--) sum = sum * s2 + series[k];
  return s * sum - halvings * Math.LN2;
}
