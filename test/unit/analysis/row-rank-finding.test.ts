import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { checkRank } from '../../../src/analysis/row-rank-finding.ts';
import { catalogue, findingOf, written } from './problems.ts';

const rankOf = (...lines: string[]) => findingOf(check(written(...lines)).findings, 'rank');

describe('rank of the constraints', () => {
  it('names a redundant constraint and those it follows from', () => {
    const finding = rankOf(
      'coordinates: [x, y, z]',
      'constraints: { circle: x^2 + y^2 = 1, flat: z = 0, both: 2*x^2 + 2*y^2 + z = 2 }',
      'initial: { x: 1, p_y: 1 }',
    );
    expect(finding).toMatchObject({ verdict: 'pass', measured: { constraints: 3, rank: 2 } });
    expect(finding.summary).toMatch(/“both” follows from “circle” and “flat”.*multipliers of least norm/);
    expect(finding.advice).toBeUndefined();
  });

  it('refuses a triangle with its corners in line', () => {
    const finding = rankOf(
      'coordinates: { a: 2, b: 2, c: 2 }',
      'constraints: { ab: norm2(a - b) = 1, bc: norm2(b - c) = 4, ca: norm2(c - a) = 9 }',
      'initial: { a: [0, 0], b: [1, 0], c: [3, 0] }',
    );
    expect(finding).toMatchObject({ verdict: 'fail', measured: { constraints: 3, rank: 2 } });
  });

  it('refuses constraints that allow velocities but no motion along them', () => {
    const finding = rankOf(
      'coordinates: [x, y, z]',
      'constraints: { floor: y = 0, bowl: y = x^4 }',
      'initial: { x: 0, z: 1 }',
    );
    expect(finding).toMatchObject({ verdict: 'fail', measured: { constraints: 2, rank: 1 } });
  });

  it('refuses a gradient that is zero on the whole constraint', () => {
    const finding = rankOf(
      'coordinates: [x, y]',
      'constraints: { rod: x^2 + y^2 = 1, square: (x^2 + y^2 - 1)^2 = 0 }',
      'initial: { x: 1 }',
    );
    expect(finding.verdict).toBe('fail');
    expect(finding.summary).toMatch(/gradient of “square” is zero/);
  });

  it('finds the second brace of the square', () => {
    const { findings, facts } = check(catalogue('redundant-square'));
    expect(facts.redundant).toEqual(['second_brace']);
    expect(findingOf(findings, 'rank').summary).toMatch(/“second_brace” follows from/);
    expect(facts).toMatchObject({ rank: 5, degreesOfFreedom: 3 });
  });

  it('finds constraints that depend on each other only where they hold', () => {
    const finding = rankOf(
      'coordinates: [x, y]',
      'constraints: { rod: x^2 + y^2 = 1, product: (x^2 + y^2 - 1)*(x + 3) }',
      'initial: { x: 1 }',
    );
    expect(finding.summary).toMatch(/“product” follows from “rod”/);
  });

  it('tells contradiction from redundancy', () => {
    const finding = rankOf(
      'coordinates: [x, y]',
      'constraints: { one: x^2 + y^2 = 1, two: x^2 + y^2 = 2 }',
      'initial: { x: 1 }',
    );
    expect(finding.verdict).toBe('fail');
    expect(finding.summary).toMatch(/“one” and “two” contradict each other/);
  });

  it('says when a single constraint cannot hold', () => {
    const finding = rankOf('coordinates: [x, y]', 'constraints: { a: x^2 + y^2 = -1 }', 'initial: { x: 1 }');
    expect(finding.summary).toMatch(/“a” cannot be satisfied/);
  });

  it('calls a straightened linkage singular here, not redundant', () => {
    const finding = rankOf(
      'coordinates: [x1, y1, x2, y2]',
      'constraints: { a: x1^2 + y1^2 = 1, b: (x2-x1)^2 + (y2-y1)^2 = 4, c: (x2-2)^2 + y2^2 = 1 }',
      'initial: { x1: 1, x2: 3 }',
    );
    expect(finding).toMatchObject({ verdict: 'fail', measured: { rank: 2 } });
    expect(finding.summary).toMatch(/singular: the rank is 2 here but 3 nearby/);
    expect(finding.advice).toMatch(/another configuration/);
  });

  it('calls the tip of a cone singular here', () => {
    const finding = rankOf(
      'coordinates: [x, y, z]',
      'constraints: { cone: x^2 + y^2 = z^2 }',
      'initial: { p_x: 1 }',
    );
    expect(finding.summary).toMatch(/singular: the rank is 0 here but 1 nearby/);
  });

  it('finds a gradient that vanishes on the whole constraint', () => {
    const finding = rankOf(
      'coordinates: [x, y]',
      'constraints: { squared: (x^2 + y^2 - 1)^2 }',
      'initial: { x: 1 }',
    );
    expect(finding.summary).toMatch(/gradient of “squared” is zero/);
    expect(finding.advice).toMatch(/f = 0 instead of f\^2/);
  });

  it('warns of gradients that are almost parallel', () => {
    const finding = rankOf(
      'coordinates: [x, y, z]',
      'constraints: { a: x = 0, b: x + 1e-7*y = 0 }',
      'initial: { z: 1 }',
    );
    expect(finding.verdict).toBe('warn');
    // The angle between the gradients is 1e-7, so the smallest singular value is 1e-7/√2.
    expect(Number(finding.measured['smallest singular value'])).toBeCloseTo(1e-7 / Math.SQRT2, 12);
  });

  it('names a redundant link among many', () => {
    const problem = written(
      'coordinates: { r: [150] }',
      'constraints:',
      '  links: { each: "i in 1..149", equation: "r[i] - r[i-1] = 0" }',
      '  ends: r[149] - r[0] = 0',
    );
    const { finding, rank, independent } = checkRank(problem, problem.initial);
    expect(rank).toBe(149);
    expect(independent).toHaveLength(149);
    expect(finding.summary).toMatch(/1 of 150 constraints is redundant/);
  });
});
