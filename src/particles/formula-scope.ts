// The names that formulas of force terms know: their variables and the parameters given with them.

import type { Graph } from '../formula/graph.ts';
import { createScope, type Scope } from '../formula/scope.ts';
import { finiteNumber } from './parameter-checks.ts';

/** Variable k of `variables` is number k of the graph. */
export function scopeWithParameters(
  graph: Graph,
  variables: readonly string[],
  parameters: Readonly<Record<string, number>>,
): Scope {
  for (const [name, value] of Object.entries(parameters)) {
    finiteNumber(`the parameter “${name}” of the formula`, value);
    if (variables.includes(name))
      throw new RangeError(
        `the parameter “${name}” = ${value} has the name of a variable of the formula (${variables.join(', ')}); rename it`,
      );
  }
  return createScope(graph, {
    parameters: Object.entries(parameters),
    variables: variables.map((name, first) => ({ name, shape: [], first })),
  });
}
