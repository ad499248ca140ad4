// The law “kernel agrees” for molecules with rigid bonds: rods, angles and dihedrals in WebAssembly against plain ones.

import { expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { advance } from '../../../src/run/stepper.ts';
import { distance } from '../differences.ts';
import { plainly } from './wasm/plainly.ts';

const h = 2 / 48.888;

it.each([
  ['hexadecanes', 'molecules: { hexadecane: 3 }'],
  ['a mixture', 'molecules: { butane: 3, tip3p: 5, nitrogen: 2, decane: 1 }'],
])('%s go the same way with kernels and without', (_, molecules) => {
  const problem = () => load(`particles: { ${molecules}, temperature: 300*K, seed: 3 }`);
  const [fast, plain, general] = [
    createMethod(problem(), 'rattle'),
    plainly(() => createMethod(problem(), 'rattle')),
    plainly(() => createMethod(problem(), 'rattle', { solver: 'chord' })),
  ];
  expect(fast.parts?.join()).toMatch(/WebAssembly/);
  expect(plain.parts?.join()).not.toMatch(/WebAssembly/);
  const { initial } = problem();
  const [a, b, c] = [fast, plain, general].map(flow => advance(flow, initial, h, 20));
  expect(distance(a, initial)).toBeGreaterThan(0.05);
  expect(distance(a, b)).toBeLessThan(1e-10);
  expect(distance(a, c)).toBeLessThan(1e-10);
});

it('goes back where it came from', () => {
  const { initial, ...problem } = load('particles: { molecules: { hexadecane: 3 }, temperature: 300*K }');
  const flow = createMethod({ ...problem, initial }, 'rattle');
  const there = advance(flow, initial, h, 100);
  expect(distance(advance(flow, there, -h, 100), initial)).toBeLessThan(1e-9);
});
