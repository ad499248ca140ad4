// Fernández-Pendás 2019: how fast the SHAKE iteration converges, against the Gauss–Seidel–Newton rate of iteration.ts.

import type { Problem } from '../../src/problem/problem.ts';
import type { Claim, Figure, Findings, Lab } from '../entry.ts';
import { claimList } from '../helpers/claims.ts';
import { errorCurve, log } from '../helpers/panels.ts';
import { growthAsPrinted, prepare, type Sweeps, sweeps } from './iteration.ts';

const h = 0.05;
const hanging = [3, 5, 10];
const steps = {
  full: [0.5, 0.4, 0.3, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005],
  quick: [0.5, 0.3, 0.1, 0.05, 0.01],
};

interface Chain {
  readonly label: string;
  readonly problem: Problem;
  /** The rate for h → 0. */
  readonly limit: number;
}

interface Measured extends Chain, Sweeps {
  readonly rate: number;
}

const cos2 = (angle: number) => Math.cos(angle) ** 2;

function chains(lab: Lab): Chain[] {
  const rods = 5;
  const free = (system: string, label: string, angle: number): Chain => ({
    label,
    problem: lab.problem(system),
    limit: cos2(angle) * cos2(Math.PI / (rods + 1)),
  });
  return [
    free('six-node-chain', '5 rods, 90°', Math.PI / 2),
    free('six-node-chain-c', '5 rods, 60°', Math.PI / 3),
    free('six-node-chain-b', '5 rods, straight', 0),
    ...hanging.map(N => ({
      label: `pendulum of ${N}`,
      problem: lab.problem('n-pendulum', { N }),
      limit: cos2(Math.PI / (2 * N)),
    })),
  ];
}

export function convergence(lab: Lab): Findings {
  const measured = chains(lab).map(chain => {
    const found = sweeps(prepare(chain.problem, h));
    return { ...chain, ...found, rate: rateOf(found.errors) };
  });
  lab.progress(0.6);
  const turning = lab.problem('six-node-chain-c');
  const byStep = steps[lab.effort].map(step => ({ h: step, ...sweeps(prepare(turning, step)) }));
  const printed = growthAsPrinted(prepare(turning, h), 5);
  return { claims: claims(measured, byStep, printed), figures: [drawing(measured, byStep)] };
}

/** Errors above `early` are not yet on their way; where the iteration ends, at round-off in g, they are no longer known. */
const [late, early] = [1e-8, 1e-2];

/** Mean contraction per sweep over the second half of the sweeps between the two. */
function rateOf(errors: readonly number[]): number {
  const usable = errors.filter(error => error > late && error < early);
  const half = usable.slice(Math.floor(usable.length / 2));
  return (half[half.length - 1] / half[0]) ** (1 / (half.length - 1));
}

type ByStep = Sweeps & { readonly h: number };

function claims(measured: readonly Measured[], byStep: readonly ByStep[], printed: number): Claim[] {
  const [square, ...linear] = measured;
  const worst = (of: (one: Measured) => number) => Math.max(...linear.map(one => Math.abs(of(one))));
  const short = byStep.filter(one => one.h <= 0.1);
  const rateError = worst(({ rate, radius }) => rate / radius - 1);
  const convergedShare = short.filter(({ converged }) => converged).length / short.length;
  return claimList`
    The error of λ shrinks in a sweep by the rate of Gauss–Seidel–Newton
      largest relative difference of rate and spectral radius, all chains but that with right angles: ${rateError} ≤ 0.02
    That rate is cos²α cos²(π/(m + 1)) for m free rods, cos²(π/2m) for m hanging ones
      largest difference of spectral radius and formula: ${worst(({ radius, limit }) => radius - limit)} ≤ 0.01
    With right angles the rods hardly see each other, and a few sweeps are enough
      sweeps to round-off: ${square.errors.length} ≤ 8
    For small enough steps the iteration converges, from λ = 0
      part of the steps up to 0.1 at which it converges, 60° chain: ${convergedShare} ≥ 1
    It is Q ← Q − M⁻¹Gᵢ(q)ᵗΔΛᵢ for G = ∂g/∂q; with a plus it diverges
      growth of max |g| in a sweep with the plus: ${printed} ≥ 1.5
      printed: “Q := Q + Gᵢ(q)ᵗΔΛᵢ”, next to a matrix G of the chain with positive sign
  `;
}

function drawing(measured: readonly Measured[], byStep: readonly ByStep[]): Figure {
  const ends = byStep.filter(({ converged }) => converged);
  const counts = ends.map(one => ({ h: one.h, error: one.errors.length }));
  return {
    name: 'convergence',
    panelHeight: 460,
    panels: [
      {
        title: 'error after each sweep',
        x: { label: 'sweeps', domain: [0, 60] },
        y: log('|λ − λ*| / |λ*|', [1e-12, 10]),
        series: measured.flatMap(({ label, errors, radius }, style) => [
          { label, ...marksOf(errors, style), mark: 'points' as const, style },
          ...(style === 0 ? [] : [rateLine(errors, radius, style)]),
        ]),
        legend: 'right',
      },
      {
        title: 'sweeps to round-off',
        x: log('step h'),
        y: { label: 'sweeps', domain: [0, Math.max(...counts.map(({ error }) => error)) * 1.1] },
        series: [errorCurve(counts)],
      },
    ],
  };
}

/** The error after each sweep, or after each sixth where there are many; chains of the same rate take turns. */
function marksOf(errors: readonly number[], style: number) {
  const [stride, first] = errors.length > 40 ? [6, 2 * (style % 3)] : [1, 0];
  const x = errors.map((_, k) => k).filter(k => k % stride === first);
  return { x, y: x.map(k => errors[k]) };
}

/** A line of the slope of the spectral radius through the middle of the points. */
function rateLine(errors: readonly number[], radius: number, style: number) {
  const middle = errors.findIndex(error => error < 1e-6);
  const x = [0, errors.length - 1];
  return { x, y: x.map(k => errors[middle] * radius ** (k - middle)), style };
}
