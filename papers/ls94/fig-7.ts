// Leimkuhler and Skeel 1994, Fig. 7: energy of the Lennard-Jones chain, RATTLE and BDF2.

import { measureDrift } from '../../src/laws/drift.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { lines, overTime } from '../helpers/panels.ts';
import { h, motion, motionEnergy, system, turningEnergy, until } from './lennard-jones.ts';

export function fig7(lab: Lab): Findings {
  const problem = lab.problem(system);
  const [rattle, bdf2] = ['rattle', 'bdf2'].map(method => motion(problem, method));
  lab.progress(0.9);
  const [rattleEnergy, bdf2Energy] = [rattle, bdf2].map(table => motionEnergy(problem, table));
  const [start, end] = [bdf2Energy[0], bdf2Energy[bdf2Energy.length - 1]];
  const turn = turningEnergy(problem);
  const drift = measureDrift(problem, createMethod(problem, 'rattle'), h, until / h);
  const largest = Math.max(...rattleEnergy.map(energy => Math.abs(energy / start - 1)));
  return {
    claims: claimList`
      RATTLE keeps the energy of the motion, even with this long step
        largest error in percent of the energy of the motion: ${100 * largest} ≤ 10
      The energy of RATTLE does not drift
        rise of the fitted line over [0, 200] over the largest error: ${drift.ratio} ≤ 0.5
      BDF2 loses nearly all energy of the motion
        percent lost by t = 200: ${100 * (1 - end / start)} ≥ 90
      What is left of the two components of the motion is the rigid turn
        energy of BDF2 at t = 200 over that of a rigid turn: ${end / turn} in [0.8, 1.25]
    `,
    figures: [
      {
        name: 'energy',
        panels: [
          overTime({ label: 'energy H − min V', domain: [0, 0.08] }, [
            ...lines(rattle.column('time'), { RATTLE: rattleEnergy, BDF2: bdf2Energy }),
            { label: 'rigid turn', x: [0, until], y: [turn, turn] },
          ]),
        ],
      },
    ],
  };
}
