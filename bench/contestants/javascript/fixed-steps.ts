// Motions of programs with fixed steps, which divide the time of the motion evenly.

import type { System } from '../task.ts';
import type { Mover } from './motion.ts';
import { pointSystem } from './systems.ts';
import type { Points } from './top.ts';

/** A simulation of some engine. */
export interface World {
  /** Returns to t = 0. */
  restart(): void;
  step(): void;
  points(out: Points): void;
  /** Releases memory outside the garbage collector. */
  free?(): void;
}

/** A system and the step size. */
export interface Scene {
  readonly system: System;
  readonly links: number;
  readonly h: number;
}

export function fixedSteps(create: (scene: Scene) => World): Mover {
  return ({ system, links, until }, setting, deadline) => {
    const steps = Math.max(1, Math.round(until / setting));
    const world = create({ system, links, h: until / steps });
    const { q, v } = pointSystem(system, links);
    const points = { q: q.slice(), v: v.slice() };
    return {
      restart: () => world.restart(),
      run() {
        for (let k = 1; k <= steps; k++) {
          world.step();
          // After 1, 2, 4, … steps.
          if ((k & (k - 1)) === 0) deadline.check(k / steps);
        }
        return steps;
      },
      sample(samples, visit) {
        for (let sample = 0, k = 0; sample <= samples; sample++) {
          for (; k < Math.round((steps * sample) / samples); k++) world.step();
          world.points(points);
          visit(points);
        }
      },
      end: out => world.points(out),
      free: () => world.free?.(),
    };
  };
}
