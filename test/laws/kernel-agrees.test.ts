// The law “kernel agrees”: every kernel of the table makes the steps of the general method, to round-off for a few steps and
// to the stated tolerance for many. The list of kernels is the table itself (kernels/choose.ts), that of rod solvers the names
// that a problem file may use: one without a subject here fails the law.

import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { compose, kahanLi8 } from '../../src/flows/compose.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { twoStageBcss } from '../../src/flows/splitting.ts';
import { verlet } from '../../src/flows/verlet.ts';
import { constrained } from '../../src/integrators/constrained.ts';
import { reference } from '../../src/integrators/reference/reference.ts';
import { freeMotion, geodesicSplitting } from '../../src/integrators/splitting/geodesic.ts';
import { accelerated, accelerationOf, fastestTerms, kernels } from '../../src/kernels/choose.ts';
import type { Kernel, Task, TaskName } from '../../src/kernels/shared/kernel.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { type ForceTerm, rodSolverNames } from '../../src/particles/system.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import { newton } from '../../src/solvers/newton.ts';
import { gBaoab } from '../../src/stochastic/g-baoab.ts';
import { manyConstraints } from '../unit/kernels/many-constraints.ts';
import {
  costlyField,
  fromCatalogue,
  generalRattle,
  orbit,
  relativeDistance,
  spatialChain,
  triangle,
  unevenChain,
} from '../unit/kernels/problems.ts';
import { plainly } from '../unit/kernels/wasm/plainly.ts';

const { fs, K } = molecularUnits;
const thermostat = { temperature: 150 * K, friction: 0.002 / fs, seed: 5 };

/** The general form of each task; in RATTLE steps the dense Newton iteration finds the multipliers. */
const tasks: { readonly [Name in TaskName]: (problem: Problem) => Task<Name> } = {
  rattle: problem => ({ ...inner, method: 'rattle', reference: () => generalRattle(problem) }),
  shake: problem => ({
    ...inner,
    method: 'shake',
    reference: () => constrained(problem, verlet(problem.H), newton).shake,
  }),
  'rattle composition': problem => ({
    ...inner,
    method: 'rattle composition',
    weights: kahanLi8.weights,
    reference: () => compose(generalRattle(problem), kahanLi8.weights),
  }),
  'geodesic splitting': problem => ({
    method: 'geodesic splitting',
    scheme: twoStageBcss,
    substeps: 1,
    reference: () => geodesicSplitting(problem, generalRattle(freeMotion(problem)), twoStageBcss),
  }),
  'g-baoab': problem => ({
    method: 'g-baoab',
    thermostat,
    substeps: 1,
    reference: () => gBaoab(problem, generalRattle(freeMotion(problem)), thermostat),
  }),
  verlet: problem => ({ method: 'verlet', reference: () => verlet(problem.H) }),
  reference: problem => ({
    method: 'reference',
    withMotion: motion => reference(problem, { motion }),
    reference: () => reference(problem),
  }),
};
const inner = { flow: { name: 'verlet' }, solver: undefined } as const;

/** A problem for a kernel: `plain` is the same without code in WebAssembly. Tolerances after one step and after many. */
interface Subject {
  readonly title: string;
  readonly problem: Problem;
  readonly plain: Problem;
  readonly h: number;
  readonly steps: number;
  readonly tolerance: { readonly one: number; readonly many: number };
}

const roundOff = { one: 1e-13, many: 5e-12 };

function formulas(title: string, problem: Problem, h = problem.run.step ?? 0.01, steps = 40): Subject {
  return { title, problem, plain: problem, h, steps, tolerance: roundOff };
}

/** The problem as it is accelerated where there is no WebAssembly. */
function withoutKernels(problem: Problem): Problem {
  expect(accelerationOf(problem).kernels()).toBeNull();
  return accelerated(problem);
}

/** Rods are kept to a relative tolerance of 1e-13, and momenta feel that divided by h. */
function particles(title: string, section: string, steps = 20): Subject {
  const make = () => load(`particles: { ${section} }`);
  const tolerance = { one: 1e-12, many: 1e-10 };
  return {
    title,
    problem: make(),
    plain: plainly(() => withoutKernels(make())),
    h: 0.5 * fs,
    steps,
    tolerance,
  };
}

const sixes = 'forces: { coulomb: { cutoff: 6 }, lennard-jones: { cutoff: 6 } }';
const warm = 'temperature: 150*K, seed: 3';
const molecules = [
  particles('waters in open space', `molecules: { tip3p: 3 }, ${warm}`),
  particles('rods and water', `molecules: { nitrogen: 2, spce: 1 }, ${warm}`),
  particles('short chains', `molecules: { butane: 2 }, ${warm}`),
  particles('a long chain', `molecules: { hexadecane: 1 }, ${warm}`),
];
const small = [
  ...['planar-pendulum', 'double-pendulum', 'rigid-top', 'torus', 'bead-on-wire'].map(name =>
    formulas(name, fromCatalogue(name)),
  ),
  formulas('a chain of uneven masses', unevenChain),
  formulas('a triangle of rods', triangle),
  formulas('a costly force', costlyField),
];
const large = [
  formulas('a chain of 40', fromCatalogue('chain', { N: 40 })),
  ...manyConstraints.map(([title, problem]) => formulas(title, problem)),
];
const shorter = (subjects: readonly Subject[], steps: number) =>
  subjects.map(subject => ({ ...subject, steps }));

/** The subjects of each kernel by name. */
const subjects: Readonly<Record<string, readonly Subject[]>> = {
  'particles with rods': [
    ...molecules,
    particles('a box of water', `molecules: { tip3p: 64 }, density: 1, temperature: 300*K, ${sixes}`, 2),
  ],
  'free particles in WebAssembly': [
    particles('argon in a box', `molecules: { argon: 108 }, density: 1.4, temperature: 94*K`),
  ],
  'straight-line RATTLE': [...small, formulas('a step in two functions', spatialChain)],
  'RATTLE in WebAssembly loops': large,
  'straight-line composition of RATTLE steps': shorter(small, 20),
  'composition of RATTLE steps in WebAssembly loops': shorter(large, 10).map(one => ({ ...one, h: 0.05 })),
  'straight-line motion': shorter(small, 5),
  'motion from compiled pieces': shorter(large.slice(0, 2), 2),
};

/** The flow of the kernel; an error where it refuses the problem. */
function kernelFlow(kernel: Kernel, problem: Problem, task: Task): Flow {
  const answer = kernel.accepts(problem, task, accelerationOf(problem));
  if ('refused' in answer) throw new Error(`${kernel.name} refuses: ${answer.refused}`);
  return answer.flow;
}

interface Pair {
  readonly ours: readonly State[];
  readonly theirs: readonly State[];
}

/** Whether two motions agree after one step and after all. */
function agree({ ours, theirs }: Pair, { one, many }: Subject['tolerance']): boolean {
  const last = theirs.length - 1;
  return (
    relativeDistance(ours[1], theirs[1]) < one &&
    relativeDistance(ours[last], theirs[last]) < many &&
    relativeDistance(theirs[last], theirs[0]) > 1e-6
  );
}

const cases = kernels.flatMap(kernel =>
  kernel.methods.flatMap(method =>
    (subjects[kernel.name] ?? [])
      // The general method takes seconds for a liquid, and minutes where multipliers couple to forces.
      .filter(({ problem }) => problem.n < 500 || method === 'rattle' || method === 'verlet')
      .map(subject => [kernel.name, method, subject.title, kernel, subject] as const),
  ),
);

it('every kernel of the table has a subject for each of its methods', () => {
  for (const { name, methods } of kernels)
    for (const method of methods)
      expect(
        cases.some(([kernel, task]) => kernel === name && task === method),
        `${name}, ${method}`,
      ).toBe(true);
});

describe('a kernel agrees with the general method', () => {
  it.each(cases)('%s, %s: %s', (_name, method, _title, kernel, { problem, plain, h, steps, tolerance }) => {
    const flow = kernelFlow(kernel, problem, tasks[method](problem));
    const ours = orbit(flow, problem.initial, h, steps);
    const theirs = orbit(tasks[method](plain).reference(), problem.initial, h, steps);
    expect(agree({ ours, theirs }, tolerance)).toBe(true);
    for (const [counter, count] of Object.entries(flow.counters?.() ?? {}))
      expect([counter, count]).toEqual([counter, 0]);
    // Counterexample: a kernel whose steps are off in the sixth digit.
    const wrong = orbit(
      kernelFlow(kernel, problem, tasks[method](problem)),
      problem.initial,
      h * (1 + 1e-6),
      steps,
    );
    expect(agree({ ours: wrong, theirs }, tolerance)).toBe(false);
  });
});

/** Molecules whose rods each solver can keep: SETTLE knows rigid water alone, LINCS no triangles. */
const mixture = 'nitrogen: 2, spce: 1, butane: 2';
const kept: Readonly<Record<(typeof rodSolverNames)[number], string>> = {
  auto: mixture,
  settle: 'tip3p: 3',
  newton: mixture,
  sweep: mixture,
  lincs: 'hexadecane: 1',
};

describe('a rod solver agrees with the general method', () => {
  it.each(rodSolverNames)('%s', solver => {
    const { problem, plain, h, steps, tolerance } = particles(
      solver,
      `molecules: { ${kept[solver]} }, ${warm}, constraints: { solver: ${solver}, tolerance: 1e-13 }`,
    );
    const flows = [problem, plain].map(one => createMethod(one, 'rattle'));
    const theirs = orbit(generalRattle(plain), problem.initial, h, steps);
    for (const flow of flows) {
      expect(flow.parts?.join()).toContain('particles with rods');
      expect(agree({ ours: orbit(flow, problem.initial, h, steps), theirs }, tolerance)).toBe(true);
      const wrong = orbit(flow, problem.initial, h * (1 + 1e-6), steps);
      expect(agree({ ours: wrong, theirs }, tolerance)).toBe(false);
    }
  });
});

/** Systems whose forces WebAssembly evaluates: waters in the open and in a box, pairs of one and of several species, bonded terms. */
const forceSubjects: [string, Problem][] = [
  // Few molecules of several kinds in the open have no force kernel.
  ...molecules
    .filter(({ title }) => title !== 'rods and water')
    .map(({ title, problem }): [string, Problem] => [title, problem]),
  ['a box of water', load(`particles: { molecules: { tip3p: 64 }, density: 1, ${sixes} }`)],
  ['argon in a box', load('particles: { molecules: { argon: 108 }, density: 1.4 }')],
];

describe('force kernels agree with the plain terms', () => {
  const evaluated = (terms: readonly ForceTerm[], x: Float64Array) => {
    const [gradient, virial] = [new Float64Array(x.length), new Float64Array(3)];
    let energy = 0;
    for (const term of terms) {
      energy += term.addGradient(x, gradient);
      term.addVirial(x, virial);
    }
    return Float64Array.of(energy, ...gradient, ...virial);
  };
  const differ = (a: Float64Array, b: Float64Array) =>
    Math.max(...a.map((value, i) => Math.abs(value - b[i]))) / Math.max(...b.map(Math.abs));

  it.each(forceSubjects)('%s', (_, problem) => {
    const plain = problem.particles?.terms ?? [];
    const fast = fastestTerms(problem);
    expect(fast.some(({ kind }) => kind === 'compiled')).toBe(true);
    const x = problem.particles?.system.positions ?? new Float64Array(0);
    expect(differ(evaluated(fast, x), evaluated(plain, x))).toBeLessThan(1e-12);
    // Counterexample: forces of a place that is off in the sixth digit.
    const wrong = evaluated(
      fast,
      x.map((value, i) => value * (1 + 1e-6 * Math.sin(i))),
    );
    expect(differ(wrong, evaluated(plain, x))).toBeGreaterThan(1e-12);
  });
});
