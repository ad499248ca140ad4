import { describe, expect, it } from 'vitest';
import { functionNames, withoutCustomSections } from '../../../../bench/suites/profiles/samples.ts';

const head = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const utf8 = (text: string) => [text.length, ...Buffer.from(text)];
const section = (id: number, content: readonly number[]) =>
  // Lengths up to 2¹⁴ in two bytes, as LEB128 allows.
  [id, (content.length & 0x7f) | 0x80, content.length >> 7, ...content];

const types = section(1, [1, 0x60, 0, 0]);
const long = 'f'.repeat(100);
/** Part 0 is the name of the module, 1 those of functions: 0 is “a”, 200 a long one. */
const parts = [...section(0, utf8('kernels')), ...section(1, [2, 0, ...utf8('a'), 0xc8, 1, ...utf8(long)])];
const names = section(0, [...utf8('name'), ...parts]);
const producers = section(0, [...utf8('producers'), 0]);
const binary = Buffer.from([...head, ...producers, ...types, ...names]);

describe('a WebAssembly binary', () => {
  it('tells the names of its functions', () => {
    expect([...functionNames(binary)]).toEqual([
      [0, 'a'],
      [200, long],
    ]);
  });
  it('falls back on the functions that it exports, not on memories', () => {
    const exported = section(7, [
      3,
      ...utf8('step'),
      0,
      5,
      ...utf8('memory'),
      2,
      0,
      ...utf8('run'),
      0,
      0x81,
      1,
    ]);
    expect([...functionNames(Buffer.from([...head, ...types, ...exported]))]).toEqual([
      [5, 'step'],
      [129, 'run'],
    ]);
  });
  it('has none without either section', () => {
    expect(functionNames(Buffer.from([...head, ...producers, ...types])).size).toBe(0);
  });
  it('is the same without custom sections', () => {
    expect(withoutCustomSections(binary)).toEqual(Buffer.from([...head, ...types]));
  });
});
