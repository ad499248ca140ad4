import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { createWorstBracket } from '../../../src/problem/brackets.ts';
import { catalogue, findingOf, written } from './problems.ts';

const coisotropy = (...lines: string[]) => findingOf(check(written(...lines)).findings, 'coisotropy');

describe('involution', () => {
  it('holds by construction for holonomic constraints and for single ones', () => {
    const holonomic = findingOf(check(catalogue('double-pendulum')).findings, 'coisotropy');
    expect(holonomic).toMatchObject({ verdict: 'pass' });
    expect(holonomic.summary).toMatch(/by construction/);
    expect(findingOf(check(catalogue('harmonic-constraint-a')).findings, 'coisotropy').summary).toMatch(
      /single/,
    );
  });

  it('fails for a coordinate and its momentum', () => {
    const report = check(
      written(
        'coordinates: [x, y]',
        'potential: x^2 + y^2',
        'constraints: { place: x = 0, momentum: p_x = 0 }',
        'initial: { y: 1 }',
      ),
    );
    const finding = findingOf(report.findings, 'coisotropy');
    expect(finding).toMatchObject({ verdict: 'fail', measured: { 'largest relative bracket': 1 } });
    expect(finding.summary).toMatch(/“place” and “momentum”/);
    expect(finding.advice).toMatch(/SHAKE and RATTLE do not apply/);
    expect(report.facts).toMatchObject({ coisotropic: false, index: 2 });
  });

  it('passes for two constraints on momenta that commute', () => {
    const lines = [
      'coordinates: [x, y, z]',
      'hamiltonian: (p_x^2 + p_y^2 + p_z^2)/2 + x^2 + y^2 + 2*z^2 + x*y^3',
    ];
    const commuting = 'constraints: { a: x^2 + p_x^2 = 1, b: y^2 + p_y^2 = 1 }';
    expect(coisotropy(...lines, commuting, 'initial: { x: 0.8, p_x: 0.6, y: 1 }').verdict).toBe('pass');
  });

  it('looks at other states of the constraint too', () => {
    // {x p_y, y} = −x, which vanishes at the start alone.
    const finding = coisotropy(
      'coordinates: [x, y, z]',
      'potential: (x^2 + y^2 + z^2)/2',
      'constraints: { a: x*p_y + z = 0, b: y + z = 0 }',
      'initial: {}',
    );
    expect(finding.verdict).toBe('fail');
  });

  it('passes what vanishes on the constraint although not off it', () => {
    // {x p_y, x p_x} = −x p_y.
    const finding = coisotropy(
      'coordinates: [x, y]',
      'constraints: { a: x*p_y = 0, b: x*p_x - 2*x = 0 }',
      'initial: { x: 1, p_x: 2 }',
    );
    expect(finding.verdict).toBe('pass');
    expect(Number(finding.measured['states measured'])).toBeGreaterThan(1);
  });

  it('computes the relative bracket', () => {
    const problem = written(
      'coordinates: [x, y]',
      'constraints: { a: 3*x + 4*y = 0, b: 5*p_x + 12*p_y = 0 }',
    );
    // {a, b} = 3·5 + 4·12 = 63 over the lengths 5 and 13.
    expect(createWorstBracket(problem)(problem.initial)).toEqual({
      size: expect.closeTo(63 / 65, 14),
      i: 0,
      j: 1,
    });
  });
});
