// Units of particle files: what fixes them, which settings must carry one, and the temperature that methods hold.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import type { MethodOptions } from '../../../../src/methods/method.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';
import { planRun } from '../../../../src/run/plan.ts';
import { type SimulateOptions, simulate } from '../../../../src/run/simulate.ts';

const { K, fs } = molecularUnits;
const water = (keys: string, run = '{}', parameters = '{}') =>
  load(`parameters: ${parameters}\nparticles: { molecules: { tip3p: 8 }, ${keys} seed: 1 }\nrun: ${run}`);
const reduced = (keys: string, run: string) =>
  load(
    `particles: { molecules: { bead: { count: 8, sites: { B: { mass: 1, sigma: 1, epsilon: 1 } } } }, ${keys} seed: 1 }\nrun: ${run}`,
  );

describe('a file in molecular units', () => {
  it.each([
    ['{ step: 0.04 }', /run\.step: “0\.04” has no unit/],
    ['{ until: 3 }', /run\.until: “3” has no unit/],
    ['{ friction: 5 }', /“5” has no unit; .*write 5\/ps/s],
    ['{ temperature: 298 }', /would be kT = 298 kcal\/mol.*write 298\*K/s],
    ['{ temperature: T }', /“T” has no unit/],
    ['{ step: 2*fs + 1 }', /does not have the unit of a time/],
    ['{ friction: 5*ps }', /does not have the unit of a friction/],
  ])('refuses run: %s', (run, message) => {
    expect(() => water('', run, '{ T: 298 }')).toThrow(message);
  });

  it('takes units from parameters, and zero without one', () => {
    const { run } = water(
      'temperature: 0,',
      '{ step: h, friction: 0, temperature: 2*T }',
      '{ h: 2*fs, T: 100*K }',
    );
    expect(run).toMatchObject({ step: 2 * fs, friction: 0, temperature: 200 * K });
  });

  it('a number of a program in place of a parameter keeps its unit', () => {
    const text = 'parameters: { T: 298*K }\nparticles: { molecules: { tip3p: 2 } }\nrun: { temperature: T }';
    expect(load(text, { set: { T: 300 * K } }).run.temperature).toBe(300 * K);
  });

  it('is one with charges, or with a unit anywhere', () => {
    const ion = (charge: number, forces: string) => () =>
      load(
        `particles: { molecules: { ion: { count: 2, sites: { A: { mass: 1, charge: ${charge} } } } }, forces: ${forces} }\nrun: { step: 0.1 }`,
      );
    expect(ion(1, '{}')).toThrow('has no unit');
    expect(ion(0, '{ lennard-jones: { cutoff: 1*nm } }')).toThrow('has no unit');
    expect(ion(1, '{ coulomb: { constant: 1 } }')).not.toThrow();
    expect(ion(0, '{}')).not.toThrow();
  });
});

describe('a file in reduced units', () => {
  it('has bare numbers, and a temperature of its own', () => {
    const problem = reduced('temperature: 0.7,', '{ method: g-baoab, step: 0.005, until: 1, friction: 0.5 }');
    expect(problem.run.step).toBe(0.005);
    expect(planRun(problem).createFlow().temperature).toBe(0.7);
  });
});

describe('the temperature that a method holds', () => {
  it('is that of the particles unless another is given', () => {
    const problem = water(
      'temperature: 298*K,',
      '{ method: g-baoab, step: 2*fs, until: 10*fs, friction: 5/ps }',
    );
    expect(planRun(problem).createFlow().temperature).toBe(298 * K);
    expect(createMethod(problem, 'gla').temperature).toBe(298 * K);
    expect(createMethod(problem, 'g-baoab', { temperature: 100 * K }).temperature).toBe(100 * K);
  });

  it('is missing where particles have none', () => {
    expect(() => createMethod(water(''), 'g-baoab')).toThrow('a temperature is missing');
    expect(() => createMethod(reduced('', '{}'), 'g-baoab')).toThrow('a temperature is missing');
  });

  it('survives a penalty', () => {
    const problem = water('temperature: 298*K,', '{ omega: 50, method: g-baoab, step: 0.1*fs, until: 1*fs }');
    expect(planRun(problem).createFlow().temperature).toBe(298 * K);
  });

  it('is refused in programs where a bare number of kelvins stands for it', () => {
    const problem = water('temperature: 298*K,');
    expect(() => createMethod(problem, 'g-baoab', { temperature: 298 })).toThrow('298 * particles.units.K');
    expect(createMethod(reduced('', '{}'), 'gla', { temperature: 298 }).temperature).toBe(298);
  });
});

describe('options that a method does not take', () => {
  const problem = water('temperature: 298*K,');

  it.each([
    ['rattle', { temperature: 1 }, /“rattle” does not take the option “temperature”; it is for gla/],
    ['verlet', { substeps: 3 }, /“substeps”/],
    ['rattle', { temprature: 1 }, /the option “temprature”/],
  ])('are refused by name: %s %o', (method, options, message) => {
    expect(() => createMethod(problem, method, options as MethodOptions)).toThrow(message);
  });

  it('are refused by a run, whatever the file proposes', () => {
    expect(() => simulate(problem, { method: 'rattle', friction: 1 })).toThrow(
      'does not take the option “friction”',
    );
    const misspelt = { temprature: 1 } as SimulateOptions;
    expect(() => simulate(problem, misspelt)).toThrow(
      'there is no option “temprature”; did you mean “temperature”?',
    );
    expect(() => planRun(reduced('', '{}'), { omega: 3 })).toThrow('“omega” replaces constraints');
    const thermal = water('temperature: 298*K,', '{ temperature: 298*K, step: 2*fs, until: 4*fs }');
    expect(planRun(thermal, { method: 'rattle' }).options).toEqual({});
  });

  it('include neither those of the inner method nor of the inner flow', () => {
    expect(() => createMethod(problem, 'gla', { solver: 'newton', friction: 1 })).not.toThrow();
  });
});
