// planck (Box2D in JavaScript): points that do not turn, distance joints between them, springs as forces.

import { fixedSteps, type Mover, type Scene, setPoints, type World } from '../javascript/motion.ts';
import { pointSystem } from '../javascript/systems.ts';

interface Vec {
  readonly x: number;
  readonly y: number;
}

interface Body {
  getPosition(): Vec;
  getLinearVelocity(): Vec;
  applyForceToCenter(force: Vec): void;
}

interface PlanckWorld {
  createBody(options: object): Body;
  createJoint(joint: object): void;
  step(h: number, velocityIterations: number, positionIterations: number): void;
}

/** What is used of planck 1. */
export interface Planck {
  readonly World: new (options: object) => PlanckWorld;
  readonly DistanceJoint: new (options: object, a: Body, b: Body, anchorA: Vec, anchorB: Vec) => object;
}

/** More than its own 8 and 3: they halve the error of a chain of a hundred for 1.4 times the work. */
const [velocityIterations, positionIterations] = [20, 10];

export const planck = (engine: Planck): Mover => fixedSteps(scene => build(engine, scene));

/** A body without a shape touches nothing and weighs 1. */
function build({ World, DistanceJoint }: Planck, { system, links, h }: Scene): World {
  const { q, points, gravity, rods, springs } = pointSystem(system, links);
  const world = new World({ gravity: { x: 0, y: -gravity }, allowSleep: false });
  const ground = world.createBody({ type: 'static', position: { x: 0, y: 0 } });
  const bodies = Array.from({ length: points }, (_, i) =>
    world.createBody({
      ...{ type: 'dynamic', fixedRotation: true, linearDamping: 0, allowSleep: false },
      position: { x: q[2 * i], y: q[2 * i + 1] },
    }),
  );
  for (const { a, b, length } of rods) {
    const [from, to] = [a < 0 ? ground : bodies[a], bodies[b]];
    world.createJoint(new DistanceJoint({ length }, from, to, from.getPosition(), to.getPosition()));
  }
  function pull(): void {
    for (const { a, b, stiffness } of springs) {
      const from = bodies[a].getPosition();
      const to = bodies[b].getPosition();
      const force = { x: stiffness * (to.x - from.x), y: stiffness * (to.y - from.y) };
      bodies[a].applyForceToCenter(force);
      bodies[b].applyForceToCenter({ x: -force.x, y: -force.y });
    }
  }
  return {
    step() {
      if (springs.length > 0) pull();
      world.step(h, velocityIterations, positionIterations);
    },
    points: out => setPoints(out, bodies, body => [body.getPosition(), body.getLinearVelocity()]),
  };
}
