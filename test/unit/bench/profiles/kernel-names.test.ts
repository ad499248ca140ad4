import { describe, expect, it } from 'vitest';
import {
  functionNames,
  namesOf,
  particleKernels,
  particleNames,
} from '../../../../bench/suites/profiles/samples.ts';

const names = await particleNames();

describe('the names of the particle kernels', () => {
  it('are known for functions that are not exported, too', () => {
    expect([...names.values()]).toContain('neighbour-list/searchCell');
    expect(names.size).toBeGreaterThan(functionNames(particleKernels).size);
  });
  it('agree with those that are exported', () => {
    for (const [index, name] of functionNames(particleKernels)) expect(names.get(index)).toMatch(`/${name}`);
  });
  it('are not given to another module', () => {
    expect(namesOf(particleKernels, names)).toBe(names);
    expect(namesOf(Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]), names).size).toBe(0);
  });
});
