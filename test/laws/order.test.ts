import { describe, expect, it } from 'vitest';
import { compose } from '../../src/flows/compose.ts';
import { measureOrder } from '../../src/laws/order.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { explicitEuler } from './counterexamples.ts';
import { bowl, henonHeiles, linkage, pendulum, stiff } from './problems.ts';
import { type LawSubject, subjects } from './subjects.ts';

const tolerance = 0.2;

/** High orders need coarse steps that lie close together to show above round-off; multistep methods need many steps. */
function rangeFor(order: number, method: string, problem: Problem) {
  if (/^bdf[456]/.test(method)) return { until: problem === linkage ? 2 : 4, coarsest: 0.04, ratio: 1.3 };
  if (/^bdf/.test(method)) return { until: 1, coarsest: 0.02, ratio: 2 };
  // At later times the errors on these change sign within the range, and no slope can be read.
  const early = [linkage, pendulum, stiff].includes(problem);
  if (order >= 8) return { until: early ? 2 : 12, coarsest: problem === stiff ? 0.3 : 0.6, ratio: 1.2 };
  if (order >= 6) return { until: 1.2, coarsest: 0.3, ratio: 1.5 };
  return { until: 1, coarsest: 0.1, ratio: 2 };
}

const measure = ({ problem, create, method, properties: { order } }: LawSubject) =>
  measureOrder({ problem, create, ...rangeFor(order, method, problem) });

describe('the order of a method is the declared one', () => {
  it.each(
    subjects.filter(({ properties }) => Number.isFinite(properties.order)).map(s => [s.label, s] as const),
  )('%s', (_, s) => {
    const { order, points } = measure(s);
    expect(points.length).toBeGreaterThanOrEqual(3);
    expect(Math.abs(order - s.properties.order), `measured ${order}`).toBeLessThanOrEqual(tolerance);
  });
});

describe('the order law rejects', () => {
  const measured = (problem: Problem, create: LawSubject['create'], order: number) =>
    measureOrder({ problem, create, ...rangeFor(order, '', problem) }).order;

  it('a composition with one weight off in the third digit', () => {
    const gamma = 0.415;
    const weights = [gamma, gamma, 1 - 4 * gamma, gamma, gamma];
    const order = measured(linkage, () => compose(createMethod(linkage, 'rattle'), weights), 4);
    expect(Math.abs(order - 4)).toBeGreaterThan(tolerance);
  });

  it('a composition of a method that is not symmetric', () => {
    const euler = () => createMethod(bowl, 'rattle', { flow: 'symplectic-euler' });
    const weights = [1.3512071919596578, -1.7024143839193153, 1.3512071919596578];
    expect(measured(bowl, () => compose(euler(), weights), 4)).toBeLessThan(2.2);
  });

  it('explicit Euler declared as second order', () => {
    expect(Math.abs(measured(henonHeiles, () => explicitEuler(henonHeiles), 2) - 2)).toBeGreaterThan(
      tolerance,
    );
  });
});
