// Golden subjects: named runs whose final states must keep every bit while code is moved, renamed and merged. They cover each
// catalogue case with its default method, every method, flow, solver and composition of the registry, every kernel, every
// rod solver, and molecules in an open cluster and in a periodic box.

import { readdirSync, readFileSync } from 'node:fs';
import { load } from '../../src/file/load.ts';
import { flowRecords } from '../../src/methods/flow-records.ts';
import type { MethodOptions } from '../../src/methods/method.ts';
import { compositionParameter, obstacles } from '../../src/methods/parameters.ts';
import { createMethod, methods } from '../../src/methods/registry.ts';
import { rodSolverNames } from '../../src/particles/system.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { planRun } from '../../src/run/plan.ts';
import { solverRecords } from '../../src/solvers/named-solvers.ts';
import { manyConstraints } from '../unit/kernels/many-constraints.ts';
import { costlyField, spatialChain, triangle, unevenChain } from '../unit/kernels/problems.ts';

export interface GoldenSubject {
  readonly name: string;
  readonly problem: () => Problem;
  readonly method: string;
  readonly options?: MethodOptions;
  readonly h: number;
  readonly steps: number;
}

const folder = new URL('../../cases/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');

function fromCatalogue(name: string, set: Record<string, number> = {}): Problem {
  const problem = load(read(`${name}.yaml`), { file: name, readFile: read, set });
  return problem.run.omega === undefined ? problem : penalised(problem, problem.run.omega);
}

/** Checked to be refused: there is no motion to record. */
const refused = new Set(['failing-index-five', 'failing-not-unique']);

/** Steps of a run that takes about a second at most. */
const stepsFor = ({ n }: Problem) => (n < 100 ? 1000 : n < 1000 ? 100 : 20);

const catalogue: readonly GoldenSubject[] = readdirSync(folder)
  .filter(file => file.endsWith('.yaml'))
  .map(file => file.replace(/\.yaml$/, ''))
  .filter(name => !refused.has(name))
  .map(name => {
    const { problem, method, options, step } = planRun(
      load(read(`${name}.yaml`), { file: name, readFile: read }),
    );
    return {
      name: `${name}, ${method}`,
      problem: () => problem,
      method,
      options,
      h: step,
      steps: stepsFor(problem),
    };
  });

/** One problem of each kind that methods ask for: g(q), g(q, p), no constraints, stiff, rigid body. */
const representatives = [
  'double-pendulum',
  'six-node-chain',
  'harmonic-constraint-a',
  'index-one',
  'double-pendulum-angles',
  'double-pendulum-penalty',
  'magnetised-rigid-body',
];

const whole = (problem: Problem) => problem.run.step ?? 0.01;

function optionsOf(parameters: (typeof methods)[number]['parameters']): MethodOptions {
  const takes = (name: string) => parameters.some(parameter => parameter.name === name);
  return { ...(takes('temperature') ? { temperature: 0.1 } : {}), ...(takes('seed') ? { seed: 7 } : {}) };
}

const registry: readonly GoldenSubject[] = representatives.flatMap(name => {
  const problem = fromCatalogue(name);
  return methods
    .filter(method => obstacles(method, problem).length === 0)
    .map(method => ({
      name: `${name}, ${method.name}, quarter step`,
      problem: () => problem,
      method: method.name,
      options: optionsOf(method.parameters),
      h: whole(problem) / 4,
      steps: 100,
    }));
});

const innerFlows: readonly GoldenSubject[] = ['double-pendulum', 'harmonic-constraint-a'].flatMap(name => {
  const problem = fromCatalogue(name);
  return flowRecords
    .filter(({ needs }) => problem.H.separable !== null || needs.length === 0)
    .map(({ name: flow }) => ({
      name: `${name}, rattle, flow ${flow}`,
      problem: () => problem,
      method: 'rattle',
      options: { flow },
      h: whole(problem) / 4,
      steps: 100,
    }));
});

const solvers: readonly GoldenSubject[] = ['double-pendulum', 'six-node-chain'].flatMap(name =>
  solverRecords.flatMap(({ name: solver }) =>
    ['rattle', 'shake', 'rattle-4'].map(method => ({
      name: `${name}, ${method}, solver ${solver}`,
      problem: () => fromCatalogue(name),
      method,
      options: { solver },
      h: 0.005,
      steps: 200,
    })),
  ),
);

const compositions: readonly GoldenSubject[] = [4, 6, 8].flatMap(order =>
  (compositionParameter(order).values ?? []).map(composition => ({
    name: `double-pendulum, rattle-${order}, composition ${composition}`,
    problem: () => fromCatalogue('double-pendulum'),
    method: `rattle-${order}`,
    options: { composition },
    h: 0.05,
    steps: 200,
  })),
);

/** Problems that choose different code in the kernels: straight-line code whole and divided, and loops in WebAssembly. */
const structures: readonly (readonly [string, Problem])[] = [
  ['uneven chain', unevenChain],
  ['triangle', triangle],
  ['spatial chain', spatialChain],
  ['costly field', costlyField],
  ['n-pendulum of 20', fromCatalogue('n-pendulum', { N: 20 })],
  ['chain of 100', fromCatalogue('chain', { N: 100 })],
  ['chain of 1000', fromCatalogue('chain', { N: 1000 })],
  ...manyConstraints,
];
const kernels: readonly GoldenSubject[] = structures.flatMap(([name, problem]) =>
  ['rattle', 'rattle-4', 'rattle-8', 'reference'].map(method => ({
    name: `${name}, ${method}`,
    problem: () => problem,
    method,
    h: method === 'reference' ? 0.05 : (problem.run.step ?? 0.01),
    steps: method === 'reference' ? 2 : problem.n > 500 ? 20 : 200,
  })),
);

const molecules = {
  'box of waters':
    'particles: { molecules: { tip3p: 216 }, density: 0.997, temperature: 298*K, seed: 1, ' +
    'forces: { lennard-jones: { cutoff: 9 }, coulomb: { mode: reaction field, cutoff: 9 } } }',
};

const particleMethods = [
  'rattle',
  'shake',
  'rattle-4',
  'g-baoab',
  'gla',
  'geodesic-verlet',
  'reference',
  'verlet',
];
const particleCases = ['water-7', 'butane-box', 'nitrogen-box', 'lennard-jones-chain', 'argon-box'];
const particles: readonly GoldenSubject[] = particleCases.flatMap(name =>
  particleMethods.flatMap(method => {
    const problem = fromCatalogue(name);
    const record = methods.find(candidate => candidate.name === method);
    if (!record || obstacles(record, problem).length > 0 || (method === 'reference' && problem.n > 100))
      return [];
    return [
      {
        name: `${name}, ${method}, given`,
        problem: () => problem,
        method,
        options: optionsOf(record.parameters),
        h: problem.run.step ?? 0.01,
        steps: problem.n < 100 ? 100 : 10,
      },
    ];
  }),
);

const rodSolvers: readonly GoldenSubject[] = ['water-7', 'butane-box', 'hexadecane-box'].flatMap(name =>
  rodSolverNames.flatMap(solver => {
    const text = read(`${name}.yaml`);
    if (!text.includes('particles:')) return [];
    const chosen = (): Problem => {
      const problem = fromCatalogue(name);
      const { particles: made } = problem;
      return made
        ? { ...problem, particles: { ...made, constraints: { ...made.constraints, solver } } }
        : problem;
    };
    try {
      createMethod(chosen(), 'rattle');
    } catch {
      return [];
    }
    return [{ name: `${name}, rods by ${solver}`, problem: chosen, method: 'rattle', h: 0.02, steps: 10 }];
  }),
);

const boxes: readonly GoldenSubject[] = Object.entries(molecules).map(([name, text]) => ({
  name: `${name}, rattle`,
  problem: () => load(text),
  method: 'rattle',
  h: 0.02,
  steps: 20,
}));

export const goldenSubjects: readonly GoldenSubject[] = [
  ...catalogue,
  ...registry,
  ...innerFlows,
  ...solvers,
  ...compositions,
  ...kernels,
  ...particles,
  ...rodSolvers,
  ...boxes,
];
