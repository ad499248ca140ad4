import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { load } from '../../../src/file/load.ts';
import { verlet } from '../../../src/flows/verlet.ts';
import { constrained } from '../../../src/integrators/constrained.ts';
import { certify } from '../../../src/laws/certify.ts';
import { defineMethod, type MethodDefinition } from '../../../src/methods/define-method.ts';
import { MethodError } from '../../../src/methods/method.ts';
import { createMethod, methodNamed, methods, recommend } from '../../../src/methods/registry.ts';
import { simulate } from '../../../src/run/simulate.ts';
import { newton } from '../../../src/solvers/newton.ts';
import { workPrecision } from '../../../src/studies/work-precision.ts';
import { aboutMethods } from '../../../studio/engine/about-methods.ts';

const pendulum = load(`
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
run: { step: 0.05, until: 1 }
`);

const definition = {
  order: 2,
  symplectic: true,
  symmetric: true,
  create: (problem: typeof pendulum) => constrained(problem, verlet(problem.H), newton).rattle,
};

const mine = defineMethod({ name: 'test-rattle', ...definition });

describe('a defined method', () => {
  it('is a frozen record, found by name and listed last', () => {
    expect(Object.isFrozen(mine)).toBe(true);
    expect(methodNamed('test-rattle')).toBe(mine);
    expect(methods.at(-1)).toBe(mine);
    expect(mine).toMatchObject({
      title: 'test-rattle',
      family: 'constrained',
      domain: 'g = {g,H} = 0',
      needs: ['coisotropic', 'nondegenerate'],
    });
  });

  it('runs by name and by record like the built-in method, to round-off', () => {
    const [named, record, own] = ['test-rattle', mine, 'rattle'].map(method =>
      simulate(pendulum, { method }),
    );
    expect(record.state).toEqual(named.state);
    for (const [i, value] of named.state.q.entries()) expect(value).toBeCloseTo(own.state.q[i], 12);
  });

  it('is certified by what it claims', () => {
    const certificate = certify(pendulum, { method: mine, step: 0.05, until: 20 });
    expect(certificate).toMatchObject({ method: 'test-rattle', verdict: 'pass' });
    expect(certificate).toEqual(certify(pendulum, { method: 'test-rattle', step: 0.05, until: 20 }));
  });

  it('fails the certificate for a claim that it does not keep', () => {
    const claimed = { ...mine, name: 'test-claims-order-4', properties: () => ({ ...definition, order: 4 }) };
    const { verdict, measurements } = certify(pendulum, { method: claimed, step: 0.05 });
    expect(verdict).toBe('fail');
    expect(measurements.find(({ law }) => law === 'order')).toMatchObject({ verdict: 'fail' });
  });

  it('is compared with others', () => {
    const { slopes } = workPrecision({
      problem: pendulum,
      methods: ['rattle-4', mine],
      steps: [0.1, 0.05, 0.025, 0.0125],
      until: 1,
      options: {},
    });
    expect([...slopes.keys()]).toEqual(['rattle-4', 'test-rattle']);
    expect(slopes.get('test-rattle')).toBeCloseTo(2, 1);
  });

  it('is recommended as applicable, and stands in the list that the menu of the studio is made from', () => {
    const { applicable, excluded } = recommend(pendulum, check(pendulum).facts);
    expect(applicable).toContain('test-rattle');
    expect(aboutMethods(pendulum, excluded).at(-1)).toMatchObject({ name: 'test-rattle', obstacle: null });
  });
});

describe('defineMethod', () => {
  const define = (changes: object) =>
    defineMethod({ name: 'test-bad', ...definition, ...changes } as MethodDefinition);

  it.each([
    [{ name: 'rattle' }, 'there is a method “rattle” already'],
    [{ name: 'test-rattle' }, 'there is a method “test-rattle” already'],
    [{ name: 'My Rattle' }, 'lower-case words'],
    [{ order: 0 }, 'order'],
    [{ order: '2' }, 'order'],
    [{ create: undefined }, 'create'],
    [{ domain: 'g=0' }, 'domain'],
    [{ family: 'mine' }, 'family'],
    [{ needs: ['luck'] }, 'needs'],
  ])('refuses %j', (changes, reason) => {
    const before = methods.length;
    expect(() => define(changes)).toThrow(MethodError);
    expect(() => define(changes)).toThrow(reason);
    expect(methods).toHaveLength(before);
  });

  it('gives a method in phase space the need of no constraints', () => {
    const free = defineMethod({
      name: 'test-free',
      order: 2,
      domain: 'phase space',
      create: p => verlet(p.H),
    });
    expect(free).toMatchObject({ family: 'unconstrained', needs: ['no constraints'] });
    expect(() => createMethod(pendulum, free)).toThrow('does not apply');
  });

  it('refuses a constructor that returns no flow, or one on another manifold', () => {
    const none = define({ name: 'test-none', create: () => ({}) });
    expect(() => createMethod(pendulum, none)).toThrow('must return a flow');
    const other = define({ name: 'test-other', create: (p: typeof pendulum) => verlet(p.H) });
    expect(() => createMethod(pendulum, other)).toThrow('declares g = {g,H} = 0');
  });
});
