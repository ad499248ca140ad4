// Rapier compiled to WebAssembly (@dimforge/rapier3d-compat, single precision): each point with its rod is a body on a
// spherical joint, and so is the top. Ropes would be faster, but rods push, too: the triple pendulum's do. Its joints in
// reduced coordinates always damp.

import { fixedSteps, type Mover, type Scene, setPoints, type World } from '../javascript/motion.ts';
import { pointSystem, pointsOfTop, rotated, top, topRotation, topSpin } from '../javascript/systems.ts';

interface Vec {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

interface Rotation extends Vec {
  readonly w: number;
}

interface Body {
  translation(): Vec;
  rotation(): Rotation;
  linvel(): Vec;
  angvel(): Vec;
}

interface BodyDesc {
  setTranslation(x: number, y: number, z: number): BodyDesc;
  setRotation(rotation: Rotation): BodyDesc;
  setAngvel(omega: Vec): BodyDesc;
  setCanSleep(can: boolean): BodyDesc;
  setLinearDamping(damping: number): BodyDesc;
  setAngularDamping(damping: number): BodyDesc;
  setAdditionalMassProperties(mass: number, center: Vec, inertia: Vec, frame: Rotation): BodyDesc;
}

interface RapierWorld {
  timestep: number;
  numSolverIterations: number;
  createRigidBody(desc: BodyDesc): Body;
  createImpulseJoint(joint: object, a: Body, b: Body, wakeUp: boolean): object;
  step(): void;
  free(): void;
}

/** What is used of @dimforge/rapier3d-compat 0.21. */
export interface Rapier {
  init(): Promise<void>;
  readonly World: new (gravity: Vec) => RapierWorld;
  readonly RigidBodyDesc: { dynamic(): BodyDesc; fixed(): BodyDesc };
  readonly JointData: {
    spherical(anchorA: Vec, anchorB: Vec): object;
    spring(length: number, stiffness: number, damping: number, anchorA: Vec, anchorB: Vec): object;
  };
}

/** Its own: they divide the step, and single precision does not gain from ever smaller ones. */
const iterations = 4;

const origin = { x: 0, y: 0, z: 0 };
const upright = { ...origin, w: 1 };

export async function rapier(engine: Rapier): Promise<Mover> {
  await engine.init();
  return fixedSteps(scene => (scene.system === 'top' ? buildTop(engine, scene) : buildPoints(engine, scene)));
}

const running = (world: RapierWorld, points: World['points']): World => ({
  ...{ step: () => world.step(), points, free: () => world.free() },
});

function emptyWorld({ World }: Rapier, gravity: Vec, h: number): RapierWorld {
  const world = new World(gravity);
  world.timestep = h;
  world.numSolverIterations = iterations;
  return world;
}

const restless = ({ RigidBodyDesc }: Rapier) =>
  RigidBodyDesc.dynamic().setCanSleep(false).setLinearDamping(0).setAngularDamping(0);

/** Of a point about itself: a millionth of what its rod gives it, and 0 would mean a body that never turns. */
const inertia = { x: 1e-6, y: 1e-6, z: 1e-6 };

function buildPoints(engine: Rapier, { system, links, h }: Scene): World {
  const { q, points, gravity, rods, springs } = pointSystem(system, links);
  const { RigidBodyDesc, JointData } = engine;
  const world = emptyWorld(engine, { x: 0, y: -gravity, z: 0 }, h);
  const ground = world.createRigidBody(RigidBodyDesc.fixed());
  const bodies = Array.from({ length: points }, (_, i) =>
    world.createRigidBody(
      restless(engine)
        .setTranslation(q[2 * i], q[2 * i + 1], 0)
        .setAdditionalMassProperties(1, origin, inertia, upright),
    ),
  );
  for (const { a, b } of rods) {
    const [x, y] = a < 0 ? [0, 0] : [q[2 * a], q[2 * a + 1]];
    const end = { x: x - q[2 * b], y: y - q[2 * b + 1], z: 0 };
    world.createImpulseJoint(JointData.spherical(origin, end), a < 0 ? ground : bodies[a], bodies[b], true);
  }
  for (const { a, b, stiffness } of springs) {
    const spring = JointData.spring(0, stiffness, 0, origin, origin);
    world.createImpulseJoint(spring, bodies[a], bodies[b], true);
  }
  return running(world, out => setPoints(out, bodies, body => [body.translation(), body.linvel()]));
}

function buildTop(engine: Rapier, { h }: Scene): World {
  const { radius, height, gravity } = top;
  const world = emptyWorld(engine, { x: 0, y: 0, z: -gravity }, h);
  const ground = world.createRigidBody(engine.RigidBodyDesc.fixed());
  const across = 1.5 * radius * radius;
  const [s, a, b, c] = topRotation;
  const [x, y, z] = rotated(topRotation, [0, 0, height]);
  const [u, v, w] = topSpin;
  const body = world.createRigidBody(
    restless(engine)
      .setTranslation(x, y, z)
      .setRotation({ x: a, y: b, z: c, w: s })
      .setAngvel({ x: u, y: v, z: w })
      .setAdditionalMassProperties(3, origin, { x: across, y: across, z: 2 * across }, upright),
  );
  const tip = { x: 0, y: 0, z: -height };
  world.createImpulseJoint(engine.JointData.spherical(origin, tip), ground, body, true);
  return running(world, out => {
    const [turn, omega] = [body.rotation(), body.angvel()];
    pointsOfTop([turn.w, turn.x, turn.y, turn.z], [omega.x, omega.y, omega.z], out);
  });
}
