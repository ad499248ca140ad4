// McLachlan, Modin, Verdier, Wilkins 2014, section 5.3: an algebraic variable β as the momentum of a coordinate α that is
// held at zero. SHAKE and RATTLE with the midpoint rule are then the midpoint rule applied to the index-1 system (18),
//   (q₁ − q₀)/h = H_p(q̄, p̄, β),  (p₁ − p₀)/h = −H_q(q̄, p̄, β),  0 = H_β(q̄, p̄, β),    q̄ = ½(q₀ + q₁), p̄ = ½(p₀ + p₁),
// which is written down here on its own, for H = ½(p² + q²) + ½β² + ¼β⁴ − kβ sin(q + p).

import { createMethod, type Problem, type State } from '../../src/index.ts';
import { slope } from '../../src/laws/order.ts';
import { distance, maxAbs } from '../../src/linalg/dense.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { errorsAt, rootOfCubic, statesAlong } from '../helpers/motion.ts';
import { lines, log, overTime, time, timesAfter } from '../helpers/panels.ts';

const [h, count] = [0.05, 400];
const sizes = { full: [0.1, 0.05, 0.025, 0.0125, 0.00625], quick: [0.1, 0.05, 0.025] };
const options = { flow: 'midpoint' };

/** States (q, p) and the stage β of the direct method after each step. */
interface Direct {
  readonly q: number;
  readonly p: number;
  readonly beta: number;
}

export function section53(lab: Lab): Findings {
  const problem = lab.problem('index-one');
  const direct = directSteps(problem.initial, problem.parameters.k);
  const [shake, rattle] = ['shake', 'rattle'].map(method => statesOf(problem, method, problem.initial));
  const other = statesOf(problem, 'shake', problem.initial.with(3, -0.2));
  const errors = errorsAt(problem, 'rattle', sizes[lab.effort], 10, options);
  const apart = [shake, rattle].map(states => states.map((z, k) => apartFrom(z, direct[k])));
  return {
    claims: [
      ...equivalenceClaims(problem, direct, { shake, rattle, other, apart }),
      ...claimList`
        RATTLE converges with second order
          slope of log error at t = 10 against log h: ${slope(errors)} in [1.9, 2.1]
      `,
    ],
    figures: [drawing(shake, rattle, apart)],
  };
}

/** A state is (q, α, p, β). */
const statesOf = (problem: Problem, method: string, start: State) =>
  statesAlong(createMethod(problem, method, options), start, h, count);

const apartFrom = (z: State, { q, p }: Direct) => Math.max(Math.abs(z[0] - q), Math.abs(z[2] - p));

function directSteps(start: State, k: number): Direct[] {
  const steps: Direct[] = [];
  let [q, p] = [start[0], start[2]];
  for (let i = 0; i < count; i++) {
    const step = directStep(q, p, k);
    steps.push(step);
    [q, p] = [step.q, step.p];
  }
  return steps;
}

/** Fixed-point iteration, which contracts by about h; β is the one real root of its cubic. */
function directStep(q0: number, p0: number, k: number): Direct {
  let [q, p, beta] = [q0, p0, 0];
  for (let i = 0, moved = 1; i < 100 && moved > 0; i++) {
    const [Q, P] = [(q0 + q) / 2, (p0 + p) / 2];
    beta = rootOfCubic(k * Math.sin(Q + P));
    const bend = k * beta * Math.cos(Q + P);
    const next = [q0 + h * (P - bend), p0 - h * (Q - bend)];
    moved = Math.max(Math.abs(next[0] - q), Math.abs(next[1] - p));
    [q, p] = next;
  }
  return { q, p, beta };
}

interface Runs {
  readonly shake: readonly State[];
  readonly rattle: readonly State[];
  /** SHAKE from another β on the fibre of the start. */
  readonly other: readonly State[];
  /** Distances of SHAKE and of RATTLE from the direct method. */
  readonly apart: readonly (readonly number[])[];
}

function equivalenceClaims({ parameters: { k } }: Problem, direct: readonly Direct[], runs: Runs): Claim[] {
  const { shake, rattle, other, apart } = runs;
  const largest = (values: readonly number[]) => maxAbs(Float64Array.from(values));
  return claimList`
    SHAKE is the midpoint rule for (18)
      largest |Δq|, |Δp| over 400 steps: ${Math.max(...apart[0])} ≤ 1e-12
    RATTLE is the midpoint rule for (18)
      largest |Δq|, |Δp| over 400 steps: ${Math.max(...apart[1])} ≤ 1e-12
    The slide chooses β = B(½(q₀ + q₁), ½(p₀ + p₁)), the stage of the midpoint rule
      largest |β of SHAKE − stage of the direct method|: ${largest(shake.map((z, i) => z[3] - direct[i].beta))} ≤ 1e-12
    The final step of RATTLE chooses β so that 0 = H_β(q₁, p₁, β)
      largest |H_β|: ${largest(rattle.map(z => z[3] + z[3] ** 3 - k * Math.sin(z[0] + z[2])))} ≤ 1e-14
    This is another value than the stage of the midpoint rule
      largest |β of RATTLE − β of SHAKE|: ${largest(rattle.map((z, i) => z[3] - shake[i][3]))} ≥ 1e-3
    The value of β at the start of a step is irrelevant
      largest |Δ(q, p, β)| over 400 steps from β = −0.2 instead of ½: ${Math.max(...other.map((z, i) => distance(z, shake[i])))} ≤ 1e-12
  `;
}

function drawing(shake: readonly State[], rattle: readonly State[], apart: Runs['apart']): Figure {
  const times = timesAfter(count, h);
  const early = times.filter(t => t <= 10);
  const beta = (states: readonly State[]) => states.slice(0, early.length).map(z => z[3]);
  return {
    name: 'equivalence',
    panels: [
      overTime('β', lines(early, { SHAKE: beta(shake), RATTLE: beta(rattle) }), {
        ...{ title: 'the algebraic variable', x: time(0, 10) },
      }),
      overTime(
        log('largest |Δq|, |Δp|', [1e-17, 1e-12]),
        lines(times, { SHAKE: apart[0], RATTLE: apart[1] }),
        {
          ...{ title: 'distance from the midpoint rule for (18)', x: time(0, count * h) },
        },
      ),
    ],
  };
}
