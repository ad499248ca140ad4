import { describe, expect, it } from 'vitest';
import { check } from '../../../src/analysis/check.ts';
import { load } from '../../../src/file/load.ts';

const finding = (text: string) => {
  const report = check(load(text));
  return { ...report.findings.find(({ id }) => id === 'overlap'), whole: report.verdict };
};
const argons = (places: string, more = '') =>
  `particles: { molecules: { argon: 3 }, positions: [${places}] ${more} }`;

describe('overlapping atoms', () => {
  it.each([
    ['[0, 0, 0], [1.2, 0, 0], [9, 0, 0]', '', 'fail'],
    ['[0, 0, 0], [2.2, 0, 0], [9, 0, 0]', '', 'warn'],
    ['[0, 0, 0], [3.5, 0, 0], [9, 0, 0]', '', 'pass'],
    // Neighbours through the wall of the box.
    ['[0.1, 5, 5], [14, 5, 5], [19.5, 5, 5]', ', box: 20', 'fail'],
    // A kernel of WebAssembly in place of the plain term hides nothing.
    ['[0, 0, 0], [8, 0, 0], [8.9, 0, 0]', ', box: 20', 'fail'],
    // Distances that nobody feels.
    [
      '[0, 0, 0], [0, 0, 0], [9, 0, 0]',
      ', rods: [[0, 2, 9]], bonds: [{ between: [0, 1], length: 0, stiffness: 1 }]',
      'pass',
    ],
  ])('%s%s: %s', (places, more, verdict) => {
    expect(finding(argons(places, more)).verdict).toBe(verdict);
  });

  it('are named with their molecules and their distance', () => {
    const { summary, advice, measured, whole } = finding(argons('[9, 0, 0], [0, 0, 0], [0, 1.25, 0]'));
    expect(summary).toMatch(/Atom 1 \(AR of AR 1\) and atom 2 \(AR of AR 2\) are 1\.25 Å apart.*3\.4 Å/);
    expect(advice).toMatch(/Correct the positions/);
    expect(measured?.['smallest distance']).toBeCloseTo(1.25, 12);
    expect(whole).toBe('fail');
  });

  it('the worst by size is named, not the nearest: hydrogen bonds are short', () => {
    const text = `
      particles:
        molecules: { tip3p: 2, argon: 1 }
        box: 30
        positions: [[0,0,0], [0.7569503,0.5858823,0], [-0.7569503,0.5858823,0], [1.8,1.4,0], [2.5569503,1.9858823,0], [1.0430497,1.9858823,0], [0,-1.5,0]]`;
    expect(finding(text).summary).toMatch(
      /Atom 0 \(OW of SOL 0\) and atom 6 \(AR of AR 2\) are 1\.5 Å apart/,
    );
  });

  it('charges without a core may not come near each other', () => {
    const hydrogens = `
      particles:
        molecules: { tip3p: 2 }
        positions: [[0,0,0], [0.7569503,0.5858823,0], [-0.7569503,0.5858823,0], [1.9139006,0,0], [1.1569503,0.5858823,0], [2.6708509,0.5858823,0]]`;
    expect(finding(hydrogens)).toMatchObject({ verdict: 'fail', whole: 'fail' });
    expect(finding(hydrogens).summary).toMatch(/atom 4 \(HW1 of SOL 1\) are 0\.4 Å apart/);
  });

  it('inside a molecule they are a warning: the model may mean it', () => {
    const text = `
      particles:
        molecules: { m: { sites: { A: { mass: 1, sigma: 3, epsilon: 1, at: [0, 0, 0] }, B: { mass: 1, at: [1, 0, 0] }, C: { mass: 1, kind: A, at: [1, 1, 0] } }, rods: [[A, B], [B, C]] } }`;
    expect(finding(text)).toMatchObject({ verdict: 'warn', whole: 'warn' });
    expect(finding(text).advice).toMatch(/Exclude the pair/);
  });

  it('one place for two is named also where only a formula acts', () => {
    const text = `
      particles:
        models: { dust: { sites: { A: { mass: 1 } } } }
        molecules: { dust: 2 }
        positions: [[1, 1, 1], [1, 1, 1]]
        forces: { pair-potentials: { push: 1/r } }`;
    expect(finding(text).summary).toMatch(/Atom 0 \(A of dust 0\) and atom 1 \(A of dust 1\) are 0 Å apart/);
  });
});

describe('rods in the words of the check', () => {
  it('have the names of their atoms', () => {
    const problem = load('particles: { molecules: { tip3p: 1 } }');
    const initial = problem.initial.slice();
    initial[0] += 0.05;
    const { findings } = check({ ...problem, initial });
    const words = findings.map(({ summary, advice }) => `${summary} ${advice}`).join(' ');
    expect(words).toMatch(/rod \d \((OW–HW1|OW–HW2) of SOL 0\)/);
    expect(words).not.toMatch(/rods\[/);
  });
});
