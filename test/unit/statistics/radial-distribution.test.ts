import { describe, expect, it } from 'vitest';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { createNormalSource } from '../../../src/random/philox.ts';
import { createRadialDistribution, firstPeak } from '../../../src/statistics/radial-distribution.ts';
import { systemOf } from '../particles/terms-systems.ts';

const box = { edges: [10, 12, 14] as const };

function accumulated(system: ParticleSystem, options = {}, frames = [system.positions]) {
  const rdf = createRadialDistribution(system, options);
  if (!rdf) throw new Error('no distribution');
  for (const x of frames) rdf.add(x);
  return rdf.result();
}

/** Two kinds, A and B, in molecules of three particles A, B, B at independent places in and around the box. */
function ideal(molecules: number, seed: number): ParticleSystem {
  const random = createNormalSource(seed);
  const positions = Array.from(
    { length: 9 * molecules },
    (_, k) => box.edges[k % 3] * (3 * random.uniform() - 1),
  );
  const kind = Array.from({ length: 3 * molecules }, (_, i) => (i % 3 === 0 ? 0 : 1));
  return {
    ...systemOf({ positions, box, kinds: ['A', 'B'], kind }),
    molecule: Int32Array.from(kind, (_, i) => Math.floor(i / 3)),
    moleculeNames: Array.from({ length: molecules }, () => 'M'),
  };
}

describe('the radial distribution', () => {
  it('of particles that ignore each other is 1, with the scatter of independent pairs', () => {
    const [molecules, samples, bins, to] = [60, 200, 25, 5];
    const frames = Array.from({ length: samples }, (_, seed) => ideal(molecules, seed).positions);
    const { r, curves } = accumulated(ideal(molecules, 0), { to, bins }, frames);
    const V = 10 * 12 * 14;
    const pairs = [
      (molecules * (molecules - 1)) / 2,
      2 * molecules * (molecules - 1),
      2 * molecules * (molecules - 1),
    ];
    expect(curves.map(({ pair }) => pair)).toEqual(['A-A', 'A-B', 'B-B']);
    curves.forEach(({ g, error }, k) => {
      let [deviation, judged] = [0, 0];
      g.forEach((value, bin) => {
        const shell = (4 / 3) * Math.PI * ((r[bin] + 0.1) ** 3 - (r[bin] - 0.1) ** 3);
        const expected = (samples * pairs[k] * shell) / V;
        deviation += (value - 1) ** 2 * expected;
        judged += (error?.[bin] ?? 0) ** 2 * expected;
      });
      // χ² of 25 bins: 25 ± 7. The error bars are those of the counts, to a tenth.
      expect(Math.abs(deviation / bins - 1)).toBeLessThan(0.9);
      expect(Math.abs(judged / bins - 1)).toBeLessThan(0.25);
    });
  });

  // With cells, and without where the box is too narrow for them.
  it.each([12, 20])('counts what a loop over all pairs counts, in %d bins', bins => {
    const system = ideal(50, 9);
    const { r, curves } = accumulated(system, { to: 0.2 * bins, bins });
    const expected = new Map(['A-A', 'A-B', 'B-B'].map(name => [name, new Float64Array(bins)]));
    const x = system.positions;
    for (let i = 0; i < system.count; i++)
      for (let j = 0; j < i; j++) {
        if (system.molecule[i] === system.molecule[j]) continue;
        const d = [0, 1, 2].map(k => {
          const c = Math.abs(x[3 * i + k] - x[3 * j + k]) % box.edges[k];
          return Math.min(c, box.edges[k] - c);
        });
        const name = ['A-A', 'A-B', 'B-B'][system.kind[i] + system.kind[j]];
        const bin = Math.floor(Math.hypot(...d) / 0.2);
        const counts = expected.get(name);
        if (bin < bins && counts) counts[bin]++;
      }
    const pairs = [1225, 4900, 4900];
    curves.forEach(({ pair, g }, k) => {
      const counts = g.map(
        (value, bin) =>
          (value * pairs[k] * (4 / 3) * Math.PI * ((r[bin] + 0.1) ** 3 - (r[bin] - 0.1) ** 3)) / 1680,
      );
      expect(counts.reduce((sum, value) => sum + value, 0)).toBeGreaterThan(10);
      counts.forEach((value, bin) => {
        expect(value).toBeCloseTo(expected.get(pair)?.[bin] ?? -1, 8);
      });
    });
  });

  it('of rock salt has its shells: 6 unlike at a, 12 like at a√2, 8 unlike at a√3', () => {
    const a = 2;
    const sites = Array.from({ length: 216 }, (_, k) => [k % 6, Math.floor(k / 6) % 6, Math.floor(k / 36)]);
    const system = systemOf({
      positions: sites.flatMap(site => site.map(c => c * a)),
      box: { edges: [12, 12, 12] },
      kinds: ['Na', 'Cl'],
      kind: sites.map(([i, j, k]) => (i + j + k) % 2),
    });
    const width = 0.1;
    const { r, curves } = accumulated(system, { to: 5, bins: 50 });
    const [like, unlike] = ['Na-Na', 'Na-Cl'].map(name => curves.find(({ pair }) => pair === name)?.g);
    /** Neighbours of one Na at distances in the bin of d, from g and the pairs that it was divided by. */
    const neighbours = (g: Float64Array | undefined, pairs: number, d: number) => {
      const bin = Math.floor(d / width + 1e-9);
      const shell = (4 / 3) * Math.PI * ((r[bin] + width / 2) ** 3 - (r[bin] - width / 2) ** 3);
      return ((g?.[bin] ?? 0) * pairs * shell) / 12 ** 3;
    };
    expect(neighbours(unlike, 108 * 108, a) / 108).toBeCloseTo(6, 10);
    expect(neighbours(like, (108 * 107) / 2, a * Math.SQRT2) / 54).toBeCloseTo(12, 10);
    expect(neighbours(unlike, 108 * 108, a * Math.sqrt(3)) / 108).toBeCloseTo(8, 10);
    expect(neighbours(like, (108 * 107) / 2, a * 2) / 54).toBeCloseTo(6, 10);
    expect(like?.filter(value => value > 0)).toHaveLength(3);
    expect(firstPeak(r, like ?? new Float64Array(0))?.position).toBeCloseTo(2.85, 12);
  });

  it('takes the pairs that are asked for, in either order', () => {
    expect(accumulated(ideal(20, 1), { pairs: ['B-A'] }).curves.map(({ pair }) => pair)).toEqual(['B-A']);
    expect(() => createRadialDistribution(ideal(20, 1), { pairs: ['A-C'] })).toThrow(
      /no pair “A-C”.*there are A-A, A-B, B-B/,
    );
  });

  it('has nothing to say in open space, of one molecule, or beyond half of the box', () => {
    expect(createRadialDistribution({ ...ideal(20, 1), box: null })).toBeNull();
    expect(createRadialDistribution(ideal(1, 1))).toBeNull();
    expect(() => createRadialDistribution(ideal(20, 1), { to: 5.1 })).toThrow(/at most 5/);
    expect(() => createRadialDistribution(ideal(20, 1), { bins: 0 })).toThrow(/1 or more/);
  });
});

describe('the first peak', () => {
  it('is found between the bins', () => {
    const r = Float64Array.from({ length: 100 }, (_, k) => 0.05 + 0.1 * k);
    const g = r.map(x => Math.max(0, 3.1 - 4 * (x - 2.76) ** 2) + (x > 5 ? 6 : 0));
    const peak = firstPeak(r, g);
    expect(peak?.position).toBeCloseTo(2.76, 10);
    expect(peak?.height).toBeCloseTo(3.1, 10);
    expect(firstPeak(r, new Float64Array(100))).toBeNull();
  });
});
