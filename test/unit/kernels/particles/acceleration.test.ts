import { expect, it, vi } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import {
  accelerated,
  fastestTerms,
  particleKernels,
  wholeSteps,
} from '../../../../src/kernels/particles/acceleration.ts';
import { webAssembly } from '../../../../src/kernels/wasm/host/web-assembly.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import { createPressure } from '../../../../src/observers/pressure.ts';
import { standardObservers } from '../../../../src/observers/standard.ts';
import { penalised } from '../../../../src/problem/penalty/penalised.ts';
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
  expect(wholeSteps(fast)).toBe(wholeSteps(problem));
  expect(particleKernels(fast)).toBe(particleKernels(problem));
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
  expect(wholeSteps(problem)).toBeNull();
});
