// Leimkuhler and Skeel 1994, Fig. 5: the energy over [0, 100], RATTLE and BDF2 with the same step.

import { createMethod } from '../../src/index.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { energyObserver } from '../../src/observers/standard.ts';
import type { Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { runToEnd } from '../helpers/motion.ts';
import { lines, overTime } from '../helpers/panels.ts';

const [h, until] = [0.01, 100];

export function fig5(lab: Lab): Findings {
  const problem = lab.problem('six-node-chain-c');
  const run = { step: h, until, every: 2, observers: [energyObserver(problem)] };
  const [rattle, bdf2] = ['rattle', 'bdf2'].map(method => runToEnd(problem, { method, ...run }).table);
  const [rattleEnergy, bdf2Energy] = [rattle, bdf2].map(table => table.column('energy'));
  lab.progress(0.9);
  const start = rattleEnergy[0];
  const lost = 1 - bdf2Energy[bdf2Energy.length - 1] / start;
  const largest = Math.max(...rattleEnergy.map(energy => Math.abs(energy / start - 1)));
  const drift = measureDrift(problem, createMethod(problem, 'rattle'), h, until / h);
  return {
    claims: claimList`
      The energy error of RATTLE is that of its oscillation and not of a drift
        rise of the fitted line over [0, 100] over the largest error: ${drift.ratio} ≤ 0.2
      The energy of RATTLE is approximately conserved
        largest error in percent of the energy: ${100 * largest} ≤ 0.2
      BDF2 loses energy
        percent of the energy lost by t = 100: ${100 * lost} ≥ 1
      In comparison with RATTLE, BDF2 does not conserve energy
        loss of BDF2 at t = 100 over the largest error of RATTLE: ${lost / largest} ≥ 10
    `,
    figures: [
      {
        name: 'energy',
        panels: [
          overTime('energy H', lines(rattle.column('time'), { RATTLE: rattleEnergy, BDF2: bdf2Energy })),
        ],
      },
    ],
  };
}
