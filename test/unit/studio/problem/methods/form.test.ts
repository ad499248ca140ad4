import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../../../src/file/load.ts';
import { methods } from '../../../../../src/methods/registry.ts';
import { penalised } from '../../../../../src/problem/penalty/penalised.ts';
import { aboutProblem } from '../../../../../studio/engine/about-problem.ts';
import { createLane } from '../../../../../studio/engine/lane.ts';
import type { AboutProblem } from '../../../../../studio/engine/protocol.ts';
import { readProblemFile, unchangedSettings } from '../../../../../studio/formulas/problem-file.ts';
import {
  nextLane,
  optionsFor,
  withMethod,
  withOption,
} from '../../../../../studio/problem/methods/lane-specs.ts';
import { presetsFor } from '../../../../../studio/problem/methods/presets.ts';

const read = (name: string) =>
  load(readFileSync(new URL(`../../../../../cases/${name}.yaml`, import.meta.url), 'utf8'));
const problem = read('double-pendulum');
const about = aboutProblem(problem);
const free = aboutProblem(read('double-pendulum-angles'));
const dna = aboutProblem(read('dna'));
const methodOf = ({ methods: all }: AboutProblem, wanted: string) => {
  const found = all.find(({ name }) => name === wanted);
  if (!found) throw new Error(`there is no ${wanted}`);
  return found;
};

describe('the registry as the page sees it', () => {
  it('has all methods, with their parameters', () => {
    expect(about.methods.map(({ name }) => name)).toEqual(methods.map(({ name }) => name));
    expect(methodOf(about, 'rattle').parameters.map(({ name }) => name)).toEqual(['flow', 'solver']);
  });

  it('says which need a penalty here', () => {
    expect(methodOf(about, 'verlet')).toMatchObject({ needsPenalty: true, obstacle: null });
    expect(methodOf(about, 'rattle')).toMatchObject({ needsPenalty: false, obstacle: null });
    expect(methodOf(free, 'midpoint')).toMatchObject({ needsPenalty: false, obstacle: null });
  });

  it('says why others cannot run, also with a penalty', () => {
    expect(methodOf(about, 'so3-splitting').obstacle).toContain('rigid body');
    const bars = aboutProblem(read('four-bar-angles'));
    expect(methodOf(bars, 'zhang-skeel')).toMatchObject({ needsPenalty: true });
    expect(methodOf(bars, 'zhang-skeel').obstacle).toContain('H = ');
  });

  it('tells the truth: what it lets through runs, with a penalty where it says so', () => {
    for (const { name, needsPenalty, obstacle } of about.methods) {
      const spec = { method: name, options: {}, ...(needsPenalty ? { omega: 10 } : {}) };
      const make = () => createLane(problem, spec, 0.01);
      if (obstacle === null) expect(make, name).not.toThrow();
      else expect(make, name).toThrow();
    }
    expect(penalised(problem, 10).g.m).toBe(0);
  });
});

describe('a lane that is changed', () => {
  const rattle = { method: 'rattle', options: { flow: 'midpoint', solver: 'newton' } };

  it('keeps the options that the next method takes too', () => {
    expect(withMethod(rattle, methodOf(about, 'rattle-4'), 10)).toEqual({
      method: 'rattle-4',
      options: { flow: 'midpoint', solver: 'newton' },
    });
    expect(withMethod(rattle, methodOf(about, 'bdf2'), 10)).toEqual({ method: 'bdf2', options: {} });
    expect(optionsFor(methodOf(about, 'zhang-skeel'), { beta: 0.3, flow: 'verlet' })).toEqual({ beta: 0.3 });
  });

  it('gets a penalty where the method needs one, and loses it where not', () => {
    const verlet = withMethod(rattle, methodOf(about, 'verlet'), 10);
    expect(verlet).toEqual({ method: 'verlet', options: {}, omega: 10 });
    expect(withMethod({ ...verlet, omega: 33 }, methodOf(about, 'newmark'), 10).omega).toBe(33);
    expect(withMethod(verlet, methodOf(about, 'rattle'), 10)).not.toHaveProperty('omega');
  });

  it('takes an option, and gives it back', () => {
    const set = withOption(rattle, 'flow', 'verlet');
    expect(set.options).toEqual({ flow: 'verlet', solver: 'newton' });
    expect(withOption(set, 'flow', undefined).options).toEqual({ solver: 'newton' });
  });

  it('is followed by one with another method that can run', () => {
    const lanes = [rattle];
    for (let k = 0; k < 3; k++) lanes.push(nextLane(about, lanes, 10) as typeof rattle);
    expect(new Set(lanes.map(({ method }) => method)).size).toBe(4);
    for (const { method } of lanes) expect(methodOf(about, method).obstacle).toBeNull();
  });
});

describe('comparisons', () => {
  const titles = (one: AboutProblem) => presetsFor(one).map(({ title }) => title);

  it('are offered where they say something', () => {
    expect(titles(about)).toEqual([
      'RATTLE against BDF2',
      'SHAKE against RATTLE',
      'Orders 2, 4 and 6',
      'Zhang–Skeel at large steps',
    ]);
    expect(titles(free)).toEqual(['Midpoint against BDF2']);
    expect(titles(dna)).toEqual(['Midpoint against BDF2', 'Zhang–Skeel at large steps']);
    expect(titles(aboutProblem(read('failing-index-five')))).toEqual([]);
  });

  it('take the penalty and step of the paper for the double pendulum, ω = 20 and h = 0.1', () => {
    const stiff = presetsFor(about).at(-1);
    expect(stiff?.step).toBe(0.1);
    expect(stiff?.lanes.map(({ method, omega }) => [method, omega])).toEqual([
      ['zhang-skeel', 20],
      ['verlet', 20],
    ]);
  });

  it('show what they promise: Verlet breaks down, Zhang–Skeel does not', () => {
    const [zhangSkeel, verlet] = (presetsFor(about).at(-1)?.lanes ?? []).map(spec => {
      const lane = createLane(problem, spec, 0.1);
      lane.forwards(200);
      return lane;
    });
    expect(zhangSkeel.isStopped).toBe(false);
    expect(Math.max(...zhangSkeel.frame().q.map(Math.abs))).toBeLessThan(3);
    expect(verlet.isStopped || Math.max(...verlet.frame().q.map(Math.abs)) > 100).toBe(true);
  });

  it('leave out full matrices where they would take too long', () => {
    const many = { ...about, coordinates: Array.from({ length: 301 }, (_, k) => `x${k}`) };
    expect(titles(many)).toEqual(['SHAKE against RATTLE', 'Orders 2, 4 and 6']);
  });
});

describe('settings of sliders when the file is edited', () => {
  const file = (parameters: string) => {
    const found = readProblemFile(`parameters: ${parameters}\ncoordinates: [x]`);
    if (!found) throw new Error('this is no file');
    return found;
  };
  const set = { m: 2, L: 3 };

  it('stay where their parameters are as before', () => {
    expect(unchangedSettings(file('{ m: 1, L: 1 }'), file('{ m: 1, L: 1, g: 9 }'), set)).toEqual(set);
    expect(unchangedSettings(null, file('{ m: 1, L: 1 }'), set)).toEqual(set);
  });

  it('go where the parameter was changed or taken out', () => {
    expect(unchangedSettings(file('{ m: 1, L: 1 }'), file('{ m: 5, L: 1 }'), set)).toEqual({ L: 3 });
    expect(unchangedSettings(file('{ m: 1, L: 1 }'), file('{ m: 1 }'), set)).toEqual({ m: 2 });
  });
});
