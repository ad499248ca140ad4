// matter-js: points that do not turn, constraints of stiffness 1.

import { fixedSteps, type Mover, type Scene, setPoints, type World } from '../javascript/motion.ts';
import { pointSystem } from '../javascript/systems.ts';

interface Vec {
  x: number;
  y: number;
}

interface Body {
  readonly position: Vec;
  readonly positionPrev: Vec;
}

interface MatterEngine {
  readonly world: object;
}

/** What is used of matter-js 0.20. */
export interface Matter {
  readonly Engine: {
    create(options: object): MatterEngine;
    update(engine: MatterEngine, delta: number): void;
  };
  readonly Bodies: { circle(x: number, y: number, radius: number, options: object): Body };
  readonly Constraint: { create(options: object): object };
  readonly Composite: { add(world: object, things: readonly object[]): void };
}

/** Its milliseconds per step: stiffness is 1 at this step only, so that our step is called this. */
const delta = 1000 / 60;
/** More than its own 2: they halve the error of a chain of a hundred for 1.3 times the work; more bring no more. */
const constraintIterations = 5;
/** Small enough that nothing overlaps. */
const radius = 1e-3;

export const matter = (engine: Matter): Mover => fixedSteps(scene => build(engine, scene));

function build({ Engine, Bodies, Constraint, Composite }: Matter, { system, links, h }: Scene): World {
  const { q, points, gravity, rods } = pointSystem(system, links);
  const scale = gravity * (h / delta) ** 2;
  const engine = Engine.create({ constraintIterations, gravity: { x: 0, y: -1, scale } });
  const inertia = Number.POSITIVE_INFINITY;
  const collisionFilter = { mask: 0, group: -1 };
  const options = { mass: 1, inertia, frictionAir: 0, friction: 0, collisionFilter };
  const bodies = Array.from({ length: points }, (_, i) =>
    Bodies.circle(q[2 * i], q[2 * i + 1], radius, options),
  );
  // Without an undefined bodyA, and with one kind of object for all links of a chain: it is the engine's own record.
  const constraints = rods.map(({ a, b, length }) =>
    a < 0
      ? Constraint.create({ pointA: { x: 0, y: 0 }, bodyB: bodies[b], length, stiffness: 1 })
      : Constraint.create({ bodyA: bodies[a], bodyB: bodies[b], length, stiffness: 1 }),
  );
  Composite.add(engine.world, [...bodies, ...constraints]);
  return {
    step: () => Engine.update(engine, delta),
    // Of its Verlet method: the velocity of the last step.
    points: out =>
      setPoints(out, bodies, ({ position, positionPrev: before }) => [
        position,
        { x: (position.x - before.x) / h, y: (position.y - before.y) / h },
      ]),
  };
}
