// H and g from expressions: the derivatives that Hamiltonian and Constraints promise, compiled.
// Variables 0 … n−1 are q, n … 2n−1 are p.

import { type CompiledFunctions, compileFunctions } from '../../formula/codegen/functions.ts';
import { splitIntoElements } from '../../formula/elements.ts';
import { type Graph, type Node, variablesOf } from '../../formula/graph.ts';
import { once } from '../../formula/once.ts';
import { columnsOfRow, type Pattern, patternFromRows, position } from '../../linalg/pattern.ts';
import type { Constraints } from '../constraints.ts';
import type { Curvature, Hamiltonian, Separable } from '../hamiltonian.ts';
import type { State } from '../state.ts';

const unitWeight = Float64Array.of(1);

/** The value of a single formula. */
export function scalarValue(compiled: CompiledFunctions): (z: State) => number {
  const value = new Float64Array(1);
  return z => {
    compiled.value(z, value);
    return value[0];
  };
}

/** H with its derivatives, and the potential V when H = ½pᵀM⁻¹p + V(q). `stiff` is the part of V known as stiff. */
export function hamiltonianFromFormula(
  graph: Graph,
  H: Node,
  n: number,
  stiff: Node | null = null,
): { H: Hamiltonian; potential: Node | null } {
  const parts = separate(graph, H, n);
  return parts
    ? { H: separableHamiltonian(graph, { ...parts, stiff }, n), potential: parts.V }
    : { H: generalHamiltonian(graph, H, n), potential: null };
}

interface SeparableParts {
  readonly inverseMass: Float64Array;
  readonly V: Node;
  /** The stiff part of V, or null. */
  readonly stiff: Node | null;
}

/** H = Σ cᵢ pᵢ² + V(q) with all cᵢ > 0, term by term; null for any other H. The inverse masses are 2cᵢ. */
export function separate(graph: Graph, H: Node, n: number): Omit<SeparableParts, 'stiff'> | null {
  const inverseMass = new Float64Array(n);
  let V = graph.constant(0);
  for (const { expression } of splitIntoElements(graph, [H], 1)) {
    const variables = variablesOf(graph, expression);
    if (variables.every(i => i < n)) V = graph.add(V, expression);
    else {
      const square = squareOf(graph, expression);
      if (square === null || square.variable < n) return null;
      inverseMass[square.variable - n] += 2 * square.factor;
    }
  }
  return inverseMass.every(c => c > 0) ? { inverseMass, V } : null;
}

/** Reads c·x² with a constant c. */
function squareOf(graph: Graph, node: Node): { factor: number; variable: number } | null {
  const scaled = graph.op(node) === 'mul' && graph.isConstant(graph.left(node));
  const factor = scaled ? graph.datum(graph.left(node)) : graph.op(node) === 'neg' ? -1 : 1;
  const power = scaled ? graph.right(node) : graph.op(node) === 'neg' ? graph.left(node) : node;
  const isSquare =
    graph.op(power) === 'pow' &&
    graph.op(graph.left(power)) === 'variable' &&
    graph.isConstant(graph.right(power)) &&
    graph.datum(graph.right(power)) === 2;
  return isSquare ? { factor, variable: graph.datum(graph.left(power)) } : null;
}

/** ½pᵀM⁻¹p + V(q). */
export function separableHamiltonian(
  graph: Graph,
  { inverseMass, V, stiff }: SeparableParts,
  n: number,
): Hamiltonian {
  const compiled = compileFunctions(graph, [V], 2 * n);
  const separable: Separable = {
    ...curvature(compiled, n),
    inverseMass,
    potential: scalarValue(compiled),
    gradient: (z, out) => compiled.gradient(z, out),
    stiff: stiff === null ? null : curvature(compileFunctions(graph, [stiff], 2 * n), n),
  };
  const pattern = once(() => withDiagonal(compiled.hessianPattern, n));
  return {
    n,
    separable,
    value(z) {
      let kinetic = 0;
      for (let i = 0; i < n; i++) kinetic += inverseMass[i] * z[i + n] * z[i + n];
      return 0.5 * kinetic + separable.potential(z);
    },
    gradient(z, out) {
      compiled.gradient(z, out);
      for (let i = 0; i < n; i++) out[i + n] = inverseMass[i] * z[i + n];
    },
    hessianTimes(z, v, out) {
      compiled.hessianTimes(z, unitWeight, v, out);
      for (let i = 0; i < n; i++) out[i + n] = inverseMass[i] * v[i + n];
    },
    get hessianPattern() {
      return pattern().pattern;
    },
    hessian: separableHessian(compiled, inverseMass, pattern),
  };
}

/** The higher derivatives of a compiled function of q alone. */
function curvature(compiled: CompiledFunctions, n: number): Curvature {
  const pattern = once((): Pattern => {
    const { start, index } = compiled.hessianPattern;
    return { rows: n, cols: n, start: start.subarray(0, n + 1), index };
  });
  return {
    get hessianPattern() {
      return pattern();
    },
    hessian: (z, out) => compiled.hessian(z, unitWeight, out),
    third: (z, a, out) => compiled.third(z, unitWeight, a, out),
  };
}

function separableHessian(
  compiled: CompiledFunctions,
  inverseMass: Float64Array,
  pattern: () => { pattern: Pattern; diagonal: Int32Array },
) {
  const entries = once(() => new Float64Array(compiled.hessianPattern.index.length));
  return (z: State, out: Float64Array): void => {
    compiled.hessian(z, unitWeight, entries());
    out.set(entries());
    pattern().diagonal.forEach((at, i) => {
      out[at] = inverseMass[i];
    });
  };
}

/** The pattern of V'' with the diagonal of M⁻¹ below it; the entries of V'' keep their places. */
function withDiagonal(potential: Pattern, n: number): { pattern: Pattern; diagonal: Int32Array } {
  const rows = Array.from({ length: 2 * n }, (_, i) => (i < n ? columnsOfRow(potential, i) : [i]));
  const pattern = patternFromRows(rows, 2 * n);
  return { pattern, diagonal: Int32Array.from({ length: n }, (_, i) => position(pattern, i + n, i + n)) };
}

function generalHamiltonian(graph: Graph, H: Node, n: number): Hamiltonian {
  const compiled = compileFunctions(graph, [H], 2 * n);
  return {
    n,
    separable: null,
    value: scalarValue(compiled),
    gradient: (z, out) => compiled.gradient(z, out),
    hessianTimes: (z, v, out) => compiled.hessianTimes(z, unitWeight, v, out),
    get hessianPattern() {
      return compiled.hessianPattern;
    },
    hessian: (z, out) => compiled.hessian(z, unitWeight, out),
  };
}

export interface NamedEquation {
  readonly name: string;
  /** The expression that is to be zero. */
  readonly expression: Node;
}

export function constraintsFromFormulas(
  graph: Graph,
  equations: readonly NamedEquation[],
  n: number,
): Constraints {
  const compiled = compileFunctions(
    graph,
    equations.map(({ expression }) => expression),
    2 * n,
  );
  // By what is written, not by the Jacobian: a momentum whose derivative cancels is still there to be evaluated.
  const holonomic = equations.every(({ expression }) => variablesOf(graph, expression).every(i => i < n));
  return {
    m: equations.length,
    names: equations.map(({ name }) => name),
    kind: holonomic ? 'holonomic' : compiled.degree <= 2 ? 'quadratic' : 'general',
    degree: compiled.degree,
    jacobianPattern: compiled.jacobianPattern,
    get hessianPattern() {
      return compiled.hessianPattern;
    },
    value: compiled.value,
    jacobian: compiled.jacobian,
    jacobianTimes: compiled.jacobianTimes,
    transposedTimes: compiled.transposedTimes,
    hessianTimes: compiled.hessianTimes,
    second: compiled.second,
    hessian: compiled.hessian,
  };
}
