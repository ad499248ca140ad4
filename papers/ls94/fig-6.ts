// Leimkuhler and Skeel 1994, Fig. 6: motion of the first atom of the Lennard-Jones chain; BDF2 removes the vibration.

import type { Table } from '../../src/observers/observer.ts';
import type { PanelSpec } from '../../src/output/figure/spec.ts';
import type { Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { lines, overTime } from '../helpers/panels.ts';
import { motion, system, vibration } from './lennard-jones.ts';

/** A step at which RATTLE's energy error is a hundredth of that at h = 0.1. */
const fineStep = 0.01;

export function fig6(lab: Lab): Findings {
  const problem = lab.problem(system);
  const rattle = motion(problem, 'rattle');
  const bdf2 = motion(problem, 'bdf2');
  lab.progress(0.6);
  const fine = motion(problem, 'rattle', fineStep);
  const remains = (table: Table) => vibration(table, 3 / 4, 1) / vibration(table, 0, 1 / 4);
  const early = [bdf2, rattle].map(table => vibration(table, 1 / 8, 1 / 4));
  return {
    claims: claimList`
      BDF2 removes the vibration
        variance in the last quarter over that in the first: ${remains(bdf2)} ≤ 0.05
      It does so after a short interval
        variance of BDF2 over that of RATTLE in [25, 50], the second eighth: ${early[0] / early[1]} ≤ 0.1
      RATTLE keeps the vibration on the entire interval
        variance in the last quarter over that in the first: ${remains(rattle)} ≥ 0.5
      The vibration is well resolved by RATTLE
        variance over [0, 200] over that with h = 0.01: ${vibration(rattle, 0, 1) / vibration(fine, 0, 1)} in [0.75, 1.33]
    `,
    figures: [drawing(rattle, bdf2)],
  };
}

function orbit(title: string, table: Table): PanelSpec {
  return {
    title,
    x: { label: 'x of the first atom', domain: [-0.35, 2.35] },
    y: { label: 'y of the first atom', domain: [-1.35, 1.35] },
    series: [{ x: table.column('r[0][0]'), y: table.column('r[0][1]') }],
    aspect: 'equal',
  };
}

const compared = (name: string, label: string, title: string, [rattle, bdf2]: readonly Table[]) =>
  overTime(label, lines(rattle.column('time'), { RATTLE: rattle.column(name), BDF2: bdf2.column(name) }), {
    title,
  });

function drawing(rattle: Table, bdf2: Table): Figure {
  return {
    name: 'motion',
    panelHeight: 440,
    panels: [
      orbit('path by RATTLE', rattle),
      orbit('path by BDF2', bdf2),
      compared('r[0][1]', 'y of the first atom', 'turn and vibration', [rattle, bdf2]),
      compared('bend 0', '|r₃ − r₁|', 'vibration alone', [rattle, bdf2]),
    ],
  };
}
