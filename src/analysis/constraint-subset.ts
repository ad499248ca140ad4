// A problem with a subset of its constraints, such as the independent ones.

import { type Pattern, patternFromRows } from '../linalg/pattern.ts';
import type { Constraints } from '../problem/constraints.ts';
import type { Problem } from '../problem/problem.ts';

export function withConstraints(problem: Problem, chosen: readonly number[]): Problem {
  if (chosen.length === problem.g.m) return problem;
  return { ...problem, g: chosenConstraints(problem.g, chosen), formulas: undefined };
}

function chosenConstraints(g: Constraints, chosen: readonly number[]): Constraints {
  const [all, weights] = [new Float64Array(g.m), new Float64Array(g.m)];
  const entries = new Float64Array(g.jacobianPattern.index.length);
  const rows = chosen.map(i => [g.jacobianPattern.start[i], g.jacobianPattern.start[i + 1]] as const);
  const gather = (out: Float64Array) => {
    for (let k = 0; k < chosen.length; k++) out[k] = all[chosen[k]];
  };
  const scatter = (w: Float64Array) => {
    weights.fill(0);
    for (let k = 0; k < chosen.length; k++) weights[chosen[k]] = w[k];
    return weights;
  };
  return {
    m: chosen.length,
    names: chosen.map(i => g.names[i]),
    kind: g.kind,
    degree: g.degree,
    jacobianPattern: chosenRows(g.jacobianPattern, rows),
    get hessianPattern() {
      return g.hessianPattern;
    },
    value(z, out) {
      g.value(z, all);
      gather(out);
    },
    jacobian(z, out) {
      g.jacobian(z, entries);
      let at = 0;
      for (const [from, to] of rows) for (let k = from; k < to; k++) out[at++] = entries[k];
    },
    jacobianTimes(z, v, out) {
      g.jacobianTimes(z, v, all);
      gather(out);
    },
    transposedTimes: (z, w, out) => g.transposedTimes(z, scatter(w), out),
    hessianTimes: (z, w, v, out) => g.hessianTimes(z, scatter(w), v, out),
    second(z, u, v, out) {
      g.second(z, u, v, all);
      gather(out);
    },
    hessian: (z, w, out) => g.hessian(z, scatter(w), out),
  };
}

function chosenRows(pattern: Pattern, rows: readonly (readonly [number, number])[]): Pattern {
  return patternFromRows(
    rows.map(([from, to]) => pattern.index.subarray(from, to)),
    pattern.cols,
  );
}
