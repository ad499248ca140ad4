// A problem from formulas: the same specification whether it comes from a file or from TypeScript.

import { compileFunctions } from '../formula/codegen/functions.ts';
import { Graph, GraphTooLarge, type Node, variablesOf } from '../formula/graph.ts';
import {
  elaborateEquation,
  elaborateNumber,
  elaborateScalar,
  equationValue,
} from '../formula/language/elaborate.ts';
import { eachBinding } from '../formula/language/families.ts';
import { createScope, isScalar, type Scope, type Value } from '../formula/language/scope.ts';
import { parseEquation } from '../formula/language/syntax.ts';
import { once } from '../formula/once.ts';
import {
  constraintsFromFormulas,
  hamiltonianFromFormula,
  type NamedEquation,
  scalarValue,
} from '../problem/from/formulas.ts';
import type { Hamiltonian } from '../problem/hamiltonian.ts';
import type { Observable, Problem } from '../problem/problem.ts';
import { atPath, attemptAll, ProblemError } from '../problem/problem-error.ts';
import { atVelocities, motionFromVelocities, refuseVelocities, velocityKey } from './lagrangian.ts';
import { assign } from './sections/assignments.ts';
import { type Coordinates, declareCoordinates, withVelocities } from './sections/coordinates.ts';
import { declareParameters } from './sections/parameters-section.ts';
import { runDefaults } from './sections/run-section.ts';
import { type Assignments, type ProblemSpec, validateSpec } from './sections/schema.ts';

/** Name and parameters that replace those of the specification. */
export interface ProblemOptions {
  /** Name of the problem where its file has none. */
  readonly name?: string;
  /** Parameters that replace those of the specification. */
  readonly set?: Readonly<Record<string, number>>;
}

/** Checks the specification and makes the problem; throws a ProblemError that names the place of a mistake. */
export function problem(specification: ProblemSpec, options: ProblemOptions = {}): Problem {
  try {
    return problemOf(validateSpec(specification), options);
  } catch (error) {
    if (!(error instanceof GraphTooLarge)) throw error;
    throw new ProblemError(['coordinates'], error.message, {
      hint: 'use fewer coordinates or shorter formulas; systems of many particles have the section “particles”',
    });
  }
}

function problemOf(spec: ProblemSpec, options: ProblemOptions): Problem {
  const graph = new Graph();
  const parameters = declareParameters(graph, spec.parameters ?? {}, options.set ?? {});
  const taken = new Set(parameters.names);
  const declared = declareCoordinates(spec.coordinates, parameters.scope, taken);
  const key = velocityKey(spec);
  const coordinates = key ? withVelocities(declared, taken) : declared;
  const scope = stateScope(graph, parameters.scope, coordinates);
  const stiff = spec.stiff === undefined ? null : potentialPart('stiff', spec, scope, coordinates.n);
  const classical = () => {
    const [motion, initial] = attemptAll([
      () => {
        const energy = hamiltonianExpression(spec, graph, scope, coordinates);
        return hamiltonianFromFormula(graph, energy, coordinates.n, stiff);
      },
      () => initialState(spec, parameters.scope, coordinates),
    ]);
    return { ...motion, initial };
  };
  // The order is fixed: it determines the numbers of nodes, and with them the order of sums.
  const [{ H, potential, initial }, { equations, g }, observables, run] = attemptAll([
    key
      ? () =>
          motionFromVelocities({
            ...{ spec, key, coordinates, scope, stiff },
            parameters: parameters.scope,
            potential: wholePotential(spec, scope, coordinates.n),
          })
      : classical,
    () => {
      const equations = expandEquations(spec.constraints ?? {}, scope);
      checkEquations(graph, equations);
      refuseVelocities(graph, equations, coordinates);
      return { equations, g: constraintsFromFormulas(graph, equations, coordinates.n) };
    },
    () => observableExpressions(spec, scope),
    () => runDefaults(spec.run ?? {}, parameters.scope),
  ]);
  const isClassical = potential !== null && g.kind === 'holonomic';
  return {
    name: spec.name ?? options.name ?? 'Unnamed problem',
    n: coordinates.n,
    coordinates: coordinates.names,
    H,
    g,
    initial,
    observables: observables.map(observable => compiledObservable(graph, observable, H)),
    parameters: parameters.numbers,
    run,
    formulas: isClassical
      ? { graph, potential, stiff, constraints: equations.map(({ expression }) => expression) }
      : undefined,
  };
}

/** Parameters and variables together. */
function stateScope(graph: Graph, parameters: Scope, coordinates: Coordinates): Scope {
  const variables = createScope(graph, { variables: coordinates.variables });
  return {
    graph,
    lookup: name => variables.lookup(name) ?? parameters.lookup(name),
    names: function* () {
      yield* variables.names();
      yield* parameters.names();
    },
  };
}

function hamiltonianExpression(
  spec: ProblemSpec,
  graph: Graph,
  scope: Scope,
  coordinates: Coordinates,
): Node {
  const { n } = coordinates;
  if (spec.hamiltonian !== undefined) {
    const other = (['potential', 'stiff', 'mass'] as const).find(key => spec[key] !== undefined);
    if (other)
      throw new ProblemError([other], `“${other}” cannot stand beside “hamiltonian”`, {
        hint: 'give either hamiltonian, or mass and potential',
      });
    return atPath(['hamiltonian'], () => elaborateScalar(String(spec.hamiltonian), scope));
  }
  const V = wholePotential(spec, scope, n);
  return massesOf(spec, scope, coordinates).reduce((H, mass, i) => {
    const kinetic = graph.pow(graph.variable(n + i), graph.constant(2));
    return graph.add(H, graph.mul(graph.constant(0.5 / mass), kinetic));
  }, V);
}

function wholePotential(spec: ProblemSpec, scope: Scope, n: number): Node {
  return scope.graph.add(potentialPart('potential', spec, scope, n), potentialPart('stiff', spec, scope, n));
}

/** The potential, or its stiff part. */
function potentialPart(key: 'potential' | 'stiff', spec: ProblemSpec, scope: Scope, n: number): Node {
  const V = atPath([key], () => elaborateScalar(String(spec[key] ?? 0), scope));
  const foreign = variablesOf(scope.graph, V).find(i => i >= n);
  if (foreign !== undefined) {
    const [name, instead] = foreign < 2 * n ? ['momentum', 'hamiltonian'] : ['velocity', 'lagrangian'];
    throw new ProblemError([key], `the potential contains a ${name}`, {
      hint: `a potential depends on coordinates only; write the whole energy as “${instead}” instead`,
    });
  }
  return V;
}

function massesOf(spec: ProblemSpec, scope: Scope, coordinates: Coordinates): number[] {
  const masses = new Float64Array(coordinates.n).fill(Number.NaN);
  const given = spec.mass ?? 1;
  if (typeof given === 'object') {
    const entries = Array.isArray(given) ? inOrder(given, spec) : given;
    assign({ entries, path: ['mass'], coordinates, values: scope, out: masses });
  } else masses.fill(atPath(['mass'], () => elaborateNumber(String(given), scope)));
  return [...masses].map((mass, i) => {
    if (mass > 0 && Number.isFinite(1 / mass)) return mass;
    const reason = Number.isNaN(mass)
      ? `no mass is given for ${coordinates.names[i]}`
      : `the mass of ${coordinates.names[i]} is ${mass}; it must be positive`;
    throw new ProblemError(['mass'], reason, {
      hint: 'for massless directions write the energy as “hamiltonian”',
    });
  });
}

/** A list of masses: one for each name of `coordinates`, in their order. */
function inOrder(masses: Assignments[string][], { coordinates }: ProblemSpec): Assignments {
  const names = Array.isArray(coordinates) ? coordinates : Object.keys(coordinates);
  if (masses.length !== names.length)
    throw new ProblemError(
      ['mass'],
      `expected one mass for each of ${names.join(', ')}, got ${masses.length}`,
    );
  return Object.fromEntries(names.map((name, i) => [name, masses[i]]));
}

function initialState(spec: ProblemSpec, parameters: Scope, coordinates: Coordinates): Float64Array {
  const z = new Float64Array(2 * coordinates.n);
  assign({ entries: spec.initial ?? {}, path: ['initial'], coordinates, values: parameters, out: z });
  return z;
}

function checkEquations(graph: Graph, equations: readonly NamedEquation[]): void {
  for (const { name, expression } of equations) {
    if (!graph.isConstant(expression)) continue;
    const value = graph.datum(expression);
    throw new ProblemError(['constraints', name], constantConstraint(value), {
      hint: 'a constraint must contain coordinates or momenta; remove it or correct it',
    });
  }
}

function constantConstraint(value: number): string {
  return value === 0 ? 'always holds: it says 0 = 0' : `can never hold: it says ${value} = 0`;
}

function observableExpressions(spec: ProblemSpec, scope: Scope): NamedEquation[] {
  return attemptAll(
    Object.entries(spec.observables ?? {}).map(([name, formula]) => () => ({
      name,
      expression: atPath(['observables', name], () => elaborateScalar(String(formula), scope)),
    })),
  );
}

function compiledObservable(graph: Graph, { name, expression }: NamedEquation, H: Hamiltonian): Observable {
  const hasVelocities = variablesOf(graph, expression).some(i => i >= 2 * H.n);
  const value = scalarValue(compileFunctions(graph, [expression], 3 * H.n));
  return { name, value: hasVelocities ? atVelocities(value, H) : value };
}

// Constraints written one by one, as vector equations, or as families: each becomes named scalar equations.

type Given = NonNullable<ProblemSpec['constraints']>;

function expandEquations(given: Given, scope: Scope): NamedEquation[] {
  const expand = (name: string, constraint: Given[string]): NamedEquation[] => {
    const path = ['constraints', name];
    if (typeof constraint !== 'object') {
      return flatten(
        name,
        atPath(path, () => elaborateEquation(String(constraint), scope)),
      );
    }
    const members: NamedEquation[] = [];
    const text = String(constraint.equation);
    const syntax = once(() => parseEquation(text));
    atPath([...path, 'each'], () => {
      for (const { scope: inner, values } of eachBinding(constraint.each, scope)) {
        const value = atPath([...path, 'equation'], () => equationValue(syntax(), inner, text));
        members.push(...flatten(`${name}[${[...values.values()].join()}]`, value));
      }
    });
    return members;
  };
  return attemptAll(
    Object.entries(given).map(
      ([name, constraint]) =>
        () =>
          expand(name, constraint),
    ),
  ).flat();
}

function flatten(name: string, value: Value): NamedEquation[] {
  if (isScalar(value)) return [{ name, expression: value }];
  return value.flatMap((inner, i) => flatten(`${name}[${i}]`, inner));
}
