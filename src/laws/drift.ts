// The drift law: the energy error of a symplectic method oscillates and does not grow. The run is cut into blocks;
// a straight line through the block means of the energy error gives the drift over the run, which is compared with
// the size of the oscillation. A method that loses or gains energy steadily has a ratio near or above one.

import type { Flow } from '../flows/flow.ts';
import { accelerated } from '../kernels/particles/acceleration.ts';
import { energyScale } from '../problem/energy-scale.ts';
import type { Problem } from '../problem/problem.ts';
import { advance } from '../run/stepper.ts';

/** Energy drift of a run beside its largest energy error. */
export interface Drift {
  /** Energy gained over the whole run, by the fitted line, relative to the energies in play. */
  readonly drift: number;
  /** Largest energy error, relative likewise. */
  readonly largest: number;
  /** |drift| / largest. */
  readonly ratio: number;
}

const blocks = 20;

export function measureDrift(problem: Problem, flow: Flow, h: number, steps: number): Drift {
  const { H, initial } = accelerated(problem);
  const start = H.value(initial);
  const perBlock = Math.max(1, Math.floor(steps / blocks));
  const means = new Float64Array(blocks);
  let size = energyScale(problem, initial);
  let worst = 0;
  advance(flow, initial, h, perBlock * blocks, (z, k) => {
    const error = H.value(z) - start;
    worst = Math.max(worst, Math.abs(error));
    means[Math.floor((k - 1) / perBlock)] += error / perBlock;
    if (k % perBlock === 0) size = Math.max(size, energyScale(problem, z));
  });
  const unit = size || 1;
  const [drift, largest] = [fittedRise(means) / unit, worst / unit];
  return { drift, largest, ratio: Math.abs(drift) / Math.max(largest, 1e-13) };
}

/** Rise of the least-squares line over the whole run. */
function fittedRise(means: Float64Array): number {
  const centre = (means.length - 1) / 2;
  let [top, bottom] = [0, 0];
  means.forEach((mean, i) => {
    top += (i - centre) * mean;
    bottom += (i - centre) ** 2;
  });
  return (top / bottom) * means.length;
}
