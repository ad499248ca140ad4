// cannon-es: points joined by distance constraints and its springs. The top is three points, too: as a body it would lack
// the gyroscopic torque, which cannon-es leaves out.

import { fixedSteps, type Mover, type Scene, setPoints, type World } from '../javascript/motion.ts';
import { pointSystem } from '../javascript/systems.ts';

interface Vec3 {
  x: number;
  y: number;
  z: number;
  set(x: number, y: number, z: number): void;
}

interface Body {
  readonly position: Vec3;
  readonly velocity: Vec3;
}

interface Constraint {
  readonly equations: readonly {
    setSpookParams(stiffness: number, relaxation: number, step: number): void;
  }[];
}

interface CannonWorld {
  readonly gravity: Vec3;
  readonly solver: object;
  broadphase: object;
  collisionMatrix: object;
  collisionMatrixPrevious: object;
  addBody(body: Body): void;
  addConstraint(constraint: Constraint): void;
  step(h: number): void;
}

interface SpringForce {
  damping: number;
  applyForce(): void;
}

/** What is used of cannon-es 0.20. */
export interface Cannon {
  readonly World: new () => CannonWorld;
  readonly Body: new (options: object) => Body;
  readonly Vec3: new (x: number, y: number, z: number) => Vec3;
  readonly Broadphase: new () => { collisionPairs(): void };
  readonly ObjectCollisionMatrix: new () => object;
  readonly DistanceConstraint: new (a: Body, b: Body, distance: number) => Constraint;
  readonly Spring: new (a: Body, b: Body, options: object) => SpringForce;
}

/** Twice its own 10; and its own stiffness and relaxation, which are meant for steps of 1/60 unless the step is given. */
const [iterations, stiffness, relaxation] = [20, 1e7, 4];

export const cannon = (engine: Cannon): Mover => fixedSteps(scene => build(engine, scene));

/** Nothing collides: no search for pairs, and no table of all pairs, which would be cleared in every step. */
function emptyWorld({ World, Broadphase, ObjectCollisionMatrix }: Cannon): CannonWorld {
  const world = new World();
  world.broadphase = Object.assign(new Broadphase(), { collisionPairs() {} });
  world.collisionMatrix = new ObjectCollisionMatrix();
  world.collisionMatrixPrevious = new ObjectCollisionMatrix();
  Object.assign(world.solver, { iterations });
  return world;
}

function build(engine: Cannon, { system, links, h }: Scene): World {
  const { Body, DistanceConstraint, Spring, Vec3 } = engine;
  const { q, v, points, dimension, gravity, rods, springs } = pointSystem(system, links);
  const world = emptyWorld(engine);
  world.gravity.set(0, dimension === 2 ? -gravity : 0, dimension === 2 ? 0 : -gravity);
  const vector = (from: Float64Array, i: number) => {
    const [x, y, z = 0] = from.subarray(dimension * i, dimension * (i + 1));
    return new Vec3(x, y, z);
  };
  const ground = new Body({ mass: 0 });
  world.addBody(ground);
  const bodies = Array.from({ length: points }, (_, i) => {
    const state = { position: vector(q, i), velocity: vector(v, i) };
    const body = new Body({ mass: 1, ...state, fixedRotation: true, linearDamping: 0, angularDamping: 0 });
    world.addBody(body);
    return body;
  });
  for (const { a, b, length } of rods) {
    const rod = new DistanceConstraint(a < 0 ? ground : bodies[a], bodies[b], length);
    for (const equation of rod.equations) equation.setSpookParams(stiffness, relaxation, h);
    world.addConstraint(rod);
  }
  const forces = springs.map(({ a, b, stiffness }) => {
    const spring = new Spring(bodies[a], bodies[b], { restLength: 0, stiffness });
    // Given as an option, 0 would be taken for 1.
    spring.damping = 0;
    return spring;
  });
  return {
    step() {
      for (const spring of forces) spring.applyForce();
      world.step(h);
    },
    points: out => setPoints(out, bodies, ({ position, velocity }) => [position, velocity], dimension),
  };
}
