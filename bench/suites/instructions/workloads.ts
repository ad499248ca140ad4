// What is counted: a problem as text, the method, and how long it warms up. Few and small, since counting is slow.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { molecularUnits } from '../../../src/particles/units.ts';
import { checkoutRoot } from '../../checkout.ts';
import { waterDroplet } from '../../measure/starts.ts';

/** All of it can be sent to another process. */
export interface CountedWorkload {
  readonly name: string;
  /** A problem file, and the structure file that it may name. */
  readonly text: string;
  readonly structure?: string;
  readonly set?: Readonly<Record<string, number>>;
  readonly method: string;
  readonly h: number;
  /** Steps of one block from the start, made in short calls. */
  readonly steps: number;
  readonly call: number;
  /** Blocks until all code is optimised: found by trying, with a margin. */
  readonly warmUp: number;
}

const caseText = (file: string) => readFileSync(join(checkoutRoot(), 'cases', `${file}.yaml`), 'utf8');

const chain = (N: number, rest: Pick<CountedWorkload, 'steps' | 'warmUp'>): CountedWorkload => ({
  name: `chain of ${N}`,
  text: caseText('chain'),
  set: { N },
  ...{ method: 'rattle', h: 0.02, call: 10, ...rest },
});

const waters = { method: 'rattle', h: 2 * molecularUnits.fs };

/** A function, since cases and starts are read. */
export const countedWorkloads = (): readonly CountedWorkload[] => [
  {
    name: 'pendulum',
    text: caseText('planar-pendulum'),
    ...{ method: 'rattle', h: 0.01, steps: 1000, call: 10, warmUp: 20 },
  },
  {
    name: 'double pendulum',
    text: caseText('double-pendulum'),
    ...{ method: 'rattle', h: 0.05, steps: 1000, call: 10, warmUp: 20 },
  },
  {
    name: 'six-node chain',
    text: caseText('six-node-chain'),
    ...{ method: 'rattle', h: 0.01, steps: 500, call: 10, warmUp: 30 },
  },
  chain(10, { steps: 200, warmUp: 40 }),
  chain(100, { steps: 100, warmUp: 12 }),
  {
    name: 'double pendulum, rattle-8',
    text: caseText('double-pendulum'),
    ...{ method: 'rattle-8', h: 0.05, steps: 50, call: 5, warmUp: 40 },
  },
  {
    name: 'double pendulum, reference, to t = 1',
    text: caseText('double-pendulum'),
    ...{ method: 'reference', h: 1, steps: 1, call: 1, warmUp: 75 },
  },
  {
    name: 'cluster of 7 waters',
    text: 'particles: { molecules: { tip3p: 7 }, structure: droplet.xyz, temperature: 298*K, seed: 1 }',
    structure: waterDroplet(7),
    ...{ ...waters, steps: 100, call: 10, warmUp: 30 },
  },
  {
    name: 'liquid of 216 waters',
    text:
      'particles: { molecules: { tip3p: 216 }, density: 0.997, temperature: 298*K, seed: 1, ' +
      'forces: { lennard-jones: { cutoff: 9 }, coulomb: { mode: reaction field, cutoff: 9 } } }',
    ...{ ...waters, steps: 2, call: 1, warmUp: 5 },
  },
];
