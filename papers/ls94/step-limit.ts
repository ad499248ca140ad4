// Leimkuhler and Skeel 1994, section 7.4, last paragraph: up to which step RATTLE and BDF2 converge on the chain of atoms.
// That of BDF2 depends on how its equations are solved.

import { createMethod, type Flow, type Problem } from '../../src/index.ts';
import { createSchedule } from '../../src/run/schedule.ts';
import { createSimulation } from '../../src/run/simulation.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { errorCurve, log } from '../helpers/panels.ts';
import { bdf2ApproximateNewton } from './bdf2-approximate-newton.ts';
import { system, until } from './lennard-jones.ts';

/** From below the step of the paper on. */
const steps = {
  full: Array.from({ length: 25 }, (_, k) => 0.09 * 1.08 ** k),
  quick: [0.09, 0.13, 0.18, 0.25, 0.4, 0.55],
};

const solutions = {
  rattle: { label: 'RATTLE', create: (problem: Problem) => createMethod(problem, 'rattle') },
  newton: { label: 'BDF2, full Newton', create: (problem: Problem) => createMethod(problem, 'bdf2') },
  approximate: { label: 'BDF2, approximate Newton', create: bdf2ApproximateNewton },
} as const;
type Solution = keyof typeof solutions;
const names = Object.keys(solutions) as Solution[];

interface Attempt {
  readonly h: number;
  /** Time to which the run went. */
  readonly reached: number;
  /** Part of the energy of the motion that was left there. */
  readonly left: number;
}

export function stepLimit(lab: Lab): Findings {
  const problem = lab.problem(system);
  const sizes = steps[lab.effort];
  const attempts = names.map((name, i) =>
    sizes.map((h, k) => {
      lab.progress((i * sizes.length + k) / (names.length * sizes.length));
      return attempt(problem, solutions[name].create(problem), h);
    }),
  );
  return { claims: claims(attempts), figures: [drawing(attempts)] };
}

function attempt(problem: Problem, flow: Flow, h: number): Attempt {
  const schedule = createSchedule(h, until);
  const simulation = createSimulation(problem, flow, schedule, () => {});
  simulation.advance(schedule.steps);
  const lowest = problem.H.separable?.potential(problem.initial) ?? Number.NaN;
  const { energyInitial, energyFinal } = simulation.extremes;
  return { h: schedule.h, reached: simulation.time, left: (energyFinal - lowest) / (energyInitial - lowest) };
}

const wentThrough = ({ reached }: Attempt) => reached >= until * (1 - 1e-9);

/** The last attempt before the first that failed. */
function limit(attempts: readonly Attempt[]): Attempt {
  const failure = attempts.findIndex(one => !wentThrough(one));
  if (failure < 1) throw new Error('the range of steps does not contain the limit');
  return attempts[failure - 1];
}

function claims(attempts: readonly (readonly Attempt[])[]): Claim[] {
  const [rattle, newton, approximate] = attempts.map(limit);
  return claimList`
    RATTLE converges for larger steps than BDF2 if neither iteration uses second derivatives of V and g
      limit of RATTLE over that of BDF2: ${rattle.h / approximate.h} ≥ 1.05
    With the full Newton matrix BDF2 converges for larger steps than RATTLE
      limit of BDF2 over that of RATTLE: ${newton.h / rattle.h} ≥ 1.5
      printed: “the RATTLE scheme converged for larger stepsizes than the BDF method”, without a word on how
    The dissipation with which it does so is inappropriate to the problem
      percent of the energy of the motion lost by t = 200 at the limit of BDF2: ${100 * (1 - newton.left)} ≥ 90
  `;
}

function drawing(attempts: readonly (readonly Attempt[])[]): Figure {
  return {
    name: 'reach',
    panels: [
      {
        x: log('step h', [0.08, 0.7]),
        y: log('time reached', [0.1, 1000]),
        // RATTLE last, so that the other marks do not cover it.
        series: [1, 2, 0].map(i => ({
          ...errorCurve(
            attempts[i].map(({ h, reached }) => ({ h, error: Math.max(reached, 0.15) })),
            solutions[names[i]].label,
          ),
          style: i,
        })),
      },
    ],
    panelWidth: 720,
  };
}
