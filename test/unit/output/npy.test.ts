import { describe, expect, it } from 'vitest';
import { npy } from '../../../src/output/table-formats.ts';

describe('npy', () => {
  it('has the bytes of the format', () => {
    const bytes = npy(2, 3, [1, 2, 3, 4, 5, -0.5]);
    expect([...bytes.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
    // 118 = 128 − 10: the data begin at byte 128, the first multiple of 64 that leaves room for the header.
    expect([bytes[8], bytes[9]]).toEqual([118, 0]);
    const header = String.fromCharCode(...bytes.subarray(10, 128));
    expect(header).toBe(`${"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }".padEnd(117)}\n`);
    expect(bytes.length).toBe(128 + 6 * 8);
    // 1.0 = 0x3ff0000000000000 and −0.5 = 0xbfe0000000000000, low byte first.
    expect([...bytes.subarray(128, 136)]).toEqual([0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
    expect([...bytes.subarray(168, 176)]).toEqual([0, 0, 0, 0, 0, 0, 0xe0, 0xbf]);
  });

  it('begins the data at a multiple of 64 for long shapes too', () => {
    const bytes = npy(0, 123456789012345, []);
    expect(bytes.length % 64).toBe(0);
    expect(bytes[bytes.length - 1]).toBe(10);
  });

  it('refuses a wrong count and values that are not finite', () => {
    expect(() => npy(2, 2, [1, 2, 3])).toThrow('4 values; there are 3');
    expect(() => npy(2, 2, [1, 2, 3, Number.NaN])).toThrow('Row 1, column 1');
  });
});
