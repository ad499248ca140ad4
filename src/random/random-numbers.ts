// Random numbers by counting: the k-th uniform and the k-th normal number of a seed are functions of (seed, k) alone.
// A run that keeps two counters can go on with the same sequence to the last bit, and nothing is hidden anywhere.
// Uniform numbers are the odd multiples of 2⁻⁵³: never 0, never 1, symmetric about ½. Normal ones are Φ⁻¹ of uniform
// ones from a second stream, so that drawing from one disturbs the other in no way.

import { inverseNormal } from './inverse-normal.ts';
import { philox } from './philox.ts';

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

/** The k-th number of a stream; a block of four words makes two numbers, and the last block is kept. */
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
