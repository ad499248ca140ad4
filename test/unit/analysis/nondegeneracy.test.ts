import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { constraintChain } from '../../../src/analysis/constraint-chain.ts';
import { catalogue, findingOf, written } from './problems.ts';

const reportOf = (...lines: string[]) => {
  const { findings, facts } = check(written(...lines));
  return { finding: findingOf(findings, 'nondegeneracy'), facts };
};

describe('nondegeneracy', () => {
  it('is G M⁻¹ Gᵀ for a pendulum', () => {
    const { findings } = check(catalogue('spherical-pendulum', { m: 4, L: 3 }));
    // |2q|² / m = 4·9/4
    expect(findingOf(findings, 'nondegeneracy').measured['{{H,g},g}']).toBeCloseTo(9, 12);
  });

  it('is 4(|q|² − |p|²) for the free harmonic constraint', () => {
    const { findings } = check(catalogue('harmonic-constraint-free'));
    expect(findingOf(findings, 'nondegeneracy')).toMatchObject({ verdict: 'pass' });
    expect(findingOf(findings, 'nondegeneracy').measured['{{H,g},g}']).toBeCloseTo(4 * (0.64 - 0.36), 12);
  });

  it.each([
    [1e-10, 1e-24],
    [1e6, 1e-3],
  ])('does not depend on the units: q in %s, p in %s', (a, b) => {
    const inUnits = (length: number, momentum: number) =>
      reportOf(
        `parameters: { a: ${length}, b: ${momentum}, c: 0.78652612^2 + 0.4043988^2 + 0.3880746864163783^2 + 0.2173391755798215^2 }`,
        'coordinates: [x, y]',
        'hamiltonian: a*b*(((p_x/b)^2 + (p_y/b)^2)/2 + y/a)',
        'constraints: { sphere: (x/a)^2 + (y/a)^2 + (p_x/b)^2 + (p_y/b)^2 = c }',
        'initial: { x: -0.78652612*a, y: -0.4043988*a, p_x: -0.3880746864163783*b, p_y: 0.2173391755798215*b }',
      );
    const { finding, facts } = inUnits(a, b);
    expect(finding.verdict).toBe('pass');
    expect(facts).toMatchObject({ index: 3, nondegenerate: true });
    const smallest = ({ measured }: typeof finding) => Number(measured['smallest singular value']);
    expect(smallest(finding) / smallest(inUnits(1, 1).finding)).toBeCloseTo(1, 6);
  });

  it('is 1 + 3b² for the index-one constraint', () => {
    const { findings } = check(catalogue('index-one'));
    expect(findingOf(findings, 'nondegeneracy').measured['{{H,g},g}']).toBeCloseTo(1 + 3 * 0.25, 12);
  });

  it('finds index five, with the conditions and whether the start satisfies them', () => {
    const { findings, facts } = check(catalogue('failing-index-five'));
    const finding = findingOf(findings, 'nondegeneracy');
    expect(finding.verdict).toBe('fail');
    expect(facts).toMatchObject({ index: 5, nondegenerate: false });
    expect(finding.summary).toMatch(
      /secondary constraint: 1 new independent condition, satisfied by the start/,
    );
    expect(finding.summary).toMatch(
      /tertiary constraint: 1 new independent condition, violated by the start/,
    );
    expect(finding.summary).toMatch(
      /quaternary constraint: 1 new independent condition, violated by the start/,
    );
  });

  it('finds the state that satisfies all conditions of index five', () => {
    const problem = catalogue('failing-index-five');
    const chain = constraintChain(problem, problem.initial);
    expect(chain).toMatchObject({ outcome: 'closed', index: 5, conditions: 4, determined: 1 });
    for (const value of chain.state ?? [1]) expect(value).toBeCloseTo(0, 10);
  });

  it('finds that solutions are not unique', () => {
    const { findings, facts } = check(catalogue('failing-not-unique'));
    expect(facts.index).toBe('not unique');
    expect(findingOf(findings, 'nondegeneracy').summary).toMatch(/not unique: 1 of 1 multiplier/);
  });

  it('finds that energy as a constraint leaves the multiplier free', () => {
    const { facts } = reportOf(
      'coordinates: [x, y]',
      'potential: x^2 + y^2',
      'constraints: { energy: p_x^2/2 + p_y^2/2 + x^2 + y^2 = 1 }',
      'initial: { y: 1 }',
    );
    expect(facts.index).toBe('not unique');
  });

  it('finds index seven', () => {
    const { facts } = reportOf(
      'coordinates: [a, b, c]',
      'hamiltonian: p_a^2/2 + p_b*a + p_c*b',
      'constraints: { wall: c = 0 }',
      'initial: { p_a: 1 }',
    );
    expect(facts.index).toBe(7);
  });

  it('finds one bad constraint beside a good one, in a nonlinear system', () => {
    const five = reportOf(
      'coordinates: [x, y, q, s]',
      'hamiltonian: (p_x^2 + p_y^2)/2 + y + p_q^2/2 + p_s*sin(q)',
      'constraints: { rod: x^2 + y^2 = 1, wall: s = 0 }',
      'initial: { x: 1, p_q: 0.3, p_s: 0.2 }',
    );
    expect(five.facts.index).toBe(5);
    const free = reportOf(
      'coordinates: [x, y, s]',
      'hamiltonian: (p_x^2 + p_y^2)/2 + y',
      'constraints: { rod: x^2 + y^2 = 1, wall: s = 0 }',
      'initial: { x: 1 }',
    );
    expect(free.facts.index).toBe('not unique');
    expect(free.finding.summary).toMatch(/1 of 2 multipliers/);
  });

  it('agrees with the classical theory where nothing is degenerate', () => {
    const problem = catalogue('double-pendulum');
    const chain = constraintChain(problem, problem.initial);
    expect(chain).toMatchObject({ outcome: 'closed', index: 3, conditions: 4, determined: 2 });
  });

  it('tells a degenerate point from a degenerate problem', () => {
    const { finding, facts } = reportOf(
      'coordinates: [x, y]',
      'constraints: { sphere: x^2 + y^2 + p_x^2 + p_y^2 = 1 }',
      'initial: { x: sqrt(1/2), p_y: sqrt(1/2) }',
    );
    expect(finding.verdict).toBe('fail');
    expect(finding.summary).toMatch(/degenerate point/);
    expect(facts.nondegenerate).toBe(false);
  });

  it('says when no motion keeps the constraint', () => {
    const { finding } = reportOf(
      'coordinates: [q, s]',
      'hamiltonian: p_q^2/2 + p_s',
      'constraints: { wall: s = 0 }',
    );
    expect(finding.verdict).toBe('fail');
    expect(finding.summary).toMatch(/“wall” cannot be kept/);
  });
});
