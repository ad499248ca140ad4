import { describe, expect, it } from 'vitest';
import { compose } from '../../src/flows/compose.ts';
import { certifyOrder, measureOrders } from '../../src/laws/order.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { explicitEuler } from './counterexamples.ts';
import { bowl, henonHeiles, linkage } from './problems.ts';
import { type LawSubject, subjects } from './subjects.ts';

const tolerance = 0.2;

describe('the order of a method is the declared one', () => {
  it.each(
    subjects.filter(({ properties }) => Number.isFinite(properties.order)).map(s => [s.label, s] as const),
  )('%s', (_, { problem, create, properties: { order } }) => {
    const { verdict, value, points, reason } = certifyOrder({ problem, create, step: 0.02 }, order);
    expect(verdict, reason).toBe('pass');
    expect(points?.length).toBeGreaterThanOrEqual(3);
    expect(Math.abs(value - order), `measured ${value}`).toBeLessThanOrEqual(tolerance);
  });
});

describe('the order law rejects', () => {
  const measured = (problem: Problem, create: LawSubject['create']) => {
    const found = measureOrders({ problem, create, step: 0.02 }, all => all[all.length - 1].isSettled);
    return found[found.length - 1].order;
  };

  it('a composition with one weight off in the third digit', () => {
    const gamma = 0.415;
    const weights = [gamma, gamma, 1 - 4 * gamma, gamma, gamma];
    const order = measured(linkage, () => compose(createMethod(linkage, 'rattle'), weights));
    expect(Math.abs(order - 4)).toBeGreaterThan(tolerance);
  });

  it('a composition of a method that is not symmetric', () => {
    const euler = () => createMethod(bowl, 'rattle', { flow: 'symplectic-euler' });
    const weights = [1.3512071919596578, -1.7024143839193153, 1.3512071919596578];
    expect(measured(bowl, () => compose(euler(), weights))).toBeLessThan(2.2);
  });

  it('explicit Euler declared as second order', () => {
    expect(Math.abs(measured(henonHeiles, () => explicitEuler(henonHeiles)) - 2)).toBeGreaterThan(tolerance);
  });
});
