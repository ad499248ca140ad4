// A solver for rods between moving particles, made from one that wants all of them in its arrays: anchored particles are
// not in the state of a problem. They keep their places, so only the others are carried over.

import type { ParticleSystem } from '../../particles/system.ts';
import { coordinatesOf, movingParticles } from '../../problem/from/particles.ts';
import type { Outcome } from '../../solvers/outcome.ts';
import type { RodSolver } from './rod-solver.ts';

export function rodsOfMoving(system: ParticleSystem, solver: RodSolver): RodSolver {
  const place = coordinatesOf(movingParticles(system));
  const [start, x, p] = [
    system.positions.slice(),
    system.positions.slice(),
    new Float64Array(3 * system.count),
  ];
  const scatter = (from: Float64Array, to: Float64Array) => {
    for (let at = 0; at < place.length; at++) to[place[at]] = from[at];
  };
  const gather = (from: Float64Array, to: Float64Array) => {
    for (let at = 0; at < place.length; at++) to[at] = from[place[at]];
  };
  return {
    title: solver.title,
    ...(solver.declined ? { declined: solver.declined } : {}),
    moveOntoRods(x0, h, moved, momenta): Outcome {
      scatter(x0, start);
      scatter(moved, x);
      scatter(momenta, p);
      const outcome = solver.moveOntoRods(start, h, x, p);
      gather(x, moved);
      gather(p, momenta);
      return outcome;
    },
    projectMomenta(at, momenta): Outcome {
      scatter(at, x);
      scatter(momenta, p);
      const outcome = solver.projectMomenta(x, p);
      gather(p, momenta);
      return outcome;
    },
  };
}
