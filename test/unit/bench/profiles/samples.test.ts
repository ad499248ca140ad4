import { describe, expect, it } from 'vitest';
import { samplesOf, type V8Profile } from '../../../../bench/suites/profiles/samples.ts';
import { workloadProfile } from '../../../../bench/suites/profiles/suite.ts';

const frames: [name: string, url: string, line: number][] = [
  ['(root)', '', -1],
  ['(program)', '', -1],
  ['(garbage collector)', '', -1],
  ['(idle)', '', -1],
  ['land', 'file:///home/me/dist/src/kernels/loops/sparse-rattle.js', 61],
  ['', 'file:///home/me/dist/src/problem/term-sizes.js', 28],
  ['advance', 'file:///home/me/dist/bench/engine.js', 36],
  ['valueKernel', '', 5],
  ['cpuUsage', '', -1],
  ['wasm-function[23]', 'wasm://wasm/00020776', 0],
  ['post', 'node:inspector', 120],
];

/** Every frame is a node; samples are told by the place of the frame. */
const profileOf = (samples: number[]): V8Profile => ({
  nodes: frames.map(([functionName, url, lineNumber], id) => ({
    id,
    callFrame: { functionName, url, lineNumber, columnNumber: 0, scriptId: '7' },
  })),
  samples,
});
const places = { root: '/home/me/dist/', names: new Map([['7', new Map([[23, 'settle/turnInPlane']])]]) };
const reduced = (...samples: number[]) => samplesOf(profileOf(samples), places);

describe('samples of a profile', () => {
  it.each([
    [4, { kind: 'library', name: 'land', file: 'src/kernels/loops/sparse-rattle.ts' }],
    [5, { kind: 'library', name: 'anonymous function', file: 'src/problem/term-sizes.ts' }],
    [6, { kind: 'benchmark', name: 'advance', file: 'bench/engine.ts' }],
    [7, { kind: 'generated code', name: 'valueKernel', file: null }],
    [8, { kind: 'native', name: 'cpuUsage', file: null }],
    [9, { kind: 'WebAssembly', name: 'settle/turnInPlane', file: null }],
    [10, { kind: 'native', name: 'post', file: 'node:inspector' }],
    [2, { kind: 'garbage collection', name: 'collector', file: null }],
    [1, { kind: 'native', name: 'V8 and Node', file: null }],
  ] as const)('names frame %i', (frame, place) => {
    expect(reduced(frame)).toEqual([{ ...place, count: 1 }]);
  });

  it('are counted by function, most first, without idle time', () => {
    expect(reduced(7, 4, 3, 4, 3, 3, 4, 0, 1).map(({ name, count }) => [name, count])).toEqual([
      ['land', 3],
      ['V8 and Node', 2],
      ['valueKernel', 1],
    ]);
  });
  it('keep the number of a kernel without a name', () => {
    const unnamed = samplesOf(profileOf([9]), { ...places, names: new Map() });
    expect(unnamed).toMatchObject([{ kind: 'WebAssembly', name: 'wasm-function[23]' }]);
  });
  it('of the same function at different places of the call tree are one', () => {
    const { nodes } = profileOf([]);
    const twice = { nodes: [...nodes, { id: 99, callFrame: nodes[4].callFrame }], samples: [4, 99] };
    expect(samplesOf(twice, places)).toMatchObject([{ name: 'land', count: 2 }]);
  });
});

describe('the profile of a workload', () => {
  it('has the eight that take most, and the rest as one', () => {
    const samples = Array.from({ length: 10 }, (_, k) => ({
      ...({ kind: 'library', file: 'src/a.ts' } as const),
      ...{ name: `f${k}`, count: 20 - k },
    }));
    const { spots, other, samples: total } = workloadProfile('chain', samples);
    expect(total).toBe(155);
    expect(spots.map(({ name }) => name)).toEqual(['f0', 'f1', 'f2', 'f3', 'f4', 'f5', 'f6', 'f7']);
    expect(spots[0].share).toBe(0.129);
    expect(other).toBe(0.148);
  });
  it('adds up the kinds', () => {
    const profile = workloadProfile('water', reduced(9, 9, 9, 4));
    expect(profile.spots[0]).toEqual({
      kind: 'WebAssembly',
      name: 'settle/turnInPlane',
      file: null,
      share: 0.75,
    });
    expect(profile.kinds).toMatchObject({ WebAssembly: 0.75, library: 0.25, native: 0 });
  });
  it('is refused when nothing was seen', () => {
    expect(() => workloadProfile('nothing', reduced(3))).toThrow('the profiler saw nothing');
  });
});
