// ∇V at the start and at the end of a fused step. One that costs little is written out at both places. A costly one is a
// function of its own that leaves it in an array K beside the place, where the next step finds it.

import { type Graph, type Node, reachable } from '../formula/graph.ts';
import { each, type Formulas } from './fused-formulas.ts';

export interface FusedForce {
  /** Functions before the step. */
  readonly functions: string;
  readonly start: ForceText;
  readonly end: ForceText;
}

interface ForceText {
  /** Lines to be run before the expressions can be used. */
  readonly lines: string;
  readonly force: readonly Node[];
}

/** Comparing and keeping takes some operations for each coordinate. */
const cheap = 8;
const costOfFunction = 20;
const light = new Set(['neg', 'add', 'sub', 'mul', 'div', 'abs', 'sqrt', 'less']);

export function fusedForce(formulas: Formulas): FusedForce {
  return cost(formulas.graph, formulas.force) <= cheap * formulas.n ? writtenOut(formulas) : kept(formulas);
}

function cost(graph: Graph, expressions: readonly Node[]): number {
  const costOf = (node: Node) => (light.has(graph.op(node)) ? 1 : costOfFunction);
  return reachable(graph, expressions)
    .filter(node => !graph.isLeaf(node))
    .reduce((sum, node) => sum + costOf(node), 0);
}

function writtenOut({ locals, force }: Formulas): FusedForce {
  const at = (name: string) => ({ lines: '', force: force.map(f => locals.at(name, f)) });
  return { functions: '', start: at('q'), end: at('Q') };
}

function kept({ locals, force, n }: Formulas): FusedForce {
  const { at, compute, vector } = locals;
  const load = (name: string) => each(n, i => `const ${name}${i} = K[${n + i}];`);
  return {
    functions: `function force(z) {
${each(n, i => `const q${i} = z[${i}];\nK[${i}] = q${i};`)}
${compute(
  force.map(f => at('q', f)),
  (code, i) => `K[${n + i}] = ${code};`,
)}
}`,
    start: {
      lines: `if (!(${each(n, i => `K[${i}] === q${i}`, ' && ')})) force(z);\n${load('F')}`,
      force: vector('F', n),
    },
    end: {
      lines: `${each(n, i => `out[${i}] = Q${i};`)}\nforce(out);\n${load('E')}`,
      force: vector('E', n),
    },
  };
}
