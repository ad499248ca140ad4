// The constraints of a workload without its forces: free flight for one step, then back onto the rods, as after the flight
// in each step of SHAKE. The momenta's own solve, which RATTLE adds, is not counted: leap-frog programs have none.

import { createRodSolver } from '../../src/kernels/rods/choose-rod-solver.ts';
import type { ParticleSystem } from '../../src/particles/particle-system.ts';
import type { Repeatable } from '../timing.ts';

export interface RodsAlone {
  /** A step puts the particles where the flight ends, and solves. */
  readonly solve: Repeatable;
  /** The same without the solve, to be subtracted. */
  readonly place: Repeatable;
}

export function rodsAlone(system: ParticleSystem, h: number): RodsAlone {
  const { positions, momenta, mass } = system;
  const flown = positions.map((x, i) => x + (h * momenta[i]) / mass[Math.floor(i / 3)]);
  const [x, p] = [flown.slice(), momenta.slice()];
  const solver = createRodSolver(system);
  const place = () => {
    x.set(flown);
    p.set(momenta);
  };
  return {
    place: repeating(place),
    solve: repeating(() => {
      place();
      const outcome = solver.moveOntoRods(positions, h, x, p);
      if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
    }),
  };
}

const repeating = (once: () => void): Repeatable => ({
  restart() {},
  advance(steps) {
    for (let k = 0; k < steps; k++) once();
  },
});
