// node program.js CONTESTANT FILE TASK: a package from npm as a contestant (../task.ts); FILE is its module.

import { pathToFileURL } from 'node:url';
import { type Cannon, cannon } from '../cannon/cannon.ts';
import { type Matter, matter } from '../matter/matter.ts';
import { type LoadMujoco, mujoco, mujocoTendons } from '../mujoco/mujoco.ts';
import { type DopriPackage, dopri, type Odex, odex } from '../odex/ode-packages.ts';
import { type Planck, planck } from '../planck/planck.ts';
import { type Rapier, rapier } from '../rapier/rapier.ts';
import type { Task } from '../task.ts';
import { type Mover, replies } from './motion.ts';

/** The default export of a package; its type is declared in the file that uses it. */
type Create = (exported: unknown) => Mover | Promise<Mover>;

const movers: Readonly<Record<string, Create>> = {
  odex: exported => odex(exported as Odex),
  dopri: exported => dopri(exported as DopriPackage),
  MuJoCo: exported => mujoco(exported as LoadMujoco),
  'MuJoCo tendons': exported => mujocoTendons(exported as LoadMujoco),
  Rapier: exported => rapier(exported as Rapier),
  planck: exported => planck(exported as Planck),
  'cannon-es': exported => cannon(exported as Cannon),
  'matter-js': exported => matter(exported as Matter),
};

const [name, file, text] = process.argv.slice(2);
const exported = await import(pathToFileURL(file).href);
const mover = await movers[name](exported.default);
for (const reply of replies(JSON.parse(text) as Task, mover))
  process.stdout.write(`${JSON.stringify(reply)}\n`);
