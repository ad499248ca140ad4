// The law “kernel agrees” for particles with rods beyond plain RATTLE: each method of the registry against the same method
// on the same problem without its particles, which the general code then integrates.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Flow } from '../../../../src/flows/flow.ts';
import { splittingSchemes } from '../../../../src/flows/splitting.ts';
import { reversalDefect } from '../../../../src/laws/law.ts';
import type { MethodOptions } from '../../../../src/methods/method.ts';
import { createMethod, methods } from '../../../../src/methods/registry.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { advance } from '../../../../src/run/stepper.ts';
import { distance } from '../../differences.ts';
import { relativeDistance } from '../problems.ts';

const { fs, K } = molecularUnits;
const cluster = (molecules: string) =>
  load(`particles: { molecules: ${molecules}, temperature: 150*K, seed: 3 }`);

const problems: [string, Problem][] = [
  ['waters', cluster('{ tip3p: 3 }')],
  ['rods and water', cluster('{ nitrogen: 2, spce: 1 }')],
  ['short chains', cluster('{ butane: 2 }')],
  ['a long chain', cluster('{ hexadecane: 1 }')],
];

/** The same forces and constraints, and nothing that tells of particles. */
const generally = (problem: Problem): Problem => ({ ...problem, particles: undefined });

const splittings = methods.filter(({ name }) => name.startsWith('geodesic-')).map(({ name }) => name);
const flows = splittings.map(name => name.replace('geodesic-', ''));
const heat = { temperature: 150 * K, friction: 0.002 / fs, seed: 5 };

const subjects: [string, MethodOptions][] = [
  ...flows.flatMap(flow => ['rattle', 'shake'].map((name): [string, MethodOptions] => [name, { flow }])),
  ...splittings.map((name): [string, MethodOptions] => [name, {}]),
  ['geodesic-two-stage-bcss', { substeps: 3 }],
  ['gla', heat],
  ['gla', { ...heat, inner: 'geodesic-two-stage-bcss' }],
  ['g-baoab', heat],
  ['g-baoab', { ...heat, substeps: 2 }],
  ['g-baoab', { ...heat, friction: 0 }],
];

const titled = subjects.map(
  ([name, options]) => [`${name} ${JSON.stringify(options)}`, name, options] as const,
);

describe.each(problems)('%s', (_, problem) => {
  it.each(titled)('%s makes the steps of the general method', (_title, name, options) => {
    const [fast, general] = [problem, generally(problem)].map(one => createMethod(one, name, options));
    expect(fast.parts?.length).toBeGreaterThan(0);
    expect(fast.parts?.join()).not.toMatch(/general method/);
    expect(general.parts?.join()).toMatch(/^general method: there are no particles/);
    const [a, b] = [fast, general].map(flow => advance(flow, problem.initial, fs, 20));
    expect(relativeDistance(a, problem.initial)).toBeGreaterThan(0.001);
    expect(relativeDistance(a, b)).toBeLessThan(1e-12);
  });

  it.each([
    ['geodesic-two-stage-verlet', 2],
    ['geodesic-three-stage-verlet', 3],
  ])('%s is so many steps of RATTLE: %d', (name, count) => {
    const once = advance(createMethod(problem, name), problem.initial, count * fs, 10);
    const often = advance(createMethod(problem, 'rattle'), problem.initial, fs, 10 * count);
    expect(relativeDistance(once, often)).toBeLessThan(1e-12);
  });

  it.each(splittings)('%s goes back where it came from', name => {
    expect(reversalDefect(createMethod(problem, name), problem.initial, 2 * fs)).toBeLessThan(1e-12);
  });
});

describe('the law is not empty', () => {
  const [, problem] = problems[0];
  const end = (name: string, options: MethodOptions = {}) =>
    advance(createMethod(problem, name, options), problem.initial, 2 * fs, 20);

  it('RATTLE with a splitting inside and the geodesic splitting are different methods', () => {
    const flow = 'two-stage-bcss';
    expect(distance(end('rattle', { flow }), end(`geodesic-${flow}`))).toBeGreaterThan(1e-5);
  });

  it('every scheme with more than one stage is in the registry', () => {
    expect(splittings).toHaveLength(splittingSchemes.length - 1);
  });
});

describe('forces', () => {
  const [, problem] = problems[0];

  /** How often forces are asked for at a new place in a step of the method. */
  function forcesPerStep(name: string, options: MethodOptions = {}): number {
    let calls = 0;
    const { separable } = problem.H;
    if (!separable) throw new Error('not separable');
    const gradient: typeof separable.gradient = (z, out) => {
      calls++;
      separable.gradient(z, out);
    };
    const counted = { ...problem, H: { ...problem.H, separable: { ...separable, gradient } } };
    const flow = createMethod(
      { ...counted, particles: problem.particles && { ...problem.particles, terms: [] } },
      name,
      options,
    );
    const z = advance(flow, problem.initial, 2 * fs, 5);
    calls = 0;
    advance(flow, z, 2 * fs, 10);
    return calls / 10;
  }

  it('a splitting needs one for each kick, two of them at the same place', () => {
    expect(forcesPerStep('geodesic-two-stage-bcss')).toBe(3);
    expect(forcesPerStep('geodesic-three-stage-bcss')).toBe(4);
    expect(forcesPerStep('g-baoab', heat)).toBe(2);
  });

  it('and RATTLE with one inside a few times as many', () => {
    expect(forcesPerStep('rattle', { flow: 'two-stage-bcss' })).toBeLessThan(8);
  });
});

describe('failures', () => {
  const [, problem] = problems[0];
  const make = (name: string, options: MethodOptions = {}): Flow => createMethod(problem, name, options);

  it.each([
    ['geodesic-three-stage-bcss', {}],
    ['rattle', { flow: 'three-stage-bcss' }],
    ['g-baoab', heat],
    ['gla', heat],
  ])('%s says why a step far too long fails, and goes on afterwards', (name, options) => {
    const flow = make(name, options);
    const out = problem.initial.slice();
    const outcome = flow.step(problem.initial, 400 * fs, out);
    expect(outcome.ok).toBe(false);
    if (!outcome.ok) expect(outcome.detail).toMatch(/step|rod|force/);
    expect(flow.step(problem.initial, Number.NaN, out).ok).toBe(false);
    expect(flow.step(problem.initial, fs, out).ok).toBe(true);
  });

  it('noise cannot run backwards', () => {
    expect(make('g-baoab', heat).step(problem.initial, -fs, problem.initial.slice())).toMatchObject({
      reason: 'not supported',
    });
  });

  it.each(['g-baoab', 'gla'])('%s gives the same bytes after a restart', name => {
    const through = advance(make(name, heat), problem.initial, fs, 30);
    const [first, second] = [make(name, heat), make(name, heat)];
    const middle = advance(first, problem.initial, fs, 17);
    advance(second, problem.initial, fs, 3);
    first.memory.forEach((array, i) => {
      second.memory[i].set(array);
    });
    expect(advance(second, middle, fs, 13)).toEqual(through);
  });
});
