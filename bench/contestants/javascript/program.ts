// node program.js CONTESTANT TASK: answers a task (../task.ts) with a package from npm.

import { pathToFileURL } from 'node:url';
import { type Cannon, cannon } from '../cannon/cannon.ts';
import { type Matter, matter } from '../matter/matter.ts';
import { type LoadMujoco, mujoco, mujocoTendons } from '../mujoco/mujoco.ts';
import { findPeer } from '../npm/find-package.ts';
import { type DopriPackage, dopri, type Odex, odex } from '../odex/ode-packages.ts';
import { type Planck, planck } from '../planck/planck.ts';
import { type Rapier, rapier } from '../rapier/rapier.ts';
import type { Task } from '../task.ts';
import { type Mover, replies } from './motion.ts';
import { type PeerName, packageOf } from './packages.ts';

/** What a package exports is known to the file that uses it. */
type Loaded = { readonly default: unknown };

const movers: Readonly<Record<PeerName, (loaded: Loaded) => Mover | Promise<Mover>>> = {
  odex: loaded => odex(loaded.default as Odex),
  dopri: loaded => dopri(loaded.default as DopriPackage),
  MuJoCo: loaded => mujoco(loaded.default as LoadMujoco),
  'MuJoCo tendons': loaded => mujocoTendons(loaded.default as LoadMujoco),
  Rapier: loaded => rapier(loaded.default as Rapier),
  planck: loaded => planck(loaded.default as Planck),
  'cannon-es': loaded => cannon(loaded.default as Cannon),
  'matter-js': loaded => matter(loaded.default as Matter),
};

const [name, text] = process.argv.slice(2);
const task = JSON.parse(text) as Task;
const peer = findPeer(packageOf[name as PeerName]);
if (!peer) throw new Error(`“${name}” is not installed: npm run peers`);
const mover = await movers[name as PeerName](await import(pathToFileURL(peer.file).href));
for (const reply of replies(task, mover)) process.stdout.write(`${JSON.stringify(reply)}\n`);
