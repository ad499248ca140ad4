// node program.js CONTESTANT FILE TASK: a package from npm as a contestant (../task.ts); FILE is its module.

import { pathToFileURL } from 'node:url';
import { mujoco, mujocoTendons } from '../mujoco/mujoco.ts';
import { dopri, odex } from '../odex/ode-packages.ts';
import type { Task } from '../task.ts';
import { cannon, matter, planck, rapier } from './game-engines.ts';
import { type Mover, replies } from './motion.ts';

/** From the default export of a package, whose type is declared beside its use. */
const movers: Readonly<Record<string, (exported: never) => Mover | Promise<Mover>>> = {
  ...{ odex, dopri, MuJoCo: mujoco, 'MuJoCo tendons': mujocoTendons },
  ...{ Rapier: rapier, planck, 'cannon-es': cannon, 'matter-js': matter },
};

const [name, file, text] = process.argv.slice(2);
const exported = await import(pathToFileURL(file).href);
const mover = await movers[name](exported.default as never);
for (const reply of replies(JSON.parse(text) as Task, mover))
  process.stdout.write(`${JSON.stringify(reply)}\n`);
