// The table of kernels: every method of the registry says on every kind of problem what makes its steps and why, and every
// kernel with a fallback counts the steps that it declined.

import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import type { Flow } from '../../../src/flows/flow.ts';
import { chooseKernel, kernels } from '../../../src/kernels/choose.ts';
import { referenceEvaluations } from '../../../src/kernels/reference-kernel.ts';
import { referenceSteps } from '../../../src/kernels/shared/fallback.ts';
import type { MethodOptions } from '../../../src/methods/method.ts';
import { obstacles } from '../../../src/methods/parameters.ts';
import { createMethod, methods } from '../../../src/methods/registry.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { fromCatalogue, generalRattle, orbit, triangle } from './problems.ts';

const representatives: [string, Problem][] = [
  'double-pendulum',
  'six-node-chain',
  'harmonic-constraint-a',
  'index-one',
  'double-pendulum-angles',
  'magnetised-rigid-body',
  'water-7',
  'argon-box',
].map(name => [name, fromCatalogue(name)]);
representatives.push(['chain of 40', fromCatalogue('chain', { N: 40 })]);

const heat: MethodOptions = { temperature: 0.1, seed: 7 };
const optionsOf = (method: (typeof methods)[number]): MethodOptions =>
  method.parameters.some(({ name }) => name === 'temperature') ? heat : {};

const subjects = representatives.flatMap(([title, problem]) =>
  methods
    .filter(method => obstacles(method, problem).length === 0)
    .map(method => [method.name, title, problem, optionsOf(method)] as const),
);

describe('the parts of a method', () => {
  it.each(subjects)('%s on %s say what is at work and why', (name, _title, problem, options) => {
    const { parts, counters } = createMethod(problem, name, options);
    const text = (parts ?? []).join('\n');
    const named = kernels.some(kernel => text.includes(`${kernel.name}: `));
    expect(named || /^general method: \S/m.test(text)).toBe(true);
    for (const [counter, count] of Object.entries(counters?.() ?? {}))
      expect([counter, count]).toEqual([counter, 0]);
  });

  it('names each reason once, in words', () => {
    const parts = (problem: Problem, name: string, options: MethodOptions = {}) =>
      createMethod(problem, name, options).parts;
    const pendulum = fromCatalogue('double-pendulum');
    expect(parts(pendulum, 'rattle')).toEqual(['straight-line RATTLE: 2 constraints in 4 coordinates']);
    expect(parts(pendulum, 'rattle', { solver: 'sweep' })).toEqual([
      'general method: there are no particles joined by rods; the solver “sweep” was asked for',
    ]);
    expect(parts(pendulum, 'rattle', { flow: 'midpoint' })?.join()).toContain(
      'the flow inside is “midpoint”',
    );
    const bound = load(
      'coordinates: [x]\nhamiltonian: (1 + x^2)*p_x^2\nconstraints: { a: x = 1 }\ninitial: { x: 1 }',
    );
    expect(parts(bound, 'rattle')?.join()).toContain('the Hamiltonian does not split');
    expect(parts(pendulum, 'bdf2')).toEqual(['general method: there is no kernel for this method']);
    expect(parts(pendulum, 'gla', heat)).toEqual(['straight-line RATTLE: 2 constraints in 4 coordinates']);
    expect(parts(fromCatalogue('water-7'), 'rattle')).toContain(
      'particles with rods: 21 rods between particles',
    );
  });

  it('are those of the first kernel in the table that accepts', () => {
    const task = { method: 'rattle', flow: { name: 'verlet' }, solver: undefined } as const;
    const chosen = (problem: Problem) =>
      chooseKernel(problem, { ...task, reference: () => generalRattle(problem) }).kernel?.name ?? null;
    expect(chosen(triangle)).toBe('straight-line RATTLE');
    expect(chosen(fromCatalogue('chain', { N: 40 }))).toBe('RATTLE in WebAssembly loops');
    expect(chosen(fromCatalogue('harmonic-constraint-a'))).toBe(null);
  });
});

describe('the counter of declined steps', () => {
  const declined = (flow: Flow) => flow.counters?.()[referenceSteps];
  const pendulum = fromCatalogue('double-pendulum');
  const lost = pendulum.initial.map(() => Number.NaN);

  it.each<[string, string, MethodOptions, number]>([
    ['straight-line RATTLE', 'rattle', {}, 1],
    ['a straight-line composition', 'rattle-4', {}, 1],
    ['RATTLE inside GLA', 'gla', heat, 1],
    ['RATTLE inside Monte Carlo', 'constrained-hmc', { ...heat, substeps: 1 }, 1],
  ])('of %s is 0 until a step is declined', (_, name, options, count) => {
    const flow = createMethod(pendulum, name, options);
    orbit(flow, pendulum.initial, 0.01, 20);
    expect(declined(flow)).toBe(0);
    // Far too long a step: the fast code cannot make it, and neither can the general method.
    flow.step(pendulum.initial, 1e6, lost.slice());
    expect(declined(flow)).toBe(count);
    orbit(flow, pendulum.initial, 0.01, 5);
    expect(declined(flow)).toBe(count);
  });

  it.each<[string, string]>([
    ['RATTLE', 'rattle'],
    ['the composition', 'rattle-4'],
  ])('of %s in loops counts each one', (_, name) => {
    const chain = fromCatalogue('chain', { N: 40 });
    const flow = createMethod(chain, name);
    expect(declined(flow)).toBe(0);
    for (let k = 1; k <= 3; k++) {
      expect(flow.step(chain.initial, 1e6, chain.initial.slice()).ok).toBe(false);
      expect(declined(flow)).toBe(k);
    }
  });

  it('of whole steps in WebAssembly counts those that it cannot make', () => {
    const water = fromCatalogue('water-7');
    const flow = createMethod(water, 'rattle');
    orbit(flow, water.initial, 0.01, 3);
    expect(declined(flow)).toBe(0);
    expect(flow.step(water.initial, 1e6, water.initial.slice()).ok).toBe(false);
    expect(declined(flow)).toBe(1);
  });

  it('of rods in WebAssembly counts solves', () => {
    const chains = load('particles: { molecules: { butane: 2 }, temperature: 150*K, seed: 3 }');
    const solves = (flow: Flow) => flow.counters?.()['rod solves by the reference method'];
    for (const options of [{}, { flow: 'two-stage-bcss' }]) {
      const flow = createMethod(chains, 'rattle', options);
      orbit(flow, chains.initial, 0.01, 3);
      expect(solves(flow)).toBe(0);
      expect(flow.step(chains.initial, 1e6, chains.initial.slice()).ok).toBe(false);
      expect(solves(flow)).toBeGreaterThan(0);
    }
  });

  it('does not count derivatives, nor enter the memory of a checkpoint', () => {
    const [flow, other] = [createMethod(pendulum, 'rattle'), createMethod(pendulum, 'rattle')];
    orbit(flow, pendulum.initial, 0.01, 3);
    flow.push?.(pendulum.initial, lost.slice());
    expect(declined(flow)).toBe(0);
    flow.step(pendulum.initial, 1e6, lost.slice());
    expect(flow.memory.map(part => part.length)).toEqual(other.memory.map(part => part.length));
    expect(declined(other)).toBe(0);
  });

  it('of the reference counts evaluations', () => {
    const flow = createMethod(pendulum, 'reference');
    expect(flow.step(pendulum.initial, 0.1, lost.slice()).ok).toBe(true);
    expect(flow.counters?.()).toEqual({ [referenceEvaluations]: 0 });
    // Both bobs at the pivot: the gradient of the first rod vanishes.
    expect(flow.step(new Float64Array(8), 0.1, lost.slice()).ok).toBe(false);
    expect(flow.counters?.()[referenceEvaluations]).toBeGreaterThan(0);
    expect(createMethod(pendulum, 'reference').counters?.()).toEqual({ [referenceEvaluations]: 0 });
  });
});
