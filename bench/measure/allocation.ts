// Bytes that a step leaves on the heap: its growth over a few steps, less that over none. V8 counts to the byte; blocks are
// short and their median is taken, so that the collector, which makes the heap shrink, is not in the way.

import { getHeapStatistics } from 'node:v8';
import { median } from './median.ts';
import type { Engine } from './stepper.ts';

const blocks = 21;
const steps = 10;

export function bytesPerStep(engine: Engine): number {
  const growth = (count: number) => {
    engine.restart();
    const before = getHeapStatistics().used_heap_size;
    engine.advance(count);
    return getHeapStatistics().used_heap_size - before;
  };
  const typical = (count: number) => median(Array.from({ length: blocks }, () => growth(count)));
  return (typical(steps) - typical(0)) / steps;
}
