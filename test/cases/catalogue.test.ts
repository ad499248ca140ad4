// Every catalogue problem: it loads, its check says what the case is meant to show, its start is the one the independent
// references began from, and our solution agrees with theirs.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/analysis/check.ts';
import { advance } from '../../src/laws/advance.ts';
import { createMethod } from '../../src/methods.ts';
import { load } from '../../src/problem/load.ts';
import type { Problem } from '../../src/problem/problem.ts';

interface Reference {
  readonly until: number;
  readonly coordinates: Readonly<Record<string, number | string>>;
  readonly momenta: Readonly<Record<string, number | string>>;
  readonly energy: number | string;
  readonly accuracy: number | string;
}

const folder = new URL('../../cases/', import.meta.url);
const names = readdirSync(folder).map(file => file.replace(/\.yaml$/, ''));
const problems = new Map(
  names.map(name => [name, load(readFileSync(new URL(`${name}.yaml`, folder), 'utf8'), { file: name })]),
);
const references = JSON.parse(
  readFileSync(new URL('../fixtures/references.json', import.meta.url), 'utf8'),
) as Record<string, Reference[]>;
const problemOf = (name: string) => problems.get(name) as Problem;

/** These are in the catalogue because they must fail. */
const failing: Record<string, string> = {
  'failing-index-five': 'nondegeneracy',
  'failing-not-unique': 'nondegeneracy',
  'redundant-square': 'rank',
};

describe('the check of the catalogue', () => {
  it.each(names)('%s', name => {
    const report = check(problemOf(name));
    const ids = report.findings.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
    if (name in failing) expect(ids).toContain(failing[name]);
    else expect(ids).toEqual([]);
  });
});

const keyed = (name: string) => (key: string) => problemOf(name).coordinates.indexOf(key.replace(/^p_/, ''));

function stateOf(name: string, reference: Reference): Float64Array {
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

describe('the reference integrator agrees with the independent solutions', () => {
  it.each(entries)('%s', (_, name, reference) => {
    const problem = problemOf(name);
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
