// A short run of a problem as its file proposes it, at moments one after the other.

import { createMethod } from '../../../src/methods/registry.ts';
import { penalised } from '../../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../../src/problem/problem.ts';

export interface Sampling {
  readonly steps: number;
  /** About. */
  readonly samples: number;
}

/** At least the start; a problem that cannot be run stays there. */
export function sampledMotion(original: Problem, most: Sampling): readonly Float64Array[] {
  const { method = 'rattle', omega, step = 0.01, until = 10, ...options } = original.run;
  const problem = omega === undefined ? original : penalised(original, omega);
  const q = (z: Float64Array) => z.slice(0, problem.n);
  const samples = [q(problem.initial)];
  try {
    const flow = createMethod(problem, method, options);
    const steps = Math.min(most.steps, Math.round(until / step));
    const stride = Math.max(1, Math.floor(steps / most.samples));
    let [z, next] = [problem.initial.slice(), problem.initial.slice()];
    for (let k = 1; k <= steps; k++) {
      if (!flow.step(z, step, next).ok) break;
      [z, next] = [next, z];
      if (k % stride === 0) samples.push(q(z));
    }
  } catch (error) {
    if (!(error instanceof Error)) throw error;
  }
  return samples;
}
