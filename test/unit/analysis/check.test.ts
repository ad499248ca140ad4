import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { catalogue, circle, findingOf, written } from './problems.ts';

describe('check', () => {
  it('passes well-posed problems, with the right facts', () => {
    const { verdict, facts, repaired, findings } = check(catalogue('spherical-pendulum'));
    expect(verdict).toBe('pass');
    expect(findings.every(finding => finding.verdict === 'pass')).toBe(true);
    expect(repaired).toBeNull();
    expect(facts).toMatchObject({
      n: 3,
      m: 1,
      kind: 'holonomic',
      holonomic: true,
      separable: true,
      quadratic: true,
      linear: false,
      independentQuadratics: true,
      rank: 1,
      coisotropic: true,
      nondegenerate: true,
      degreesOfFreedom: 2,
      index: 3,
      consistent: true,
    });
  });

  it.each([
    ['double-pendulum', 2],
    ['four-bar-linkage', 1],
    ['rigid-top', 3],
    ['index-one', 1],
    ['harmonic-constraint-a', 1],
    ['sphere-particles', 16],
    ['bead-on-wire', 1],
  ])('passes %s', (name, freedom) => {
    const { verdict, facts } = check(catalogue(name));
    expect(verdict).toBe('pass');
    expect(facts).toMatchObject({ degreesOfFreedom: freedom, index: 3, consistent: true });
  });

  it('tells coupled multipliers from independent ones', () => {
    expect(check(catalogue('rigid-diatomics')).facts).toMatchObject({ independentQuadratics: true });
    expect(check(catalogue('double-pendulum')).facts).toMatchObject({ independentQuadratics: false });
    expect(check(catalogue('bead-on-wire')).facts).toMatchObject({
      independentQuadratics: false,
      linear: false,
    });
  });

  it('accepts a free particle', () => {
    const { verdict, facts } = check(written('coordinates: [x]', 'initial: { p_x: 1 }'));
    expect(verdict).toBe('pass');
    expect(facts).toMatchObject({ index: 'none', kind: 'none', hasConstraints: false, degreesOfFreedom: 1 });
  });

  it('fails a start off the constraint and offers the nearest one', () => {
    const { verdict, findings, repaired, facts } = check(circle('{ x: 3, y: 4, p_x: 1 }'));
    expect(verdict).toBe('fail');
    expect(facts.consistent).toBe(false);
    expect(findingOf(findings, 'constraints').verdict).toBe('fail');
    expect(repaired).not.toBeNull();
    // (0.6, 0.8), and p = (1, 0) less its part along it.
    expect([...(repaired ?? [])]).toEqual([0.6, 0.8, 0.64, -0.48].map(value => expect.closeTo(value, 12)));
  });

  it('fails velocities that leave the constraint and offers those that do not', () => {
    const { findings, repaired } = check(circle('{ x: 1, p_x: 2, p_y: 3 }'));
    expect(findingOf(findings, 'constraints').verdict).toBe('pass');
    expect(findingOf(findings, 'hidden constraints')).toMatchObject({ verdict: 'fail' });
    expect([...(repaired ?? [])]).toEqual([1, 0, expect.closeTo(0, 14), 3]);
  });

  it('warns of a start that was rounded, and passes round-off', () => {
    expect(findingOf(check(circle('{ x: 0.6, y: 0.8000001 }')).findings, 'constraints').verdict).toBe('warn');
    expect(findingOf(check(circle('{ x: 0.6, y: 0.80001 }')).findings, 'constraints').verdict).toBe('fail');
    expect(check(circle('{ x: cos(1), y: sin(1) }')).verdict).toBe('pass');
  });

  it('names the formula that is not a number at the start', () => {
    const g = check(written('coordinates: [x, y]', 'constraints: { a: x = 0, b: y + log(x - 1) = 0 }'));
    expect(g.verdict).toBe('fail');
    expect(findingOf(g.findings, 'finite').summary).toMatch(/constraint “b”/);
    const H = check(written('coordinates: [x]', 'potential: log(x - 1)'));
    expect(findingOf(H.findings, 'finite').summary).toMatch(/hamiltonian is NaN/);
    const slope = check(written('coordinates: [x, y]', 'potential: y + sqrt(x)'));
    expect(findingOf(slope.findings, 'finite').summary).toMatch(/derivative of the hamiltonian by “x”/);
  });

  it('names an initial value that is not a number, and does not throw', () => {
    const problem = catalogue('spherical-pendulum');
    const report = check({
      ...problem,
      initial: problem.initial.map((value, j) => (j === 4 ? Number.NaN : value)),
    });
    expect(report.verdict).toBe('fail');
    expect(findingOf(report.findings, 'finite').summary).toMatch(/“p_y”/);
  });

  it('turns an exception into a finding', () => {
    const problem = catalogue('spherical-pendulum');
    const H = {
      ...problem.H,
      gradient: () => {
        throw new Error('not written yet');
      },
    };
    const report = check({ ...problem, H });
    expect(findingOf(report.findings, 'interrupted')).toMatchObject({ verdict: 'fail' });
  });

  it('warns when nothing can move', () => {
    const report = check(written('coordinates: [x]', 'constraints: { a: x = 1 }', 'initial: { x: 1 }'));
    expect(findingOf(report.findings, 'freedom').verdict).toBe('warn');
  });

  it('checks a chain of 1000 links', () => {
    const problem = catalogue('chain', { N: 1000 });
    const { verdict, facts } = check(problem);
    expect(verdict).toBe('pass');
    expect(facts).toMatchObject({ degreesOfFreedom: 1000, couplings: 2998 });
    // Straight: G M⁻¹ Gᵀ is 4 tridiag(−1, 2, −1) but for one end, 2 − 2cos(π/2001) its smallest eigenvalue over 4.
    const condition = (1 + Math.cos(Math.PI / 2001)) / (1 - Math.cos(Math.PI / 2001));
    expect((facts.condition ?? 0) / condition).toBeGreaterThan(0.8);
    expect((facts.condition ?? 0) / condition).toBeLessThan(3);
  });
});
