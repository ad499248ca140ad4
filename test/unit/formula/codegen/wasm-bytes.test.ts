import { expect, it } from 'vitest';
import { moduleBytes, realConstant, signed, unsigned } from '../../../../src/formula/codegen/wasm-bytes.ts';
import { webAssembly } from '../../../../src/kernels/wasm/host/web-assembly.ts';

it('writes whole numbers as the specification does (LEB128)', () => {
  expect(unsigned(0)).toEqual([0]);
  expect(unsigned(127)).toEqual([0x7f]);
  expect(unsigned(128)).toEqual([0x80, 0x01]);
  expect(unsigned(624485)).toEqual([0xe5, 0x8e, 0x26]);
  expect(unsigned(2 ** 32 - 1)).toEqual([0xff, 0xff, 0xff, 0xff, 0x0f]);
  expect(signed(2)).toEqual([2]);
  expect(signed(63)).toEqual([0x3f]);
  expect(signed(64)).toEqual([0xc0, 0x00]);
  expect(signed(-64)).toEqual([0x40]);
  expect(signed(-123456)).toEqual([0xc0, 0xbb, 0x78]);
  expect(signed(-(2 ** 31))).toEqual([0x80, 0x80, 0x80, 0x80, 0x78]);
});

it('writes real numbers as they are in memory', () => {
  expect(realConstant(1)).toEqual([0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
  expect(realConstant(-0)).toEqual([0x44, 0, 0, 0, 0, 0, 0, 0, 0x80]);
});

it('makes a module that engines take', () => {
  const api = webAssembly();
  if (!api) throw new Error('there is no WebAssembly here');
  const imports = [
    { name: 'sin', arity: 1 },
    { name: 'pow', arity: 2 },
  ];
  const two = [...realConstant(2), 0x21, 0];
  const bytes = moduleBytes(imports, [
    { name: 'empty', locals: [], code: [] },
    { name: 'other', locals: ['real', 'integer', 'real'], code: two },
  ]);
  expect(api.validate(bytes)).toBe(true);
  const env = { memory: new api.Memory({ initial: 1 }), sin: Math.sin, pow: Math.pow };
  const { exports } = new api.Instance(new api.Module(bytes), { env });
  expect(Object.keys(exports)).toEqual(['empty', 'other']);
  // A real number in the place of a whole one is refused.
  expect(api.validate(moduleBytes([], [{ name: 'wrong', locals: ['integer'], code: two }]))).toBe(false);
});
