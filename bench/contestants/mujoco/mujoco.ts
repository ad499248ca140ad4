// MuJoCo compiled to WebAssembly (@mujoco/mujoco), with fixed steps of its Runge–Kutta method.

import { fixedSteps, type Scene, type World } from '../javascript/fixed-steps.ts';
import type { Mover } from '../javascript/motion.ts';
import { isLinkage, linkageOf, pointSystem, pointsOfAngles } from '../javascript/systems.ts';
import {
  type Numbers,
  type Points,
  pointsOfTop,
  type Quaternion,
  rotated,
  top,
  topRotation,
} from '../javascript/top.ts';
import { ballTop, hingedLinkage, hingedNodes, tendonPoints } from './mjcf.ts';

interface MjData {
  readonly qpos: Float64Array;
  readonly qvel: Float64Array;
  delete(): void;
}

interface MjModel {
  delete(): void;
}

interface Mujoco {
  readonly MjModel: { from_xml_string(xml: string): MjModel };
  readonly MjData: new (model: MjModel) => MjData;
  mj_resetData(model: MjModel, data: MjData): void;
  mj_step(model: MjModel, data: MjData): void;
}

/** What is used of @mujoco/mujoco 3. */
export type LoadMujoco = () => Promise<Mujoco>;

/** A model, where its joints stand at t = 0, and the points that they place. */
interface Jointed {
  readonly xml: string;
  readonly qpos: readonly number[];
  readonly qvel: readonly number[];
  points(qpos: Numbers, qvel: Numbers, out: Points): void;
}

/** Trees of joints. */
export const mujoco = async (load: LoadMujoco): Promise<Mover> => mover(await load(), jointed);

/** Points that are held by tendons. */
export const mujocoTendons = async (load: LoadMujoco): Promise<Mover> => mover(await load(), sliding);

const mover = (engine: Mujoco, jointsOf: (scene: Scene) => Jointed): Mover =>
  fixedSteps(scene => createWorld(engine, jointsOf(scene)));

function createWorld(engine: Mujoco, { xml, qpos, qvel, points }: Jointed): World {
  const model = engine.MjModel.from_xml_string(xml);
  const data = new engine.MjData(model);
  return {
    restart() {
      engine.mj_resetData(model, data);
      data.qpos.set(qpos);
      data.qvel.set(qvel);
    },
    step: () => engine.mj_step(model, data),
    points: out => points(data.qpos, data.qvel, out),
    free() {
      data.delete();
      model.delete();
    },
  };
}

function jointed({ system, links, h }: Scene): Jointed {
  if (isLinkage(system)) return hinges(system, links, h);
  return system === 'six-node' ? nodes(h) : ball(h);
}

function hinges(system: Parameters<typeof linkageOf>[0], links: number, h: number): Jointed {
  const linkage = linkageOf(system, links);
  const { lengths, angles } = linkage;
  return {
    xml: hingedLinkage(linkage, h),
    qpos: angles.map((angle, i) => angle - (i > 0 ? angles[i - 1] : 0)),
    qvel: angles.map(() => 0),
    points(qpos, qvel, out) {
      pointsOfAngles(lengths, { angles: sums(qpos), rates: sums(qvel) }, out);
    },
  };
}

/** Joint angles are between neighbours. */
function sums(values: Numbers): number[] {
  let sum = 0;
  return Array.from(values, value => {
    sum += value;
    return sum;
  });
}

/** The rods point up and down in turn. */
function nodes(h: number): Jointed {
  const system = pointSystem('six-node', 0);
  const lengths = system.rods.map(({ length }) => length);
  const rods = { q: new Float64Array(2 * lengths.length), v: new Float64Array(2 * lengths.length) };
  return {
    xml: hingedNodes(system, h),
    qpos: [0, 0, ...lengths.map((_, i) => (i === 0 ? (3 * Math.PI) / 4 : ((i % 2 ? -1 : 1) * Math.PI) / 2))],
    qvel: [0, 0, ...lengths.map(() => 0)],
    points(qpos, qvel, out) {
      const [angles, rates] = [qpos, qvel].map(values => sums(Array.from(values).slice(2)));
      pointsOfAngles(lengths, { angles, rates }, rods);
      out.q.set([0, 0, ...rods.q].map((value, k) => value + qpos[k % 2]));
      out.v.set([0, 0, ...rods.v].map((value, k) => value + qvel[k % 2]));
    },
  };
}

/** The velocity of a ball joint is the angular velocity in the body's frame. */
function ball(h: number): Jointed {
  return {
    xml: ballTop(h),
    qpos: topRotation,
    qvel: [0, 0, top.spin],
    points(qpos, qvel, out) {
      const rotation: Quaternion = [qpos[0], qpos[1], qpos[2], qpos[3]];
      pointsOfTop(rotation, rotated(rotation, [qvel[0], qvel[1], qvel[2]]), out);
    },
  };
}

function sliding({ system, links, h }: Scene): Jointed {
  const points = pointSystem(system, links);
  return {
    xml: tendonPoints(points, h),
    qpos: Array.from(points.q, () => 0),
    qvel: [...points.v],
    points(qpos, qvel, out) {
      for (let k = 0; k < out.q.length; k++) out.q[k] = points.q[k] + qpos[k];
      out.v.set(Array.from(qvel));
    },
  };
}
