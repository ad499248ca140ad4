// Programs with fixed steps: the motion is made of steps that divide its time evenly.

import type { System } from '../task.ts';
import type { Mover } from './motion.ts';
import type { Points } from './points.ts';
import { pointSystem } from './systems.ts';

/** A world of some engine that can be stepped. */
export interface World {
  /** Goes back to t = 0, as if nothing had run. */
  restart(): void;
  step(): void;
  points(out: Points): void;
  /** Lets go of memory that nobody collects. */
  free?(): void;
}

/** A system and the step that it is given. */
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
          // At powers of two.
          if ((k & (k - 1)) === 0) deadline.check(k / steps);
        }
        return steps;
      },
      watch(samples, look) {
        for (let sample = 0, k = 0; sample <= samples; sample++) {
          for (; k < Math.round((steps * sample) / samples); k++) world.step();
          world.points(points);
          look(points);
        }
      },
      end: out => world.points(out),
      free: () => world.free?.(),
    };
  };
}
