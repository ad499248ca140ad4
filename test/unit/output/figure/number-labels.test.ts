import { describe, expect, it } from 'vitest';
import {
  exponentOf,
  linearLabels,
  logLabels,
  plainNumber,
  powerOfTen,
} from '../../../../src/output/figure/ticks.ts';

describe('powerOfTen', () => {
  it('writes superscripts and the superscript minus', () => {
    expect([-8, 0, 3, 12, -105].map(powerOfTen)).toEqual(['10⁻⁸', '10⁰', '10³', '10¹²', '10⁻¹⁰⁵']);
  });
});

describe('plainNumber', () => {
  it('uses U+2212 and thin spaces, and never a negative zero', () => {
    expect(plainNumber(-2.5, 1)).toBe('\u22122.5');
    expect(plainNumber(1234567, 0)).toBe('1\u2009234\u2009567');
    expect(plainNumber(1234, 0)).toBe('1234');
    expect(plainNumber(-0.001, 1)).toBe('0.0');
  });
});

describe('exponentOf', () => {
  it('is exact at every power of ten', () => {
    for (let k = -300; k <= 300; k++) expect(exponentOf(Number(`1e${k}`))).toBe(k);
    expect(exponentOf(999.9999999999999)).toBe(2);
  });
});

describe('linearLabels', () => {
  it('gives all ticks the decimals of the step', () => {
    expect(linearLabels([0, 0.5, 1])).toEqual({ labels: ['0', '0.5', '1.0'], factor: '' });
    expect(linearLabels([0.1, 0.2, 0.30000000000000004]).labels).toEqual(['0.1', '0.2', '0.3']);
  });

  it('takes out a common factor for very small and very large numbers', () => {
    expect(linearLabels([-2e-8, 0, 2e-8, 4e-8])).toEqual({
      labels: ['\u22122', '0', '2', '4'],
      factor: '×10⁻⁸',
    });
    expect(linearLabels([0, 5e6, 1e7, 1.5e7])).toEqual({
      labels: ['0', '0.5', '1.0', '1.5'],
      factor: '×10⁷',
    });
  });

  it('groups thousands alike on one axis', () => {
    expect(linearLabels([5000, 10000, 15000]).labels).toEqual(['5\u2009000', '10\u2009000', '15\u2009000']);
    expect(linearLabels([1000, 2000]).labels).toEqual(['1000', '2000']);
  });

  it('survives a single tick and none', () => {
    expect(linearLabels([0])).toEqual({ labels: ['0'], factor: '' });
    expect(linearLabels([])).toEqual({ labels: [], factor: '' });
  });
});

describe('logLabels', () => {
  it('writes powers, multiples, and plain numbers near one', () => {
    expect(logLabels([1e-8, 1e-6])).toEqual(['10⁻⁸', '10⁻⁶']);
    expect(logLabels([1e-8, 2e-8, 5e-8])).toEqual(['10⁻⁸', '2×10⁻⁸', '5×10⁻⁸']);
    expect(logLabels([0.5, 1, 2])).toEqual(['0.5', '1', '2']);
  });
});
