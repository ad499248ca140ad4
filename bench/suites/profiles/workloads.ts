// What is profiled: the workloads of the engine, two costly methods on the double pendulum, molecules and a liquid.

import type { Problem } from '../../../src/problem/problem.ts';
import { loadCase } from '../../measure/stepper.ts';
import { workloads as rattled } from '../engine/workloads.ts';
import { step, waterBox } from '../liquids/liquid.ts';
import { workloadNamed as moleculesNamed } from '../molecules/workloads.ts';

export interface ProfiledWorkload {
  readonly name: string;
  readonly problem: () => Problem;
  readonly method: string;
  readonly h: number;
  /** Steps of one block from the start. */
  readonly steps: number;
}

const doublePendulum = () => loadCase({ file: 'double-pendulum', set: {} });

const molecules = (id: string, steps: number): ProfiledWorkload => {
  const { title, problem, method, step } = moleculesNamed(id);
  return { name: title, problem, method, h: step, steps };
};

export const workloads: readonly ProfiledWorkload[] = [
  ...rattled.map(({ name, file, set, h, steps }) => ({
    name,
    problem: () => loadCase({ file, set }),
    ...{ method: 'rattle', h, steps },
  })),
  {
    name: 'double pendulum, rattle-8',
    problem: doublePendulum,
    ...{ method: 'rattle-8', h: 0.05, steps: 100 },
  },
  {
    name: 'double pendulum, reference, to t = 1',
    problem: doublePendulum,
    ...{ method: 'reference', h: 1, steps: 1 },
  },
  molecules('cluster-7', 1000),
  molecules('cluster-100', 100),
  {
    name: 'liquid of 216 TIP3P, 9 Å, reaction field',
    problem: () => waterBox({ model: 'tip3p', molecules: 216 }),
    ...{ method: 'rattle', h: step, steps: 100 },
  },
  molecules('argon-4000', 50),
  molecules('hexadecane-100', 50),
];

export function workloadNamed(name: string): ProfiledWorkload {
  const found = workloads.find(workload => workload.name === name);
  if (found) return found;
  throw new Error(`there is no workload “${name}”; there are: ${workloads.map(one => one.name).join(', ')}`);
}
