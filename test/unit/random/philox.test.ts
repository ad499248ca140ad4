import { describe, expect, it } from 'vitest';
import { chiSquare, histogram, upperGamma } from '../../../src/laws/sampling.ts';
import { createNormalSource, inverseNormal, normal, philox, uniform } from '../../../src/random/philox.ts';

describe('Philox 4×32-10', () => {
  // Known answers of the authors (Random123, file kat_vectors): counter, key, result.
  it.each([
    ['00000000 00000000 00000000 00000000', '00000000 00000000', '6627e8d5 e169c58d bc57ac4c 9b00dbd8'],
    ['ffffffff ffffffff ffffffff ffffffff', 'ffffffff ffffffff', '408f276d 41c83b0e a20bc7c6 6d5451fd'],
    ['243f6a88 85a308d3 13198a2e 03707344', 'a4093822 299f31d0', 'd16cfe09 94fdcceb 5001e420 24126ea1'],
  ])('%s with key %s', (counter, key, answer) => {
    const numbers = (text: string) => text.split(' ').map(word => Number.parseInt(word, 16));
    const words = Uint32Array.from(numbers(counter));
    const [key0, key1] = numbers(key);
    philox(words, key0, key1);
    expect([...words]).toEqual(numbers(answer));
  });
});

describe('the inverse of the normal distribution', () => {
  // From mpmath with 40 digits; in the middle, in the tail and in the far tail.
  it.each([
    [0.6, 0.2533471031357997],
    [0.9, 1.2815515655446006],
    [0.925, 1.4395314709384561],
    [0.93, 1.475791028179171],
    [0.99, 2.3263478740408408],
    [0.999999, 4.753424308817088],
    [1e-10, -6.361340902404056],
    [2 ** -53, -8.209536151601387],
  ])('at %d', (u, x) => {
    expect(Math.abs(inverseNormal(u) / x - 1)).toBeLessThan(1e-15);
  });

  it('undoes the distribution everywhere, and is odd', () => {
    for (let k = 1; k < 4000; k++) {
      const u = k / 8000;
      const x = inverseNormal(u);
      expect(Math.abs((0.5 * upperGamma(0.5, (x * x) / 2)) / u - 1)).toBeLessThan(1e-13);
      expect(inverseNormal(1 - u)).toBeCloseTo(-x, 12);
    }
    expect(inverseNormal(0.5)).toBe(0);
    expect(inverseNormal(0.75)).toBe(-inverseNormal(0.25));
  });
});

describe('numbers by counting', () => {
  // From a second implementation in Python with whole numbers of any length and mpmath: seed, counter, uniform, normal.
  it.each([
    [0, 0, 0.3990464708489646, 0.04182064321383125],
    [0, 1, 0.7357127844834425, -1.5633369291514203],
    [1, 0, 0.8902591729757107, -1.9196314434557595],
    [42, 7, 0.5864003457546062, -0.791803670106658],
    [42, 8589934597, 0.5758066733768726, 0.46203049301986],
    [1099511627779, 11, 0.7049772133137892, 0.2905861822040438],
    [Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0.7385792975415598, 0.790497344509877],
  ])('seed %d, number %d', (seed, k, u, x) => {
    expect(uniform(seed, k)).toBe(u);
    expect(Math.abs(normal(seed, k) - x)).toBeLessThan(4e-16 * Math.max(1, Math.abs(x)));
  });

  it.each([
    [-1, 0, /seed .* not -1/],
    [0.5, 0, /seed .* not 0.5/],
    [Number.NaN, 0, /seed .* not NaN/],
    [1, -2, /counter .* not -2/],
    [1, 2 ** 53, /counter/],
  ])('refuses seed %d with counter %d', (seed, k, message) => {
    expect(() => uniform(seed, k)).toThrow(message);
    expect(() => normal(seed, k)).toThrow(message);
  });

  it('is the sequence that a source draws, however it is cut into pieces', () => {
    const source = createNormalSource(9);
    const drawn: number[] = [];
    for (const length of [1, 4, 3, 1, 2]) {
      const piece = new Float64Array(length);
      source.fill(piece);
      drawn.push(...piece);
      expect(source.uniform()).toBe(uniform(9, source.memory[1] - 1));
    }
    expect(drawn).toEqual(Array.from({ length: 11 }, (_, k) => normal(9, k)));
    expect([...source.memory]).toEqual([11, 5]);
  });

  it('goes on from its memory with the same bytes', () => {
    const through = createNormalSource(3);
    through.fill(new Float64Array(7));
    through.uniform();
    const resumed = createNormalSource(3);
    resumed.memory.set(through.memory);
    const [a, b] = [new Float64Array(50), new Float64Array(50)];
    through.fill(a);
    resumed.fill(b);
    expect(b).toEqual(a);
    expect(resumed.uniform()).toBe(through.uniform());
  });
});

describe('the distribution of the numbers', () => {
  const count = 200_000;
  const source = createNormalSource(2024);
  const x = new Float64Array(count);
  source.fill(x);
  const u = x.map(() => source.uniform());
  const mean = (f: (i: number) => number) => x.reduce((sum, _, i) => sum + f(i), 0) / count;

  it('uniform numbers fill 64 bins evenly, and pairs of neighbours 16 × 16', () => {
    expect(u.every(value => value > 0 && value < 1)).toBe(true);
    expect(chiSquare(histogram(u, { from: 0, to: 1, count: 64 }), new Array(64).fill(1)).p).toBeGreaterThan(
      0.001,
    );
    const cells = u.slice(1).map((value, i) => Math.floor(16 * value) + 16 * Math.floor(16 * u[i]));
    const pairs = histogram(cells, { from: 0, to: 256, count: 256 });
    expect(chiSquare(pairs, new Array(256).fill(1)).p).toBeGreaterThan(0.001);
  });

  it('the last bits are as random as the first', () => {
    const low = u.map(value => (value * 2 ** 44) % 1);
    expect(chiSquare(histogram(low, { from: 0, to: 1, count: 64 }), new Array(64).fill(1)).p).toBeGreaterThan(
      0.001,
    );
  });

  // E x^2k = 1, 3, 15, 105 and the variances of x^k: 1, 2, 15, 96.
  it.each([
    [1, 0, 1],
    [2, 1, 2],
    [3, 0, 15],
    [4, 3, 96],
  ])('the moment %d of normal numbers is %d', (power, moment, variance) => {
    expect(Math.abs(mean(i => x[i] ** power) - moment)).toBeLessThan(4 * Math.sqrt(variance / count));
  });

  it('normal numbers follow Φ', () => {
    const edges = Array.from({ length: 39 }, (_, i) => inverseNormal((i + 1) / 40));
    const bins = x.map(value => edges.filter(edge => edge < value).length);
    expect(
      chiSquare(histogram(bins, { from: 0, to: 40, count: 40 }), new Array(40).fill(1)).p,
    ).toBeGreaterThan(0.001);
  });

  it('neighbours, the two streams and two seeds know nothing of each other', () => {
    const other = new Float64Array(count);
    createNormalSource(2025).fill(other);
    const limit = 4 / Math.sqrt(count);
    expect(Math.abs(mean(i => x[i] * x[(i + 1) % count]))).toBeLessThan(limit);
    expect(Math.abs(mean(i => x[i] * other[i]))).toBeLessThan(limit);
    expect(Math.abs(mean(i => x[i] * (u[i] - 0.5) * Math.sqrt(12)))).toBeLessThan(limit);
  });
});
