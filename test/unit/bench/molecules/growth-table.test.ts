import { describe, expect, it } from 'vitest';
import { growthRows } from '../../../../bench/suites/molecules/suite.ts';

const workload = (id: string, particles: number, ours: number, theirs: number | null) => ({
  id,
  particles,
  ours: { stepsPerSecond: ours },
  peers: [{ name: 'peer', stepsPerSecond: theirs }],
});

describe('growth with the number of waters', () => {
  it('is the power between the smallest and the largest, by kind', () => {
    const rows = growthRows([
      workload('cluster-7', 21, 1e6, 1e6),
      workload('cluster-100', 300, 1000, 100),
      workload('cluster-1000', 3000, 10, 10),
      workload('water-10', 30, 100, 100),
      workload('water-1000', 3000, 1, null),
    ]);
    const exponent = (value: number) => expect.closeTo(value, 12);
    expect(rows).toContainEqual({ waters: 'liquid, 10 to 1000', name: 'ours', exponent: exponent(1) });
    expect(rows).toContainEqual({ waters: 'liquid, 10 to 1000', name: 'peer', exponent: null });
    const waters = 'cluster, all pairs, 100 to 1000';
    expect(rows).toContainEqual({ waters, name: 'ours', exponent: exponent(2) });
    expect(rows).toContainEqual({ waters, name: 'peer', exponent: exponent(1) });
  });
  it('is not told of one size', () => {
    expect(growthRows([workload('water-1000', 3000, 1, 1)])).toEqual([]);
  });
});
