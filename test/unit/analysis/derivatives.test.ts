import { describe, expect, it } from 'vitest';
import { checkDerivatives } from '../../../src/analysis/derivatives.ts';
import type { Constraints } from '../../../src/problem/constraints.ts';
import type { Hamiltonian } from '../../../src/problem/hamiltonian.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { catalogue, written } from './problems.ts';

const withH = (problem: Problem, change: Partial<Hamiltonian>): Problem => ({
  ...problem,
  H: { ...problem.H, ...change },
});
const withG = (problem: Problem, change: Partial<Constraints>): Problem => ({
  ...problem,
  g: { ...problem.g, ...change },
});

describe('derivatives', () => {
  it.each(['torus', 'double-pendulum', 'sphere-particles', 'index-one', 'chain', 'harmonic-constraint-a'])(
    'of %s are right',
    name => {
      const finding = checkDerivatives(catalogue(name));
      expect(finding.verdict).toBe('pass');
      expect(Number(finding.measured.comparisons)).toBeGreaterThan(10);
    },
  );

  it('names a wrong derivative of H', () => {
    const problem = catalogue('double-pendulum');
    const wrong = withH(problem, {
      gradient(z, out) {
        problem.H.gradient(z, out);
        out[3] *= 1.01;
      },
    });
    const finding = checkDerivatives(wrong);
    expect(finding.verdict).toBe('fail');
    expect(finding.summary).toMatch(/derivative of the hamiltonian by y2/);
  });

  it('names a wrong derivative of H in a long chain', () => {
    const problem = catalogue('chain', { N: 300 });
    const wrong = withH(problem, {
      gradient(z, out) {
        problem.H.gradient(z, out);
        out[2 * 217 + 1] += 0.5;
      },
    });
    expect(checkDerivatives(wrong).summary).toMatch(/derivative of the hamiltonian by r\[217\]\[1\]/);
  });

  it('names a wrong derivative of a constraint', () => {
    const problem = catalogue('four-bar-linkage');
    const entry = problem.g.jacobianPattern.start[2];
    const wrong = withG(problem, {
      jacobian(z, out) {
        problem.g.jacobian(z, out);
        out[entry + 1] = -out[entry + 1];
      },
    });
    expect(checkDerivatives(wrong)).toMatchObject({ verdict: 'fail' });
    expect(checkDerivatives(wrong).summary).toMatch(/derivative of “rocker_rod” by y2/);
  });

  it('finds wrong second derivatives', () => {
    const problem = catalogue('sphere-particles');
    const H = withH(problem, {
      hessianTimes(z, v, out) {
        problem.H.hessianTimes(z, v, out);
        out[0] *= 2;
      },
    });
    expect(checkDerivatives(H).summary).toMatch(/second derivative of the hamiltonian by r\[0\]\[0\]/);
    const g = withG(problem, { second: (_z, _u, _v, out) => void out.fill(0) });
    expect(checkDerivatives(g).summary).toMatch(/second derivative of “sphere\[/);
  });

  it('warns of a kink at the start', () => {
    const finding = checkDerivatives(written('coordinates: [x, y]', 'potential: abs(x) + y^2'));
    expect(finding.verdict).toBe('warn');
    expect(finding.summary).toMatch(/hamiltonian \(by x\).*kink/);
  });

  it('does not blame fast or flat functions', () => {
    const fast = written('coordinates: [x]', 'potential: sin(1000*x)', 'initial: { x: 0.3, p_x: 1 }');
    expect(checkDerivatives(fast).verdict).toBe('pass');
    const flat = written('coordinates: [x, y]', 'constraints: { a: (x^2 + y^2 - 1)^2 }', 'initial: { x: 1 }');
    expect(checkDerivatives(flat).verdict).toBe('pass');
    const far = written('coordinates: [x]', 'potential: (x - 1e6)^4', 'initial: { x: 1000001 }');
    expect(checkDerivatives(far).verdict).toBe('pass');
  });
});
