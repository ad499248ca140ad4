// Several solvers for the rods of one system.

import { done, type Outcome } from '../../solvers/outcome.ts';
import type { RodSolver } from './rod-solver.ts';

/** One after the other on the same arrays; the first failure ends it. */
export function inTurn(solvers: readonly RodSolver[]): Omit<RodSolver, 'title'> {
  return {
    moveOntoRods(x0, h, x, p): Outcome {
      for (const solver of solvers) {
        const outcome = solver.moveOntoRods(x0, h, x, p);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
    projectMomenta(x, p): Outcome {
      for (const solver of solvers) {
        const outcome = solver.projectMomenta(x, p);
        if (!outcome.ok) return outcome;
      }
      return done;
    },
  };
}
