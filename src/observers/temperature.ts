// The kinetic temperature p·H_p / f, in units of energy, with f = n − rank ∂g degrees of freedom (equipartition: its
// mean in the canonical distribution is k_B T). The rank is taken at the start. Momenta that a motion conserves, such
// as a total momentum without a thermostat, are not subtracted.
// Reference: Tolman, Phys. Rev. 11 (1918) 261.

import { rowRank } from '../linalg/row-rank.ts';
import type { Problem } from '../problem/problem.ts';
import type { Observer } from './observer.ts';

export function temperatureObserver(problem: Problem): Observer {
  const { n, H } = problem;
  const freedom = degreesOfFreedom(problem);
  if (freedom <= 0) return { columns: [], observe: () => {} };
  const gradient = new Float64Array(2 * n);
  return {
    columns: ['temperature'],
    observe(z, row, at) {
      H.gradient(z, gradient);
      let sum = 0;
      for (let i = n; i < 2 * n; i++) sum += z[i] * gradient[i];
      row[at] = sum / freedom;
    },
  };
}

function degreesOfFreedom({ n, g, initial }: Problem): number {
  const entries = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(initial, entries);
  return n - rowRank(g.jacobianPattern, entries).rank;
}
