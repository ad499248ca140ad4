import { describe, expect, it } from 'vitest';
import { growthSection } from '../../../../bench/suites/molecules/report.ts';

const workload = (id: string, particles: number, ours: number, theirs: number | null) => ({
  id,
  particles,
  ours: { stepsPerSecond: ours },
  peers: [{ name: 'peer', stepsPerSecond: theirs }],
});

describe('growth with the number of waters', () => {
  it('is the power between the smallest and the largest, by kind', () => {
    const lines = growthSection([
      workload('cluster-7', 21, 1e6, 1e6),
      workload('cluster-100', 300, 1000, 100),
      workload('cluster-1000', 3000, 10, 10),
      workload('water-10', 30, 100, 100),
      workload('water-1000', 3000, 1, null),
    ]);
    const cells = lines.map(line => line.split('|').map(cell => cell.trim()));
    expect(cells).toContainEqual(['', 'liquid, 10 to 1000', 'ours', '1.00', '']);
    expect(cells).toContainEqual(['', 'liquid, 10 to 1000', 'peer', '–', '']);
    expect(cells).toContainEqual(['', 'cluster, all pairs, 100 to 1000', 'ours', '2.00', '']);
    expect(cells).toContainEqual(['', 'cluster, all pairs, 100 to 1000', 'peer', '1.00', '']);
  });
  it('is not told of one size', () => {
    expect(growthSection([workload('water-1000', 3000, 1, 1)])).toEqual([]);
  });
});
