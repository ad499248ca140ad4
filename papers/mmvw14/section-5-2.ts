// McLachlan, Modin, Verdier, Wilkins 2014, section 5.2: two problems in which H does not bend along the fibres, and a third
// of section 1, where H itself is held constant. The system must refuse them before it runs.

import { check, type Report } from '../../src/analysis/check.ts';
import { constraintChain } from '../../src/analysis/constraint-chain.ts';
import { chooseFibre } from '../../src/fibres/choose-fibre.ts';
import { load } from '../../src/file/load.ts';
import { createMethod, type Problem, type State } from '../../src/index.ts';
import { type ErrorAtStep, slope } from '../../src/laws/order.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { createRandom } from '../../src/random/mulberry.ts';
import { advance } from '../../src/run/stepper.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claim, claimList } from '../helpers/claims.ts';
import { lines, ramp } from '../helpers/panels.ts';

const constantEnergy = `
name: Energy as a constraint
coordinates: [x, y]
hamiltonian: (p_x^2 + p_y^2)/2 + y
constraints: { energy: (p_x^2 + p_y^2)/2 + y = 1 }
initial: { y: 0.5, p_x: 1 }
`;

export function section52(lab: Lab): Findings {
  const [linear, constant, bent] = ['failing-index-five', 'failing-not-unique', 'index-one'].map(name =>
    lab.problem(name),
  );
  return {
    claims: [
      ...linearClaims(linear),
      ...constantClaims(constant),
      refusal('H = const taken as a constraint is refused', load(constantEnergy)),
      ...claimList`
        A problem whose H bends along the fibres passes the same check
          1 for passed: ${check(bent).verdict === 'pass' ? 1 : 0} = 1
      `,
    ],
    figures: [drawing(linear, constant, bent)],
  };
}

const failures = (report: Report) => report.findings.filter(({ verdict }) => verdict === 'fail');

/** The check fails, and by the finding about the multipliers alone. */
function refusal(statement: string, problem: Problem): Claim {
  const failed = failures(check(problem));
  const alone = failed.length === 1 && failed[0].id === 'nondegeneracy';
  return claim`
    ${statement}
      1 for refused by one finding, “${failed[0]?.title}”: ${alone ? 1 : 0} = 1
  `;
}

/** Largest |{g, H} − expected| at random states. */
function hiddenDiffers(problem: Problem, expected: (z: State) => number): number {
  const random = createRandom(5);
  const { hidden } = createBrackets(problem);
  const value = new Float64Array(1);
  return Math.max(
    ...Array.from({ length: 100 }, () => {
      const z = Float64Array.from({ length: 4 }, () => random.symmetric());
      hidden(z, value);
      return Math.abs(value[0] - expected(z));
    }),
  );
}

function linearClaims(problem: Problem): Claim[] {
  const chain = constraintChain(problem, problem.initial);
  const { index } = check(problem).facts;
  // (q, s, p, p̄) must all vanish.
  const last = chain.state ?? Float64Array.of(Number.NaN);
  const added = chain.levels.filter(({ name, fresh }) => name !== 'primary' && fresh === 1);
  return [
    refusal('H = ½p² + p̄q, linear along the fibres, is refused', problem),
    ...claimList`
      Its hidden constraint is q = 0
        largest |{g, H} − q| at 100 random states: ${hiddenDiffers(problem, z => z[0])} ≤ 0
      The system has index five instead of three
        index found by the check: ${typeof index === 'number' ? index : Number.NaN} = 5
      It has a secondary, a tertiary and a quaternary constraint
        levels that add one condition each: ${added.length} = 3
      These are q = 0, p = 0 and p̄ = 0
        largest |q|, |s|, |p|, |p̄| of the state that satisfies all: ${maxAbs(last)} ≤ 1e-7
      SHAKE is not well defined: forced to run, its slide grows without bound as the step shrinks
        slope of log |slide| against log h: ${slope(forcedSlides(problem))} in [-1.1, -0.9]
    `,
  ];
}

/** |Δp̄| in the first step of SHAKE with the midpoint rule. */
function forcedSlides(problem: Problem): ErrorAtStep[] {
  return [0.04, 0.02, 0.01, 0.005].map(h => {
    const flow = createMethod(problem, 'shake', { flow: 'midpoint' });
    return { h, error: Math.abs(advance(flow, problem.initial, h, 1)[3] - problem.initial[3]) };
  });
}

function constantClaims(problem: Problem): Claim[] {
  const chain = constraintChain(problem, problem.initial);
  const free = chain.outcome === 'not unique' ? problem.g.m - chain.determined : 0;
  return [
    refusal('H = ½p², constant along the fibres, is refused', problem),
    ...claimList`
      Its hidden constraint set is all of ℳ
        largest |{g, H}| at 100 random states: ${hiddenDiffers(problem, () => 0)} ≤ 0
      There are infinitely many solutions
        multipliers, of one, that nothing ever determines: ${free} = 1
    `,
  ];
}

/** H along the fibre through the start, minus its value there. */
function alongFibre(problem: Problem, slides: readonly number[]): number[] {
  const fibre = chooseFibre(problem);
  const out = new Float64Array(2 * problem.n);
  return slides.map(lambda => {
    fibre.slide(problem.initial, Float64Array.of(lambda), out);
    return problem.H.value(out) - problem.H.value(problem.initial);
  });
}

function drawing(linear: Problem, constant: Problem, bent: Problem): Figure {
  const slides = ramp(-1, 1, 80);
  // Off its hidden constraint, so that the line is not level.
  const tilted = { ...linear, initial: Float64Array.of(0.3, 0, 1, 0.5) };
  const series = lines(slides, {
    'H = ½p² + p̄q: refused': alongFibre(tilted, slides),
    'H = ½p²: refused': alongFibre(constant, slides),
    'section 5.3: passed': alongFibre(bent, slides),
  });
  const words = [linear, constant].map(problem => failures(check(problem))[0]?.summary);
  return {
    name: 'along-fibres',
    caption:
      'H along a fibre: linear (here at q = 0.3) and constant, where nothing chooses a place on the fibre, and ' +
      `bent, with one critical point. The check says of the first: “${words[0]}” Of the second: “${words[1]}”`,
    panels: [{ x: { label: 'slide λ along the fibre' }, y: { label: 'H − H(λ = 0)' }, series }],
  };
}
