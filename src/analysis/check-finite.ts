// First check: the start, and H, g and their derivatives at the start, must be finite numbers.

import type { Problem } from '../problem/problem.ts';
import { stateNames } from '../problem/state.ts';
import { type Finding, listed } from './finding.ts';

const id = 'finite';
const title = 'Finite at the start';

function notFinite(values: ArrayLike<number>, names: readonly string[]): string[] {
  return names.filter((_, i) => !Number.isFinite(values[i]));
}

export function checkFinite(problem: Problem): Finding {
  const { initial } = problem;
  const bad = notFinite(initial, stateNames(problem));
  if (bad.length > 0)
    return fault(
      `The initial values of ${listed(bad)} are not finite numbers.`,
      'Correct the initial values.',
    );
  const faults = [...hamiltonianFaults(problem), ...constraintFaults(problem)];
  if (faults.length > 0) return fault(faults.join(' '), domainAdvice);
  const energy = problem.H.value(initial);
  const summary = 'H, the constraints and their derivatives are finite numbers.';
  return { id, title, verdict: 'pass', measured: { energy }, summary };
}

const domainAdvice =
  'Look for a logarithm or root of a negative number, or a division by zero, at the initial values; correct the ' +
  'formula or start elsewhere.';

function fault(summary: string, advice: string): Finding {
  return { id, title, verdict: 'fail', measured: {}, summary, advice };
}

function hamiltonianFaults(problem: Problem): string[] {
  const { n, H, initial } = problem;
  const value = H.value(initial);
  if (!Number.isFinite(value)) return [`The hamiltonian is ${value} at the start.`];
  const out = new Float64Array(2 * n);
  H.gradient(initial, out);
  const names = stateNames(problem);
  const bad = notFinite(out, names);
  if (bad.length > 0)
    return [`The derivative of the hamiltonian by ${listed(bad)} is not finite at the start.`];
  H.hessianTimes(initial, new Float64Array(2 * n).fill(1), out);
  const bent = notFinite(out, names);
  return bent.length > 0
    ? [`The second derivative of the hamiltonian by ${listed(bent)} is not finite at the start.`]
    : [];
}

function constraintFaults({ n, g, initial }: Problem): string[] {
  const values = new Float64Array(g.m);
  g.value(initial, values);
  const bad = notFinite(values, g.names);
  if (bad.length > 0) return [`The constraint ${listed(bad)} is not finite at the start.`];
  const jacobian = new Float64Array(g.jacobianPattern.index.length);
  g.jacobian(initial, jacobian);
  const { start } = g.jacobianPattern;
  const steep = g.names.filter(
    (_, i) => !jacobian.subarray(start[i], start[i + 1]).every(value => Number.isFinite(value)),
  );
  if (steep.length > 0)
    return [`The derivative of the constraint ${listed(steep)} is not finite at the start.`];
  const ones = new Float64Array(2 * n).fill(1);
  g.second(initial, ones, ones, values);
  const bent = notFinite(values, g.names);
  return bent.length > 0
    ? [`The second derivative of the constraint ${listed(bent)} is not finite at the start.`]
    : [];
}
