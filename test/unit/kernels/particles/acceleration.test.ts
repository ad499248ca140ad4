import { expect, it, vi } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { Domain } from '../../../../src/flows/flow.ts';
import {
  accelerated,
  accelerationOf,
  chooseProjection,
  fastestTerms,
} from '../../../../src/kernels/choose.ts';
import { webAssembly } from '../../../../src/kernels/wasm/host/web-assembly.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import { createPressure } from '../../../../src/observers/pressure.ts';
import { standardObservers } from '../../../../src/observers/standard.ts';
import { penalised } from '../../../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { standardGuards } from '../../../../src/run/guards.ts';
import { fromCatalogue } from '../problems.ts';

const forces = 'forces: { lennard-jones: { cutoff: 6 }, coulomb: { mode: reaction field, cutoff: 6 } }';
const water = () =>
  load(`particles: { molecules: { tip3p: 100 }, density: 0.6, temperature: 300*K, seed: 1, ${forces} }`);
const mixture = () =>
  load(
    `particles: { molecules: { tip3p: 60, argon: 30 }, density: 0.6, temperature: 300*K, seed: 1, ${forces} }`,
  );

/** How many WebAssembly instances of the particle kernels are made. */
function instances(run: () => void): number {
  const api = webAssembly();
  if (!api) throw new Error('no WebAssembly here');
  let count = 0;
  const Original = api.Instance;
  class Instance extends Original {
    constructor(...given: ConstructorParameters<typeof Original>) {
      super(...given);
      count++;
    }
  }
  vi.stubGlobal('WebAssembly', Object.create(api, { Instance: { value: Instance } }));
  run();
  vi.unstubAllGlobals();
  return count;
}

it('leaves a problem plain data: loading makes no WebAssembly instance', () => {
  expect(instances(() => water())).toBe(0);
  expect(water().particles?.terms.map(({ kind }) => kind)).toEqual(['lennard-jones', 'coulomb']);
});

it.each([
  ['water', water],
  ['water among atoms', mixture],
])('makes one WebAssembly instance for all that is made of a problem: %s', (_, make) => {
  const problem = make();
  const count = instances(() => {
    const flow = createMethod(problem, 'rattle');
    createMethod(problem, 'g-baoab', { temperature: 0.6 });
    standardGuards(problem, flow).start(problem.initial);
    standardObservers(problem);
    createPressure(problem)?.at(problem.initial);
    flow.step(problem.initial, 0.001, problem.initial.slice());
  });
  expect(count).toBe(1);
});

it('is itself for what is accelerated already, and has plain terms', () => {
  const problem = water();
  const fast = accelerated(problem);
  expect(fast).not.toBe(problem);
  expect(accelerated(fast)).toBe(fast);
  expect(accelerationOf(fast).steps).toBe(accelerationOf(problem).steps);
  expect(accelerationOf(fast).kernels()).toBe(accelerationOf(problem).kernels());
  expect(fast.particles).toBe(problem.particles);
  expect(fastestTerms(problem).map(({ kind }) => kind)).toEqual(['compiled']);
  const energies = [problem, fast].map(({ H, initial }) => H.value(initial));
  expect(Math.abs(energies[0] / energies[1] - 1)).toBeLessThan(1e-11);
});

it('is the problem where there are no particles', () => {
  const problem = fromCatalogue('double-pendulum');
  expect(accelerated(problem)).toBe(problem);
});

it('evaluates a penalty beside the forces of the rigid system, and makes no whole steps of it', () => {
  const problem = penalised(water(), 100);
  expect(fastestTerms(problem).map(({ kind }) => kind)).toEqual(['compiled', 'rod-penalty']);
  expect(fastestTerms(problem)[0].name).toBe('Lennard-Jones and Coulomb');
  expect(accelerationOf(problem).steps).toBeNull();
});

it('says what evaluates the forces, or why no kernel does', () => {
  expect(accelerationOf(water()).because).toBe('rigid waters in WebAssembly: 100 rigid waters');
  expect(accelerationOf(mixture()).because).toMatch(/^force terms in WebAssembly: Lennard-Jones/);
  expect(accelerationOf(fromCatalogue('double-pendulum')).because).toBe('there are no particles');
  const free = load(
    'particles: { molecules: { argon: 2 } , forces: { external-potentials: { weight: z } } }',
  );
  expect(accelerationOf(free).because).toBe(
    'the particles are not rigid waters of one kind with one cut-off; no force term has a kernel',
  );
});

it('chooses projections of momenta, and says why', () => {
  const because = (problem: Problem, domain: Domain) => chooseProjection(problem, domain).because;
  expect(because(water(), 'g = {g,H} = 0')).toBe('projection by rods: 300 rods between particles');
  expect(because(water(), 'phase space')).toBe('the flow is not constrained');
  expect(because(fromCatalogue('double-pendulum'), 'g = {g,H} = 0')).toBe(
    'there are no particles joined by rods',
  );
});
