// The law “kernel agrees” for structures that the catalogue does not have: closed, branched, numbered at random, in space.

import { describe, expect, it, vi } from 'vitest';
import type { Flow } from '../../../src/flows/flow.ts';
import { sparseRattle } from '../../../src/kernels/sparse-rattle.ts';
import { createBrackets } from '../../../src/problem/brackets.ts';
import { load } from '../../../src/problem/load.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { webAssembly } from '../../../src/wasm/web-assembly.ts';
import { seeded } from '../linalg/seeded.ts';
import { plainly } from '../wasm/plainly.ts';
import { fromCatalogue, generalRattle, orbit, relativeDistance } from './problems.ts';

type Link = readonly [number, number];

/** Points in the plane with rods of their present lengths between them, the first of them hung up. */
function network(
  points: readonly (readonly [number, number])[],
  links: readonly Link[],
  extra = '',
): Problem {
  const rods = links.map(([a, b], k) => {
    const [x, y] = [points[a][0] - points[b][0], points[a][1] - points[b][1]];
    return `  rod${k}: norm2(r[${a}] - r[${b}]) = ${x * x + y * y}`;
  });
  const places = points.flatMap(([x, y], i) => [`  "r[${i}][0]": ${x}`, `  "r[${i}][1]": ${y}`]);
  return load(`
coordinates: { r: [${points.length}, 2] }
mass: { "r[i][j]": { each: "i in 0..${points.length - 1}, j in 0..1", value: 1 + sin(i)/2 } }
potential: sum(i, 0, ${points.length - 1}, (1 + sin(i)/2)*r[i][1]) ${extra}
constraints:
  hook: norm2(r[0] - [${points[0][0]}, ${points[0][1] + 1}]) = 1
${rods.join('\n')}
initial:
${places.join('\n')}
`);
}

const onCircle = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => [4 * Math.cos((6.28 * i) / count), 4 * Math.sin((6.28 * i) / count)] as const,
  );
const ring = (count: number) => Array.from({ length: count }, (_, i): Link => [i, (i + 1) % count]);

/** Every point hangs on an earlier one, chosen at random, and links are listed and directed at random. */
function randomTree(count: number): { points: (readonly [number, number])[]; links: Link[] } {
  const random = seeded(count);
  const points: (readonly [number, number])[] = [[0, 0]];
  const links: Link[] = [];
  for (let i = 1; i < count; i++) {
    const parent = Math.floor((0.5 + random() / 2) * i);
    const angle = 3 * random();
    points.push([points[parent][0] + Math.cos(angle), points[parent][1] + Math.sin(angle)]);
    links.push(random() > 0 ? [i, parent] : [parent, i]);
  }
  const order = links.map(random);
  const listed = [...links.keys()].sort((a, b) => order[a] - order[b]).map(k => links[k]);
  return { points, links: listed };
}

const tree = randomTree(26);

/** A chain in space with forces of all kinds, lengths that differ, and a coordinate that nothing holds. */
const inSpace = load(`
coordinates: { r: [20, 3], free: [2] }
mass: { "r[i][j]": { each: "i in 0..19, j in 0..2", value: 1 + i/20 }, free: 2 }
potential: >-
  sum(i, 0, 19, r[i][2] + 0.2*sin(r[i][0]) + exp(-r[i][1]^2)) + sum(i, 2, 19, norm2(r[i] - r[i-2]))/8
  + sum(i, 0, 1, cos(free[i]*r[3][0]) + free[i]^4/4)
constraints:
  anchor: norm2(r[0]) = 1
  links: { each: "i in 1..19", equation: "norm2(r[i] - r[i-1]) = 1 + i/4" }
initial:
  "r[i][0]": { each: "i in 0..19", value: "sum(k, 0, i, sqrt(1 + k/4))" }
  "p_r[i][1]": { each: "i in 0..19", value: (i + 1)/9 }
  "free[0]": 1
`);

/** Beads on a surface that is not a polynomial, with springs between them and a force that turns around at x = 0. */
const onSurface = load(`
coordinates: { r: [18, 3] }
potential: sum(i, 0, 17, r[i][2] + abs(r[i][0])) + sum(i, 1, 17, (r[i][1] - r[i-1][1])^2)/2
constraints:
  surface: { each: "i in 0..17", equation: "r[i][2] = sin(r[i][0])*exp(r[i][1]/4)" }
initial:
  "r[i][0]": { each: "i in 0..17", value: i/3 - 2 }
  "r[i][1]": { each: "i in 0..17", value: cos(i) }
  "r[i][2]": { each: "i in 0..17", value: sin(i/3 - 2)*exp(cos(i)/4) }
`);

const problems: [string, Problem][] = [
  ['a chain', fromCatalogue('chain', { N: 30 })],
  ['a closed chain', network(onCircle(24), ring(24))],
  ['a tree at random', network(tree.points, tree.links)],
  ['a net with springs', network(onCircle(18), [...ring(18), [0, 6], [6, 12]], '+ norm2(r[3] - r[9])')],
  ['a chain in space with forces', inSpace],
  ['beads on a surface', onSurface],
];

/** A general method that must not be asked. */
const unasked = (problem: Problem): Flow => ({
  ...generalRattle(problem),
  step: () => {
    throw new Error('the general method was asked');
  },
});

describe.each(problems)('%s', (_, problem) => {
  const h = 0.01;
  const kernel = () => sparseRattle(problem, unasked(problem));

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
    const [flow, twin] = [sparseRattle(problem, general), kernel()];
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
    const flow = sparseRattle(pendulum, generalRattle(pendulum));
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
    const flow = sparseRattle(problem, generalRattle(problem));
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
      sizes.push(bytes.length);
      return new Module(bytes);
    };
    compiling(compile, () => sparseRattle(problem, unasked(problem)));
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
  expect(plainly(() => sparseRattle(problem, general))).toBe(general);
});

it('is the general method where a page forbids to compile', () => {
  const problem = fromCatalogue('chain', { N: 20 });
  const general = generalRattle(problem);
  const refuse = () => {
    throw new RangeError('too large for the main thread');
  };
  expect(compiling(refuse, () => sparseRattle(problem, general))).toBe(general);
});
