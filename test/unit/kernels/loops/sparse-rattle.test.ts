// The law “kernel agrees” for structures with many constraints.

import { describe, expect, it, vi } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import { sparseRattle } from '../../../../src/kernels/loops/sparse-rattle.ts';
import { webAssembly } from '../../../../src/kernels/wasm/host/web-assembly.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import { createBrackets } from '../../../../src/problem/brackets.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { manyConstraints, network, randomTree } from '../many-constraints.ts';
import { fromCatalogue, generalRattle, inLoops, orbit, relativeDistance } from '../problems.ts';
import { plainly } from '../wasm/plainly.ts';

/** A general method that must not be asked. */
const unasked = (problem: Problem): Flow => ({
  ...generalRattle(problem),
  step: () => {
    throw new Error('the general method was asked');
  },
});

describe.each(manyConstraints)('%s', (_, problem) => {
  const h = 0.01;
  const kernel = () => inLoops(problem, unasked(problem));

  it('moves as the general method says', () => {
    const fast = orbit(kernel(), problem.initial, h, 40);
    const general = orbit(generalRattle(problem), problem.initial, h, 40);
    expect(relativeDistance(fast[1], general[1])).toBeLessThan(2e-14);
    expect(relativeDistance(fast[40], general[40])).toBeLessThan(1e-12);
    expect(relativeDistance(fast[40], problem.initial)).toBeGreaterThan(1e-3);
  });

  it('keeps both constraints to round-off, and the energy', () => {
    const states = orbit(kernel(), problem.initial, h, 60);
    const brackets = createBrackets(problem);
    const [g, scale] = [new Float64Array(problem.g.m), new Float64Array(problem.g.m)];
    const largest = () => g.reduce((size, value, i) => Math.max(size, Math.abs(value) / scale[i]), 0);
    problem.g.value(states[60], g);
    brackets.constraintScale(states[60], h, scale);
    expect(largest()).toBeLessThan(1e-13);
    brackets.hidden(states[60], g);
    brackets.hiddenScale(states[60], scale);
    expect(largest()).toBeLessThan(1e-13);
    const [first, last] = [states[0], states[60]].map(z => problem.H.value(z));
    expect(Math.abs(last - first)).toBeLessThan(2e-3 * Math.max(1, Math.abs(first)));
  });

  it('goes back by −h, and continues from its memory to the bit', () => {
    const flow = kernel();
    const middle = orbit(flow, problem.initial, h, 11)[11];
    const copy = kernel();
    flow.memory.forEach((part, i) => {
      copy.memory[i].set(part);
    });
    const on = orbit(flow, middle, h, 10);
    expect(orbit(copy, middle, h, 10)).toEqual(on);
    expect(relativeDistance(orbit(flow, on[10], -h, 10)[10], middle)).toBeLessThan(1e-10);
  });

  it('leaves what it cannot do to the general method, and no trace of having tried', () => {
    const general = generalRattle(problem);
    const [flow, twin] = [inLoops(problem, general), kernel()];
    const z = orbit(flow, problem.initial, h, 8)[8];
    orbit(twin, problem.initial, h, 8);
    const before = flow.memory.map(part => part.slice());
    expect(flow.step(z, 1e6, z.slice()).ok).toBe(false);
    expect(
      flow.step(
        z.map(() => Number.NaN),
        h,
        z.slice(),
      ).ok,
    ).toBe(false);
    const own = twin.memory.length - general.memory.length + 1;
    expect(flow.memory.slice(0, own)).toEqual(before.slice(0, own));
    expect(orbit(flow, z, h, 9)).toEqual(orbit(twin, z, h, 9));
  });
});

describe('what the kernel must not take', () => {
  it('is a root on another branch, near which the iteration begins', () => {
    const pendulum = load(`
coordinates: [x, y]
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1, p_y: 1 }
`);
    const h = 0.1;
    const [right] = orbit(generalRattle(pendulum), pendulum.initial, h, 1).slice(1);
    const flow = inLoops(pendulum, generalRattle(pendulum));
    // Q = (1 − 2h²λ/h, h p_y) is on the circle for two values of λ/h; the larger turns the rod over.
    flow.memory[0][0] = (1.001 + Math.sqrt(1 - h * h)) / (2 * h * h);
    const [made] = orbit(flow, pendulum.initial, h, 1).slice(1);
    expect(relativeDistance(made, right)).toBeLessThan(1e-14);
  });

  it('is a state that is not finite, even where no constraint feels it', () => {
    const problem = load(`
coordinates: [x, y, free]
potential: sqrt(free)
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1, free: 0.005, p_free: -1 }
`);
    const flow = inLoops(problem, generalRattle(problem));
    expect(flow.step(problem.initial, 0.01, problem.initial.slice()).ok).toBe(false);
  });
});

const api = webAssembly();
if (!api) throw new Error('there is no WebAssembly here');
const { Module, Memory, Instance } = api;

/** What is made where compiling is done by `compile`. */
function compiling<T>(compile: (bytes: Uint8Array<ArrayBuffer>) => object, make: () => T): T {
  // A function that is called with `new` and returns an object returns that object.
  const replaced = function replaced(bytes: Uint8Array<ArrayBuffer>) {
    return compile(bytes);
  };
  vi.stubGlobal('WebAssembly', { validate: () => true, Memory, Instance, Module: replaced });
  const made = make();
  vi.unstubAllGlobals();
  return made;
}

describe('the compiled code', () => {
  const compiled = (problem: Problem) => {
    const sizes: number[] = [];
    const compile = (bytes: Uint8Array<ArrayBuffer>) => {
      // A module of eight bytes is empty: it asks whether the page allows WebAssembly.
      if (bytes.length > 8) sizes.push(bytes.length);
      return new Module(bytes);
    };
    compiling(compile, () => inLoops(problem, unasked(problem)));
    expect(sizes).toHaveLength(1);
    return sizes[0];
  };

  it('is as long for a short chain as for a long one', () => {
    const [short, long] = [20, 200].map(N => compiled(fromCatalogue('chain', { N })));
    expect(long).toBeLessThan(1.1 * short);
    expect(long).toBeLessThan(8000);
  });

  it('grows more slowly than a tree that is numbered at random', () => {
    const [small, large] = [60, 240].map(count => {
      const { points, links } = randomTree(count);
      return compiled(network(points, links));
    });
    expect(large).toBeLessThan(3 * small);
  });
});

it('is the general method where there is no WebAssembly', () => {
  const problem = fromCatalogue('chain', { N: 20 });
  const general = generalRattle(problem);
  expect(plainly(() => sparseRattle(problem, () => general))).toBeNull();
  const parts = plainly(() => createMethod(problem, 'rattle')).parts;
  expect(parts?.join()).toMatch(/^general method: .*WebAssembly is missing/);
});

it('is the general method where a page forbids to compile', () => {
  const problem = fromCatalogue('chain', { N: 20 });
  const general = generalRattle(problem);
  const refuse = () => {
    throw new RangeError('too large for the main thread');
  };
  expect(compiling(refuse, () => sparseRattle(problem, () => general))).toBeNull();
  expect(compiling(refuse, () => createMethod(problem, 'rattle')).parts?.join()).toMatch(/^general method/);
});
