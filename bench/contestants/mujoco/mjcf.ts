// Models for MuJoCo, in its own language: as trees of joints, where rods keep their length by themselves, and as points
// that slide freely and are held by tendons, MuJoCo's soft constraints. No contacts, no damping, Runge–Kutta of order 4.

import type { Linkage, PointSystem } from '../javascript/systems.ts';
import { top } from '../javascript/top.ts';

/** Inertia that a point has about itself: MuJoCo refuses 0. It is this much too large in a world of lengths and masses 1. */
const pointInertia = 1e-12;
const point = (pos: string) =>
  `<inertial pos="${pos}" mass="1" diaginertia="${pointInertia} ${pointInertia} ${pointInertia}"/>`;

interface Model {
  readonly h: number;
  readonly gravity: string;
  readonly flags: string;
  readonly world: string;
  /** Tendons and equalities. */
  readonly rest: string;
}

const model = ({ h, gravity, flags, world, rest }: Model) => `<mujoco>
  <option timestep="${h}" integrator="RK4" gravity="${gravity}" solver="Newton" tolerance="1e-12" iterations="100">
    <flag contact="disable" autoreset="disable" ${flags}/>
  </option>
  <size memory="${arena}"/>
  <worldbody>${world}</worldbody>
  ${rest}
</mujoco>`;

/** Room for the sparse matrices of a chain of a thousand tendons; WebAssembly has 2 GB in all. */
const arena = '1G';

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

export const hingedLinkage = ({ lengths, gravity }: Linkage, h: number): string =>
  model({ h, gravity: `0 ${-gravity} 0`, flags: 'constraint="disable"', world: rods(lengths), rest: '' });

const slides = (axes: readonly string[]) => axes.map(axis => `<joint type="slide" axis="${axis}"/>`).join('');
const inPlane = ['1 0 0', '0 1 0'];

/** The first node slides, the others hang on it by hinges; tendons are the springs. */
export function hingedNodes(system: PointSystem, h: number): string {
  const { rods: links, springs } = system;
  const node = `${slides(inPlane)}${point('0 0 0')}<site name="s0"/>`;
  const world = `<body>${node}${rods(links.map(({ length }) => length))}</body>`;
  const tendons = springs.map(springTendon).join('');
  const rest = `<tendon>${tendons}</tendon>`;
  return model({ h, gravity: '0 0 0', flags: 'constraint="disable"', world, rest });
}

const springTendon = ({ a, b, stiffness }: PointSystem['springs'][number]) =>
  `<spatial stiffness="${stiffness}" springlength="0"><site site="s${a}"/><site site="s${b}"/></spatial>`;

/** Three unit masses on a ring, on a ball joint at the tip. */
export function ballTop(h: number): string {
  const { radius, height, gravity } = top;
  const across = 1.5 * radius * radius;
  const inertia = `<inertial pos="0 0 ${height}" mass="3" diaginertia="${across} ${across} ${2 * across}"/>`;
  const world = `<body><joint type="ball"/>${inertia}</body>`;
  return model({ h, gravity: `0 0 ${-gravity}`, flags: 'constraint="disable"', world, rest: '' });
}

/** Points in the plane, tendons of constant length between them. */
export function tendonPoints({ q, points, gravity, rods: links, springs }: PointSystem, h: number): string {
  const body = (i: number) =>
    `<body pos="${q[2 * i]} ${q[2 * i + 1]} 0">${slides(inPlane)}${point('0 0 0')}<site name="s${i}"/></body>`;
  const bodies = Array.from({ length: points }, (_, i) => body(i)).join('');
  const held = links.map(
    ({ a, b }, k) => `<spatial name="t${k}"><site site="s${a}"/><site site="s${b}"/></spatial>`,
  );
  // As stiff as MuJoCo's documentation allows: a time constant of two steps, and an impedance of 0.9999.
  const stiff = `solref="${2 * h} 1" solimp="0.9999 0.9999 0.001 0.5 2"`;
  const equalities = links.map((_, k) => `<tendon tendon1="t${k}" ${stiff}/>`).join('');
  const tendons = `<tendon>${held.join('')}${springs.map(springTendon).join('')}</tendon>`;
  return model({
    ...{ h, gravity: `0 ${-gravity} 0`, flags: '' },
    world: `<site name="s-1"/>${bodies}`,
    rest: `${tendons}<equality>${equalities}</equality>`,
  });
}
