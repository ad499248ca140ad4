// How large the terms of each constraint are on the way of a step, which is what round-off means for it (see
// solvers/convergence.ts). They change slowly, so they are measured anew only after some steps.

import type { Problem } from '../problem/problem.ts';
import { createRoundingFloors } from '../problem/rounding-floors.ts';
import type { CompiledStep } from './compiled-step.ts';

/** Steps between two measurements. */
const life = 8;

export function createTermSizes({ H, n }: Problem, { run, views }: CompiledStep) {
  const { start: z, inverseScale, floors } = views;
  const inverseMass = H.separable?.inverseMass ?? new Float64Array(n);
  const way = new Float64Array(2 * n);
  const before = new Float64Array(inverseScale.length);
  const age = new Float64Array(1);
  const fillFloors = createRoundingFloors(H);
  function measureWay(h: number): void {
    for (let i = 0; i < n; i++) way[i] = Math.abs(z[i]) + Math.abs(h * inverseMass[i] * z[n + i]);
  }
  return {
    memory: [inverseScale, age],
    /** Before a step h from the start. */
    renew(h: number): void {
      if (age[0]++ % life > 0) return;
      before.set(inverseScale);
      measureWay(h);
      fillFloors(way, floors);
      run.termSizes();
    },
    /** As if the step had not been tried. */
    restore(): void {
      if (--age[0] % life === 0) inverseScale.set(before);
    },
  };
}
