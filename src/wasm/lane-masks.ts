// Which bytes of four u32 go where, so that some of the four stand side by side: see assembly/kept-lanes.ts.

import type { KernelMemory } from './kernel-memory.ts';

/** Bytes 4 k to 4 k + 3 in one word. */
const lane = (k: number) => 0x03020100 + 0x04040404 * k;

/** The address of 16 masks: bit k of a mask's number says whether lane k is kept. */
export function createLaneMasks(memory: KernelMemory): number {
  const masks = Array.from({ length: 16 }, (_, bits) => {
    const kept = [0, 1, 2, 3].filter(k => bits & (1 << k));
    return [0, 1, 2, 3].map(n => lane(kept[n] ?? 0));
  });
  return memory.record(masks.flat(), []);
}
