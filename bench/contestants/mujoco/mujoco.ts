// MuJoCo compiled to WebAssembly (@mujoco/mujoco), with fixed steps of its Runge–Kutta method.

import {
  type Calls,
  type Creates,
  fixedSteps,
  type Mover,
  type Scene,
  type World,
} from '../javascript/motion.ts';
import {
  isLinkage,
  type Linkage,
  linkageOf,
  type Numbers,
  type PointSystem,
  type Points,
  pointSystem,
  pointsOfAngles,
  pointsOfTop,
  type Quaternion,
  rotated,
  top,
} from '../javascript/systems.ts';

/** What is used of @mujoco/mujoco 3. */
interface Mujoco extends Calls<'mj_resetData' | 'mj_step'> {
  readonly MjModel: Calls<'from_xml_string', Calls<'delete'>>;
  readonly MjData: Creates<Calls<'delete'> & Readonly<Record<'qpos' | 'qvel', Float64Array>>>;
}

type LoadMujoco = () => Promise<Mujoco>;

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
  if (isLinkage(system)) return hinges(linkageOf(system, links), h);
  return system === 'six-node' ? nodes(h) : ball(h);
}

// Models for MuJoCo, in its own language: as trees of joints, where rods keep their length by themselves, and as points
// that slide freely and are held by tendons, MuJoCo's soft constraints. No contacts, no damping, Runge–Kutta of order 4.

/** Room for the sparse matrices of a chain of a thousand tendons; WebAssembly has 2 GB in all. */
const arena = '1G';

/** `rest`: tendons and equalities. */
const model = (
  h: number,
  gravity: string,
  world: string,
  rest = '',
  flags = 'constraint="disable"',
) => `<mujoco>
  <option timestep="${h}" integrator="RK4" gravity="${gravity}" solver="Newton" tolerance="1e-12" iterations="100">
    <flag contact="disable" autoreset="disable" ${flags}/>
  </option>
  <size memory="${arena}"/>
  <worldbody>${world}</worldbody>
  ${rest}
</mujoco>`;

/** Inertia that a point has about itself: MuJoCo refuses 0. It is this much too large in a world of lengths and masses 1. */
const pointInertia = 1e-12;
const point = (pos: string) =>
  `<inertial pos="${pos}" mass="1" diaginertia="${pointInertia} ${pointInertia} ${pointInertia}"/>`;

/** Rods in a row below one another in the frame of their base; hinge angles are differences of angles. */
function rods(lengths: readonly number[]): string {
  let inner = '';
  for (let i = lengths.length - 1; i >= 0; i--) {
    const at = i > 0 ? `0 ${-lengths[i - 1]} 0` : '0 0 0';
    const mass = `0 ${-lengths[i]} 0`;
    const site = `<site name="s${i + 1}" pos="${mass}"/>`;
    inner = `<body pos="${at}"><joint type="hinge" axis="0 0 1"/>${point(mass)}${site}${inner}</body>`;
  }
  return inner;
}

const hinges = ({ lengths, angles, gravity }: Linkage, h: number): Jointed => ({
  xml: model(h, `0 ${-gravity} 0`, rods(lengths)),
  qpos: angles.map((angle, i) => angle - (i > 0 ? angles[i - 1] : 0)),
  qvel: angles.map(() => 0),
  points: (qpos, qvel, out) => pointsOfAngles(lengths, { angles: sums(qpos), rates: sums(qvel) }, out),
});

/** Joint angles are between neighbours. */
function sums(values: Numbers): number[] {
  let sum = 0;
  return Array.from(values, value => {
    sum += value;
    return sum;
  });
}

const slides = ['1 0 0', '0 1 0'].map(axis => `<joint type="slide" axis="${axis}"/>`).join('');

const tendon = (attributes: string, { a, b }: { readonly a: number; readonly b: number }) =>
  `<spatial ${attributes}><site site="s${a}"/><site site="s${b}"/></spatial>`;

const springTendons = (springs: PointSystem['springs']) =>
  springs.map(one => tendon(`stiffness="${one.stiffness}" springlength="0"`, one)).join('');

/** The first node slides, the others hang on it by hinges, their rods up and down alternately; tendons are the springs. */
function nodes(h: number): Jointed {
  const { rods: links, springs } = pointSystem('six-node', 0);
  const lengths = links.map(({ length }) => length);
  const hanging = { q: new Float64Array(2 * lengths.length), v: new Float64Array(2 * lengths.length) };
  const node = `${slides}${point('0 0 0')}<site name="s0"/>`;
  return {
    xml: model(
      h,
      '0 0 0',
      `<body>${node}${rods(lengths)}</body>`,
      `<tendon>${springTendons(springs)}</tendon>`,
    ),
    qpos: [0, 0, ...lengths.map((_, i) => (i === 0 ? (3 * Math.PI) / 4 : ((i % 2 ? -1 : 1) * Math.PI) / 2))],
    qvel: [0, 0, ...lengths.map(() => 0)],
    points(qpos, qvel, out) {
      const [angles, rates] = [qpos, qvel].map(values => sums(Array.from(values).slice(2)));
      pointsOfAngles(lengths, { angles, rates }, hanging);
      out.q.set([0, 0, ...hanging.q].map((value, k) => value + qpos[k % 2]));
      out.v.set([0, 0, ...hanging.v].map((value, k) => value + qvel[k % 2]));
    },
  };
}

/** Three unit masses on a ring, on a ball joint at the tip, whose velocity is the angular velocity in the body's frame. */
function ball(h: number): Jointed {
  const { inertia: across, height, gravity, spin } = top;
  const inertia = `<inertial pos="0 0 ${height}" mass="3" diaginertia="${across} ${across} ${2 * across}"/>`;
  return {
    xml: model(h, `0 0 ${-gravity}`, `<body><joint type="ball"/>${inertia}</body>`),
    qpos: top.rotation,
    qvel: [0, 0, spin],
    points(qpos, qvel, out) {
      const rotation: Quaternion = [qpos[0], qpos[1], qpos[2], qpos[3]];
      pointsOfTop(rotation, rotated(rotation, [qvel[0], qvel[1], qvel[2]]), out);
    },
  };
}

/** Points in the plane, tendons of constant length between them. */
function sliding({ system, links, h }: Scene): Jointed {
  const { q, v, points, gravity, rods, springs } = pointSystem(system, links);
  const body = (i: number) =>
    `<body pos="${q[2 * i]} ${q[2 * i + 1]} 0">${slides}${point('0 0 0')}<site name="s${i}"/></body>`;
  const bodies = Array.from({ length: points }, (_, i) => body(i)).join('');
  const held = rods.map((rod, k) => tendon(`name="t${k}"`, rod)).join('');
  // As stiff as MuJoCo's documentation allows: a time constant of two steps, and an impedance of 0.9999.
  const stiff = `solref="${2 * h} 1" solimp="0.9999 0.9999 0.001 0.5 2"`;
  const equalities = rods.map((_, k) => `<tendon tendon1="t${k}" ${stiff}/>`).join('');
  const rest = `<tendon>${held}${springTendons(springs)}</tendon><equality>${equalities}</equality>`;
  return {
    xml: model(h, `0 ${-gravity} 0`, `<site name="s-1"/>${bodies}`, rest, ''),
    qpos: Array.from(q, () => 0),
    qvel: [...v],
    points(qpos, qvel, out) {
      for (let k = 0; k < out.q.length; k++) out.q[k] = q[k] + qpos[k];
      out.v.set(Array.from(qvel));
    },
  };
}
