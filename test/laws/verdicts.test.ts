// The three verdicts of a certificate: right methods are never refuted, wrong ones never confirmed, and where a law cannot tell it says
// why and what would help.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { type Certificate, certify, certifyMethod } from '../../src/laws/certify.ts';
import { driftVerdict, measureDrift } from '../../src/laws/drift.ts';
import { defectVerdict, type Measurement } from '../../src/laws/law.ts';
import { MethodError } from '../../src/methods/method.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { falseClaims } from './counterexamples.ts';
import { bowl, linkage } from './problems.ts';

const fromCatalogue = (name: string) =>
  load(readFileSync(new URL(`../../cases/${name}.yaml`, import.meta.url), 'utf8'), { file: name });
const lawOf = ({ measurements }: Certificate, name: string) =>
  measurements.find(({ law }) => law === name) as Measurement;
const summary = ({ law, verdict, value, reason, detail }: Measurement) =>
  `${law} ${verdict}: ${value} (${reason ?? detail})`;

describe.each(falseClaims.map(one => [one.method.name, one] as const))('claims of %s', (_, claim) => {
  const { method, refuted, doubted = [] } = claim;
  it.each([
    [bowl.name, bowl, 0.02],
    [linkage.name, linkage, 0.02],
    [bowl.name, bowl, 0.05],
    [linkage.name, linkage, 0.05],
  ])('on “%s”, h = %$', (__, problem, step) => {
    const certificate = certifyMethod({ problem, method, options: {}, step, until: 20 });
    const missed = certificate.measurements.filter(
      ({ law, verdict }) =>
        (refuted.includes(law) && verdict !== 'fail') || (doubted.includes(law) && verdict === 'pass'),
    );
    expect(missed.map(summary)).toEqual([]);
    expect(certificate.verdict).toBe('fail');
  });
});

describe('a right method is never refuted', () => {
  // On most of these rattle-8 has steps with slopes of 8.3 and more before its asymptotic range.
  it.each([
    'planar-pendulum',
    'spherical-pendulum',
    'double-pendulum',
    'ellipsoid',
    'torus',
    'paraboloid',
    'bead-on-wire',
    'four-bar-linkage',
    'six-node-chain',
    'sphere-particles',
    'asymmetric-top',
    'n-pendulum',
    'magnetised-rigid-body',
  ])('rattle-4, rattle-6 and rattle-8 on %s', name => {
    for (const method of ['rattle-4', 'rattle-6', 'rattle-8']) {
      const { measurements } = certify(fromCatalogue(name), { method });
      expect(measurements.filter(({ verdict }) => verdict === 'fail').map(summary)).toEqual([]);
    }
  });

  it('an order of 8 is found in its asymptotic range, and the range is said', () => {
    const order = lawOf(certify(fromCatalogue('double-pendulum'), { method: 'rattle-8' }), 'order');
    expect(order.verdict).toBe('pass');
    expect(Math.abs(order.value - 8)).toBeLessThan(0.1);
    expect(order.points?.length).toBeGreaterThanOrEqual(4);
    expect(order.slopes?.every(slope => Math.abs(slope - 8) < 0.25)).toBe(true);
    expect(order.detail).toMatch(
      /^up to t = 2\.00, 6 steps from h = 0\.\d+ to 0\.\d+ .*, slopes 8\.\d+, .*; errors are known to \d/,
    );
  });
});

describe('what cannot be told here', () => {
  const told = ({ verdict, reason, advice }: Measurement) => ({ verdict, reason, advice });

  it('an order of a method without any error', () => {
    const plane = load(
      'coordinates: [x, y]\npotential: 9.81*y\nconstraints: { plane: x + y = 0 }\ninitial: { p_x: 1, p_y: -1 }',
    );
    const certificate = certify(plane, { method: 'rattle', step: 0.01 });
    expect(certificate.verdict).toBe('cannot tell');
    expect(told(lawOf(certificate, 'order'))).toEqual({
      verdict: 'cannot tell',
      reason: 'the method has no error here but rounding, whatever the step: any order fits',
      advice: expect.stringMatching(/not linear/),
    });
  });

  it('a drift within the own time of a problem that falls only once, and no run is longer than that', () => {
    const chain = fromCatalogue('n-pendulum');
    const certificate = certify(chain, { method: 'rattle-4' });
    expect(certificate.until).toBe(1);
    expect(told(lawOf(certificate, 'energy'))).toEqual({
      verdict: 'cannot tell',
      reason: expect.stringMatching(/within the problem's own time: drift\/largest 0\.\d+/),
      advice: expect.stringMatching(/--until/),
    });
    expect(lawOf(certificate, 'energy').detail).toMatch(/over 200 steps/);
    expect(lawOf(certificate, 'constraints').detail).toBe('over 200 steps');
    expect(lawOf(certify(chain, { method: 'rattle-4', until: 0.1 }), 'energy').reason).toMatch(/20 steps/);
  });

  it('laws whose run stops: the reason is that of the run', () => {
    const certificate = certify(fromCatalogue('harmonic-constraint-a'), { method: 'bdf2' });
    expect(certificate.verdict).toBe('cannot tell');
    expect(told(lawOf(certificate, 'constraints'))).toMatchObject({
      verdict: 'cannot tell',
      reason: expect.stringMatching(/step 16 of 100 .* failed/),
    });
    // Not claimed, so that nothing is open.
    expect(lawOf(certificate, 'energy').verdict).toBe('not claimed');
  });

  it('a method that cannot make its first step is refused', () => {
    expect(() => certify(fromCatalogue('harmonic-constraint-a'), { method: 'bdf4' })).toThrow(MethodError);
    expect(() => certify(fromCatalogue('harmonic-constraint-a'), { method: 'bdf4' })).toThrow(
      /bdf4 cannot be certified here: its first step, of 0\.1, fails/,
    );
  });
});

describe('the verdict over a defect', () => {
  const plan = { step: 0.1, until: 100 };
  const verdictOf = (valueAt: (h: number) => number, uncertainty = 0) =>
    defectVerdict(plan, 1e-11, h => ({ value: valueAt(h), uncertainty: () => uncertainty }));

  it('holds at round-off, and where only a far longer step finds another solution', () => {
    expect(verdictOf(() => 1e-16).verdict).toBe('pass');
    expect(verdictOf(h => (h > 1 ? 0.3 : 1e-16)).verdict).toBe('pass');
  });

  it('does not hold for a defect of fifth order that is below the bound at the step itself', () => {
    expect(verdictOf(h => 1e-10 * h ** 5)).toMatchObject({ verdict: 'fail', at: 8 });
  });

  it('cannot be told where rounding is as large as the defect, or a step fails', () => {
    expect(verdictOf(() => 1e-9, 1e-9)).toMatchObject({
      verdict: 'cannot tell',
      reason: expect.stringMatching(/known to 1\.0e-9 only/),
    });
    expect(verdictOf(() => Number.NaN).verdict).toBe('cannot tell');
    expect(verdictOf(() => 1e-9, 1e-12).verdict).toBe('fail');
  });
});

describe('the verdict over a drift', () => {
  const drift = {
    drift: 1e-6,
    largest: 1e-5,
    ratio: 0.1,
    significance: 1,
    swings: 10,
    cycles: 10,
    isSteady: false,
  };

  it.each([
    ['an oscillation', {}, 'pass'],
    ['rounding', { drift: 1e-13, ratio: 1, significance: 20 }, 'pass'],
    ['blocks of whole periods, without scatter', { ratio: 0.01, significance: 40 }, 'pass'],
    ['half an oscillation', { swings: 0.5 }, 'cannot tell'],
    ['a small trend that is certain', { ratio: 0.3, significance: 8 }, 'cannot tell'],
    [
      'a trend before the momenta have swung',
      { ratio: 0.9, significance: 30, cycles: 0.5, isSteady: true },
      'cannot tell',
    ],
    ['a steady trend', { ratio: 0.9, significance: 8, isSteady: true }, 'fail'],
    ['a certain trend', { ratio: 0.9, significance: 30 }, 'fail'],
  ] as const)('%s', (_, changes, verdict) => {
    expect(driftVerdict({ ...drift, ...changes }).verdict).toBe(verdict);
  });

  it('counts swings and cycles of a pendulum', () => {
    const pendulum = load(
      'coordinates: [x]\npotential: x^2/2 + 0.1*x^4\ninitial: { x: 0.5 }\nrun: { step: 0.05 }',
    );
    // About ten periods of 2π; the energy error has two swings in each.
    const { swings, cycles, ratio } = measureDrift(pendulum, createMethod(pendulum, 'verlet'), 0.05, 1257);
    expect(cycles).toBeGreaterThan(9);
    expect(cycles).toBeLessThan(12);
    expect(swings).toBeGreaterThan(18);
    expect(swings).toBeLessThan(24);
    expect(ratio).toBeLessThan(0.1);
  });
});
