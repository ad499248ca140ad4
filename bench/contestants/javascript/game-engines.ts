// Game engines with fixed steps: points as bodies, held by the joints of the engine. Nothing collides, sleeps or is damped.
//   Rapier     compiled to WebAssembly, single precision. Each point with its rod is a body on a spherical joint, and so is the top.
//              Ropes would be faster, but rods push, too: the triple pendulum's do. Its joints in reduced coordinates always damp.
//   planck     Box2D in JavaScript: distance joints, springs as forces.
//   cannon-es  distance constraints and its springs. The top is three points, too: as a body it would lack the gyroscopic torque,
//              which cannon-es leaves out.
//   matter-js  constraints of stiffness 1.

import { type Calls, type Creates, fixedSteps, type Mover, type Scene, type World } from './motion.ts';
import { pointSystem, pointsOfTop, rotated, top } from './systems.ts';

type Plane = Readonly<Record<'x' | 'y', number>>;
type Space = Plane & { readonly z: number };

/** A body, and where it is at t = 0. */
interface End<Body> {
  readonly body: Body;
  readonly place: Space;
}

/** What an engine makes of points, rods and springs. */
interface PointEngine<Body> {
  /** Fixed at the origin. */
  readonly ground: Body;
  /** Of mass 1. */
  body(place: Space, velocity: Space): Body;
  rod(a: End<Body>, b: End<Body>, length: number): void;
  /** Of length 0; a result is called before each step. */
  spring?(a: Body, b: Body, stiffness: number): undefined | (() => void);
  step(): void;
  state(
    body: Body,
  ): readonly [place: Plane & { readonly z?: number }, velocity: Plane & { readonly z?: number }];
  readonly free?: () => void;
}

const origin = { x: 0, y: 0, z: 0 };

function pointWorld<Body>(
  { system, links, h }: Scene,
  create: (gravity: Space, h: number) => PointEngine<Body>,
): World {
  const { q, v, points, dimension, gravity, rods, springs } = pointSystem(system, links);
  const vector = (from: Float64Array, i: number): Space => {
    const [x, y, z = 0] = from.subarray(dimension * i, dimension * (i + 1));
    return { x, y, z };
  };
  const engine = create({ ...origin, [dimension === 2 ? 'y' : 'z']: -gravity }, h);
  const bodies = Array.from({ length: points }, (_, i) => engine.body(vector(q, i), vector(v, i)));
  const end = (i: number): End<Body> =>
    i < 0 ? { body: engine.ground, place: origin } : { body: bodies[i], place: vector(q, i) };
  for (const { a, b, length } of rods) engine.rod(end(a), end(b), length);
  const forces = springs.flatMap(one => engine.spring?.(bodies[one.a], bodies[one.b], one.stiffness) ?? []);
  return {
    step() {
      for (const apply of forces) apply();
      engine.step();
    },
    points(out) {
      for (const [i, body] of bodies.entries())
        for (const [k, { x, y, z = 0 }] of engine.state(body).entries())
          (k === 0 ? out.q : out.v).set([x, y, z].slice(0, dimension), dimension * i);
    },
    ...(engine.free && { free: engine.free }),
  };
}

const pointMover = <Body>(create: Parameters<typeof pointWorld<Body>>[1]): Mover =>
  fixedSteps(scene => pointWorld(scene, create));

/** What is used of @dimforge/rapier3d-compat 0.21. */
interface Rapier extends Calls<'init', Promise<void>> {
  readonly World: Creates<
    Calls<'createRigidBody', RapierBody> & Calls<'createImpulseJoint' | 'step' | 'free'>
  >;
  readonly RigidBodyDesc: Calls<'dynamic' | 'fixed', Description>;
  readonly JointData: Calls<'spherical' | 'spring', object>;
}
type RapierBody = Calls<'translation' | 'rotation' | 'linvel' | 'angvel', Space & { readonly w: number }>;
/** Setters return the description. */
interface Description {
  readonly [setter: string]: (...values: readonly unknown[]) => Description;
}

/** Its own: they divide the step, and single precision does not gain from ever smaller ones. */
const numSolverIterations = 4;
const upright = { ...origin, w: 1 };
/** Of a point about itself: a millionth of what its rod gives it, and 0 would mean a body that never turns. */
const inertia = { x: 1e-6, y: 1e-6, z: 1e-6 };

export async function rapier(engine: Rapier): Promise<Mover> {
  await engine.init();
  return fixedSteps(scene =>
    scene.system === 'top'
      ? rapierTop(engine, scene.h)
      : pointWorld(scene, (gravity, h) => rapierPoints(engine, gravity, h)),
  );
}

function rapierWorld({ World, RigidBodyDesc }: Rapier, gravity: Space, timestep: number) {
  const world = Object.assign(new World(gravity), { timestep, numSolverIterations });
  return {
    ground: world.createRigidBody(RigidBodyDesc.fixed()),
    create: (describe: (free: Description) => Description) =>
      world.createRigidBody(
        describe(RigidBodyDesc.dynamic().setCanSleep(false).setLinearDamping(0).setAngularDamping(0)),
      ),
    join: (joint: object, a: RapierBody, b: RapierBody) => world.createImpulseJoint(joint, a, b, true),
    step: () => world.step(),
    free: () => world.free(),
  };
}

function rapierPoints(engine: Rapier, gravity: Space, h: number): PointEngine<RapierBody> {
  const { JointData } = engine;
  const { create, join, ...world } = rapierWorld(engine, gravity, h);
  return {
    ...world,
    body: ({ x, y }) =>
      create(free => free.setTranslation(x, y, 0).setAdditionalMassProperties(1, origin, inertia, upright)),
    rod(a, b) {
      const arm = { x: a.place.x - b.place.x, y: a.place.y - b.place.y, z: 0 };
      join(JointData.spherical(origin, arm), a.body, b.body);
    },
    spring(a, b, stiffness) {
      join(JointData.spring(0, stiffness, 0, origin, origin), a, b);
      return undefined;
    },
    state: body => [body.translation(), body.linvel()],
  };
}

function rapierTop(engine: Rapier, h: number): World {
  const { inertia: across, height, gravity, rotation, omega } = top;
  const { ground, create, join, ...world } = rapierWorld(engine, { ...origin, z: -gravity }, h);
  const [s, a, b, c] = rotation;
  const [x, y, z] = rotated(rotation, [0, 0, height]);
  const [u, v, w] = omega;
  const body = create(free =>
    free
      .setTranslation(x, y, z)
      .setRotation({ x: a, y: b, z: c, w: s })
      .setAngvel({ x: u, y: v, z: w })
      .setAdditionalMassProperties(3, origin, { x: across, y: across, z: 2 * across }, upright),
  );
  join(engine.JointData.spherical(origin, { ...origin, z: -height }), ground, body);
  return {
    ...world,
    points(out) {
      const [turn, spin] = [body.rotation(), body.angvel()];
      pointsOfTop([turn.w, turn.x, turn.y, turn.z], [spin.x, spin.y, spin.z], out);
    },
  };
}

/** What is used of planck 1. */
interface Planck {
  readonly World: Creates<Calls<'createBody', PlanckBody> & Calls<'createJoint' | 'step'>>;
  readonly DistanceJoint: Creates<object>;
}
type PlanckBody = Calls<'getPosition' | 'getLinearVelocity', Plane> & Calls<'applyForceToCenter'>;

/** More than its own 8 and 3: they halve the error of a chain of a hundred for 1.4 times the work. */
const [velocityIterations, positionIterations] = [20, 10];

/** A body without a shape touches nothing and weighs 1. */
export const planck = ({ World, DistanceJoint }: Planck) =>
  pointMover<PlanckBody>((gravity, h) => {
    const world = new World({ gravity: { x: gravity.x, y: gravity.y }, allowSleep: false });
    const free = { type: 'dynamic', fixedRotation: true, linearDamping: 0, allowSleep: false };
    return {
      ground: world.createBody({ type: 'static', position: { x: 0, y: 0 } }),
      body: ({ x, y }) => world.createBody({ ...free, position: { x, y } }),
      rod({ body: a }, { body: b }, length) {
        world.createJoint(new DistanceJoint({ length }, a, b, a.getPosition(), b.getPosition()));
      },
      spring: (a, b, stiffness) => () => {
        const [from, to] = [a.getPosition(), b.getPosition()];
        const force = { x: stiffness * (to.x - from.x), y: stiffness * (to.y - from.y) };
        a.applyForceToCenter(force);
        b.applyForceToCenter({ x: -force.x, y: -force.y });
      },
      step: () => world.step(h, velocityIterations, positionIterations),
      state: body => [body.getPosition(), body.getLinearVelocity()],
    };
  });

/** What is used of cannon-es 0.20. */
interface Cannon {
  readonly World: Creates<Calls<'addBody' | 'addConstraint' | 'step'> & { readonly solver: object }>;
  readonly Body: Creates<CannonBody>;
  readonly Vec3: Creates<Space>;
  readonly Broadphase: Creates<object>;
  readonly ObjectCollisionMatrix: Creates<object>;
  readonly DistanceConstraint: Creates<{ readonly equations: readonly Calls<'setSpookParams'>[] }>;
  readonly Spring: Creates<Calls<'applyForce'>>;
}
type CannonBody = Readonly<Record<'position' | 'velocity', Space>>;

/** Twice its own 10; and its own stiffness and relaxation, which are meant for steps of 1/60 unless the step is given. */
const [iterations, rodStiffness, relaxation] = [20, 1e7, 4];

/** No search for pairs, and no table of all pairs, which would be cleared in every step. */
function cannonWorld({ World, Broadphase, ObjectCollisionMatrix, Vec3 }: Cannon, { x, y, z }: Space) {
  const world = Object.assign(new World({ gravity: new Vec3(x, y, z) }), {
    broadphase: Object.assign(new Broadphase(), { collisionPairs() {} }),
    collisionMatrix: new ObjectCollisionMatrix(),
    collisionMatrixPrevious: new ObjectCollisionMatrix(),
  });
  Object.assign(world.solver, { iterations });
  return world;
}

export const cannon = (engine: Cannon) =>
  pointMover<CannonBody>((gravity, h) => {
    const { Body, DistanceConstraint, Spring, Vec3 } = engine;
    const world = cannonWorld(engine, gravity);
    const added = (options: object) => {
      const body = new Body(options);
      world.addBody(body);
      return body;
    };
    const free = { mass: 1, fixedRotation: true, linearDamping: 0, angularDamping: 0 };
    const vector = ({ x, y, z }: Space) => new Vec3(x, y, z);
    return {
      ground: added({ mass: 0 }),
      body: (place, velocity) => added({ ...free, position: vector(place), velocity: vector(velocity) }),
      rod(a, b, length) {
        const rod = new DistanceConstraint(a.body, b.body, length);
        for (const equation of rod.equations) equation.setSpookParams(rodStiffness, relaxation, h);
        world.addConstraint(rod);
      },
      spring(a, b, stiffness) {
        // Given as an option, a damping of 0 would be taken for 1.
        const spring = Object.assign(new Spring(a, b, { restLength: 0, stiffness }), { damping: 0 });
        return () => spring.applyForce();
      },
      step: () => world.step(h),
      state: ({ position, velocity }) => [position, velocity],
    };
  });

/** What is used of matter-js 0.20. */
interface Matter {
  readonly Engine: Calls<'create', { readonly world: object }> & Calls<'update'>;
  readonly Bodies: Calls<'circle', MatterBody>;
  readonly Constraint: Calls<'create', object>;
  readonly Composite: Calls<'add'>;
}
type MatterBody = Readonly<Record<'position' | 'positionPrev', Plane>>;

/** Its milliseconds per step: stiffness is 1 at this step only, so that our step is called this. */
const delta = 1000 / 60;
/** More than its own 2: they halve the error of a chain of a hundred for 1.3 times the work; more bring no more. */
const constraintIterations = 5;
/** Small enough that nothing overlaps. */
const bodyRadius = 1e-3;

export const matter = ({ Engine, Bodies, Constraint, Composite }: Matter) =>
  pointMover<MatterBody>((gravity, h) => {
    const scale = -gravity.y * (h / delta) ** 2;
    const engine = Engine.create({ constraintIterations, gravity: { x: 0, y: -1, scale } });
    const free = { mass: 1, inertia: Number.POSITIVE_INFINITY, frictionAir: 0, friction: 0 };
    const collisionFilter = { mask: 0, group: -1 };
    const ground = { position: origin, positionPrev: origin };
    return {
      ground,
      body({ x, y }) {
        const body = Bodies.circle(x, y, bodyRadius, { ...free, collisionFilter });
        Composite.add(engine.world, body);
        return body;
      },
      rod({ body: bodyA }, { body: bodyB }, length) {
        // Without an undefined bodyA, and with one kind of object for all links of a chain: it is the engine's own record.
        const rod =
          bodyA === ground
            ? Constraint.create({ pointA: { x: 0, y: 0 }, bodyB, length, stiffness: 1 })
            : Constraint.create({ bodyA, bodyB, length, stiffness: 1 });
        Composite.add(engine.world, rod);
      },
      step: () => Engine.update(engine, delta),
      // Of its Verlet method: the velocity of the last step.
      state: ({ position, positionPrev: before }) => [
        position,
        { x: (position.x - before.x) / h, y: (position.y - before.y) / h },
      ],
    };
  });
