// Energy and residuals of a state, for run statistics: H, max |gᵢ| and max |{gᵢ,H}|. For small classical problems one function of
// straight-line code computes all three, where the general one makes five calls; with the same bits, since its expressions are those
// that the functions of the problem are compiled from.

import { compileText } from '../../formula/codegen/compile-text.ts';
import { Emitter } from '../../formula/codegen/emit.ts';
import { straightValues } from '../../formula/codegen/functions.ts';
import { indexOfPlace, kindOfPlace } from '../../formula/elements.ts';
import { maxAbs } from '../../linalg/dense.ts';
import { createBrackets } from '../../problem/brackets.ts';
import { memoizeByProblem, type Problem } from '../../problem/problem.ts';
import type { State } from '../../problem/state.ts';
import { fitsStraightLine } from '../shared/kernel.ts';

/** out = (H, max |gᵢ|, max |{gᵢ,H}|) at z; zeros without constraints, NaN where one of them is. */
export type StateMeasures = (z: State, out: Float64Array) => void;

/** `watched` has the constraints that are measured, and the Hamiltonian of their brackets. */
export function createStateMeasures(problem: Problem, watched: Problem = problem): StateMeasures {
  return (watched === problem ? compiledMeasures(problem) : null) ?? generalMeasures(problem, watched);
}

function generalMeasures({ H }: Problem, watched: Problem): StateMeasures {
  const { g } = watched;
  const brackets = createBrackets(watched);
  const values = new Float64Array(g.m);
  if (g.m === 0)
    return (z, out) => {
      out[0] = H.value(z);
    };
  return (z, out) => {
    out[0] = H.value(z);
    g.value(z, values);
    out[1] = maxAbs(values);
    brackets.hidden(z, values);
    out[2] = maxAbs(values);
  };
}

const compiledMeasures = memoizeByProblem((problem): StateMeasures | null => {
  const { formulas } = problem;
  if (!formulas || !fitsStraightLine(problem)) return null;
  const { graph } = formulas;
  const potential = straightValues(graph, [formulas.potential]);
  const constraints = straightValues(graph, formulas.constraints);
  if (!potential || !constraints) return null;
  const load = (variable: number) => `${kindOfPlace(variable) === 'x' ? 'z' : 'v'}${indexOfPlace(variable)}`;
  const emitter = new Emitter(graph, load, 's');
  const roots = [...potential.values, ...constraints.values, ...constraints.alongV];
  const [V, ...residuals] = emitter.expressions(roots);
  return compileText(measuresText(problem, emitter.statements(), V, residuals))() as StateMeasures;
});

function measuresText(
  { n, H, g }: Problem,
  statements: string,
  V: string,
  residuals: readonly string[],
): string {
  const inverseMass = H.separable?.inverseMass ?? [];
  const each = (text: (i: number) => string, separator: string) =>
    Array.from({ length: n }, (_, i) => text(i)).join(separator);
  const largest = (values: readonly string[]) => `Math.max(${values.map(x => `Math.abs(${x})`).join()})`;
  return `'use strict';
return (z, out) => {
${each(i => `const z${i} = z[${i}], p${i} = z[${n + i}], v${i} = ${inverseMass[i]} * p${i};`, '\n')}
${statements}
out[0] = 0.5 * (${each(i => `v${i} * p${i}`, ' + ')}) + ${V};
out[1] = ${largest(residuals.slice(0, g.m))};
out[2] = ${largest(residuals.slice(g.m))};
};`;
}
