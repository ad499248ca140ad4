// McLachlan, Modin, Verdier, Wilkins 2014, Fig. 5: energy and hidden constraint along SHAKE and RATTLE from the state z_a.

import { createMethod, type Problem } from '../../src/index.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { slope } from '../../src/laws/order.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { lines, overTime } from '../helpers/panels.ts';
import { systemOf } from './harmonic.ts';

const [h, until] = [0.1, 20];
const sizes = [h, h / 2, h / 4, h / 8];
const driftSteps = { full: 50_000, quick: 4_000 };

interface Trace {
  readonly times: Float64Array;
  /** H − H at the start. */
  readonly energy: Float64Array;
  readonly hidden: Float64Array;
  readonly constraint: Float64Array;
}

/** One trace for each step size, the longest first. */
interface Traces {
  readonly shake: readonly Trace[];
  readonly rattle: readonly Trace[];
}

export function fig5(lab: Lab): Findings {
  const problem = lab.problem(systemOf('a'));
  const traces: Traces = {
    shake: sizes.map(step => trace(problem, 'shake', step)),
    rattle: sizes.map(step => trace(problem, 'rattle', step)),
  };
  lab.progress(0.2);
  const drift = ['shake', 'rattle'].map(method => {
    const { ratio } = measureDrift(problem, createMethod(problem, method), h, driftSteps[lab.effort]);
    return ratio;
  });
  return {
    claims: [
      ...energyClaims(traces, Math.max(...drift), driftSteps[lab.effort]),
      ...constraintClaims(traces),
    ],
    figures: [drawing(traces.shake[0], traces.rattle[0])],
  };
}

function trace(problem: Problem, method: string, step: number): Trace {
  const count = Math.round(until / step);
  const [times, energy, hidden, constraint] = [0, 1, 2, 3].map(() => new Float64Array(count + 1));
  const brackets = createBrackets(problem);
  const before = problem.H.value(problem.initial);
  advance(createMethod(problem, method), problem.initial, step, count, (z, k) => {
    times[k] = k * step;
    energy[k] = problem.H.value(z) - before;
    brackets.hidden(z, hidden.subarray(k, k + 1));
    problem.g.value(z, constraint.subarray(k, k + 1));
  });
  return { times, energy, hidden, constraint };
}

/** Slope in log–log of a size over the step; `measure` is given the place of the step in the list. */
function orderOf(measure: (i: number) => number): number {
  return slope(sizes.map((step, i) => ({ h: step, error: measure(i) })));
}

function energyClaims({ shake, rattle }: Traces, drift: number, count: number): Claim[] {
  const difference = (i: number) => maxAbs(shake[i].energy.map((value, k) => value - rattle[i].energy[k]));
  return claimList`
    There is no drift in energy, neither of SHAKE nor of RATTLE
      rise of the fitted line over ${count} steps over the largest error: ${drift} ≤ 0.05
    The energy error of RATTLE falls with the square of the step
      slope of log max |ΔH| against log h: ${orderOf(i => maxAbs(rattle[i].energy))} in [1.9, 2.1]
    The difference between SHAKE and RATTLE is slight: of second order, since H is stationary along fibres on ℳᴴ
      slope of log max |H of SHAKE − H of RATTLE| against log h: ${orderOf(difference)} in [1.9, 2.1]
  `;
}

function constraintClaims({ shake, rattle }: Traces): Claim[] {
  return claimList`
    SHAKE stays away from ℳᴴ at the order of magnitude of the time step
      largest |{g, H}| over h: ${maxAbs(shake[0].hidden) / h} in [0.2, 5]
    Its distance from ℳᴴ falls as the step itself
      slope of log max |{g, H}| of SHAKE against log h: ${orderOf(i => maxAbs(shake[i].hidden))} in [0.9, 1.1]
    RATTLE fulfils the hidden constraint up to machine accuracy
      largest |{g, H}|: ${maxAbs(rattle[0].hidden)} ≤ 1e-14
    Both methods fulfil the primary constraint up to machine accuracy
      largest |g|: ${Math.max(maxAbs(shake[0].constraint), maxAbs(rattle[0].constraint))} ≤ 1e-14
  `;
}

function drawing(shake: Trace, rattle: Trace): Figure {
  const both = (of: 'energy' | 'hidden') => lines(shake.times, { SHAKE: shake[of], RATTLE: rattle[of] });
  return {
    name: 'energy',
    panels: [
      overTime('H − H(0)', both('energy'), { title: 'energy' }),
      overTime('{g, H}', both('hidden'), { title: 'hidden constraint' }),
    ],
  };
}
