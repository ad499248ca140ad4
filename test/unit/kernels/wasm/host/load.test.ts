import { execFileSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { bytesOfBase64, loadParticleKernels } from '../../../../../src/kernels/wasm/host/load.ts';
import { layoutNames } from '../../../../../src/kernels/wasm/host/particle-kernels.ts';
import { particlesBinary } from '../../../../../src/kernels/wasm/host/particles-binary.ts';
import { kernels } from '../waters.ts';

describe('the compiled kernels', () => {
  it('are what their sources give', () => {
    execFileSync(process.execPath, ['scripts/kernels.mjs', '--check'], { stdio: 'pipe' });
  });

  it('are decoded as Node decodes them', () => {
    expect(Buffer.from(bytesOfBase64(particlesBinary)).toString('base64')).toBe(particlesBinary);
    for (const text of ['', 'f', 'fo', 'foo', 'foob'])
      expect(Buffer.from(bytesOfBase64(Buffer.from(text).toString('base64'))).toString()).toBe(text);
  });

  it('are absent where WebAssembly or SIMD is', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(loadParticleKernels()).toBeNull();
    vi.stubGlobal('WebAssembly', { validate: () => false });
    expect(loadParticleKernels()).toBeNull();
    vi.unstubAllGlobals();
    expect(loadParticleKernels()).not.toBeNull();
  });

  it('have a memory that grows and keeps what it holds', () => {
    const { memory } = kernels();
    const record = memory.record([1, 2], [3.5]);
    const stretch = memory.stretch(record + 8, 1);
    expect([...stretch()]).toEqual([3.5]);
    const far = memory.allocate(10_000_000);
    expect(far % 64).toBe(0);
    expect(memory.doubles.length).toBeGreaterThan((far + 10_000_000) / 8 - 1);
    expect([memory.words[record / 4], memory.words[record / 4 + 1], memory.doubles[record / 8 + 1]]).toEqual([
      1, 2, 3.5,
    ]);
    memory.doubles[record / 8 + 1] = 4.5;
    expect([...stretch()]).toEqual([4.5]);
    expect(stretch()).toBe(stretch());
  });
});

describe('the layout that the kernels export', () => {
  const { layout } = kernels();

  it('has a number for every name', () => {
    for (const name of layoutNames) expect([name, Number.isInteger(layout[name])]).toEqual([name, true]);
  });

  it('has items of whole pairs of doubles, and work space for them', () => {
    const { waterBlockBytes, settleWorkBytes, chainParticleBytes, clusterParticleBytes } = layout;
    for (const bytes of [layout.pointBytes, layout.pairBytes, layout.boxWaterBytes, waterBlockBytes])
      expect(bytes % 16).toBe(0);
    // x, y and z of three sites in two lanes; SETTLE works on several blocks of more than that.
    expect(waterBlockBytes).toBe(2 * 9 * 8);
    expect(settleWorkBytes).toBeGreaterThan(waterBlockBytes);
    // A chain has momenta and two sets of vectors beside its particles.
    expect(chainParticleBytes).toBeGreaterThan(4 * clusterParticleBytes);
  });
});
