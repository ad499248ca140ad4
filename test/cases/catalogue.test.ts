// Every catalogue problem: it loads, its check says what the case is meant to show, it runs as its file proposes, its
// start and energy are those of the independent references, and our solution agrees with theirs. A case that proposes a
// penalty is judged as the penalised system it is; one at a temperature by averages that are known.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { check } from '../../src/analysis/check.ts';
import { load } from '../../src/file/load.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { planRun } from '../../src/run/plan.ts';
import { advance } from '../../src/run/stepper.ts';

interface Reference {
  readonly until: number;
  readonly coordinates: Readonly<Record<string, number | string>>;
  readonly momenta: Readonly<Record<string, number | string>>;
  readonly energy: number | string;
  readonly accuracy: number | string;
  readonly initial: Pick<Reference, 'coordinates' | 'momenta'>;
}

const folder = new URL('../../cases/', import.meta.url);
const names = readdirSync(folder)
  .filter(file => file.endsWith('.yaml'))
  .map(file => file.replace(/\.yaml$/, ''));
const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
const problems = new Map(
  names.map(name => [name, load(read(`${name}.yaml`), { file: name, readFile: read })]),
);
const references = JSON.parse(
  readFileSync(new URL('../fixtures/references.json', import.meta.url), 'utf8'),
) as Record<string, Reference[]>;
const problemOf = (name: string) => problems.get(name) as Problem;

/** What a run of the file integrates. */
function integrated(name: string): Problem {
  const problem = problemOf(name);
  const { omega } = problem.run;
  return omega === undefined ? problem : penalised(problem, omega);
}

/** These are in the catalogue because they must fail. */
const failing: Record<string, string> = {
  'failing-index-five': 'nondegeneracy',
  'failing-not-unique': 'nondegeneracy',
};

describe('the check of the catalogue', () => {
  it.each(names)('%s', name => {
    const report = check(problemOf(name));
    const ids = report.findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    if (name in failing) expect(ids).toContain(failing[name]);
    else expect(ids).toEqual([]);
  });
});

describe('a run as the file proposes', () => {
  it.each(names.filter(name => !(name in failing)))('%s', name => {
    const problem = integrated(name);
    const { method, step } = problem.run;
    if (method === undefined || step === undefined) throw new Error('the case proposes no method or no step');
    const end = advance(planRun(problem).createFlow(), problem.initial, step, 20);
    expect(end.every(Number.isFinite)).toBe(true);
  });
});

const keyed = (name: string) => (key: string) => problemOf(name).coordinates.indexOf(key.replace(/^p_/, ''));

function stateOf(name: string, reference: Pick<Reference, 'coordinates' | 'momenta'>): Float64Array {
  const problem = problemOf(name);
  const z = new Float64Array(2 * problem.n).fill(Number.NaN);
  const place = keyed(name);
  for (const [key, value] of Object.entries(reference.coordinates)) z[place(key)] = Number(value);
  for (const [key, value] of Object.entries(reference.momenta)) z[problem.n + place(key)] = Number(value);
  return z;
}

const size = (z: Float64Array) => Math.max(...z.map(Math.abs));
const difference = (a: Float64Array, b: Float64Array) => size(a.map((x, i) => x - b[i]));

const entries = Object.entries(references).flatMap(([name, list]) =>
  list.map(reference => [`${name} at t = ${reference.until}`, name, reference] as const),
);

describe('start and energy are those of the independent solutions', () => {
  it.each(entries)('%s', (_, name, reference) => {
    const { H, initial } = integrated(name);
    const start = stateOf(name, reference.initial);
    // Rounding of angles up to 17 before their cosines are taken.
    expect(difference(initial, start) / Math.max(1, size(start))).toBeLessThan(4e-15);
    const unit = Math.max(1, Math.abs(Number(reference.energy)));
    for (const z of [initial, stateOf(name, reference)])
      expect(Math.abs(H.value(z) - Number(reference.energy)) / unit).toBeLessThan(1e-13);
  });
});

describe('the reference integrator agrees with the independent solutions', () => {
  it.each(entries)('%s', (_, name, reference) => {
    const problem = integrated(name);
    const end = advance(createMethod(problem, 'reference'), problem.initial, reference.until, 1);
    const exact = stateOf(name, reference);
    expect(exact.every(Number.isFinite)).toBe(true);
    expect(difference(end, exact) / Math.max(1, size(exact))).toBeLessThan(
      1e-12 * Math.max(1, reference.until),
    );
  });
});

describe('RATTLE of order 8 agrees with the independent solutions to 9 digits at t = 1', () => {
  it.each([
    'planar-pendulum',
    'double-pendulum',
    'n-pendulum',
    'spherical-pendulum',
    'paraboloid',
    'torus',
    'bead-on-wire',
  ])('%s', name => {
    const problem = problemOf(name);
    const reference = references[name].find(({ until }) => until === 1) as Reference;
    const exact = stateOf(name, reference);
    const errors = [25, 50, 100].map(steps =>
      difference(advance(createMethod(problem, 'rattle-8'), problem.initial, 1 / steps, steps), exact),
    );
    expect(Math.min(...errors) / Math.max(1, size(exact))).toBeLessThan(1e-9);
  });
});

describe('the method of Zhang and Skeel that a stiff case proposes converges to its independent solution like h²', () => {
  it.each([
    ['double-pendulum-penalty', 1, [200, 400, 800]],
    ['n-pendulum-penalty', 1, [1000, 2000, 4000]],
    ['dna', 10, [50, 100, 200]],
  ] as const)('%s', (name, until, counts) => {
    const problem = integrated(name);
    const exact = stateOf(name, references[name].find(entry => entry.until === until) as Reference);
    const [coarse, , fine] = counts.map(steps => {
      const flow = planRun(problem).createFlow();
      return difference(advance(flow, problem.initial, until / steps, steps), exact);
    });
    expect(problem.run.method).toBe('zhang-skeel');
    expect(Math.log2(coarse / fine) / 2).toBeCloseTo(2, 1);
  });
});

describe('the case at a temperature has the averages of its file', () => {
  it('torus-sampling', () => {
    const name = 'torus-sampling';
    const { averages } = (
      parse(readFileSync(new URL(`${name}.yaml`, folder), 'utf8')) as {
        reference: { averages: Record<string, number> };
      }
    ).reference;
    const problem = problemOf(name);
    const { step = 0 } = problem.run;
    const steps = 100_000;
    const sums = problem.observables.map(() => 0);
    advance(planRun(problem).createFlow(), problem.initial, step, steps, z => {
      problem.observables.forEach(({ value }, i) => {
        sums[i] += value(z) / steps;
      });
    });
    expect(problem.observables.map(observable => observable.name)).toEqual(Object.keys(averages));
    // The standard error over this time, by batch means, is 0.01; the distance would be 2 without the area.
    problem.observables.forEach((observable, i) => {
      expect(Math.abs(sums[i] - averages[observable.name]), observable.name).toBeLessThan(0.04);
    });
  });
});
