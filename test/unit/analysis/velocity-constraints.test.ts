import { describe, expect, it } from 'vitest';
import { checkVelocityConstraints } from '../../../src/analysis/velocity-constraints.ts';
import { catalogue, written } from './problems.ts';

const finding = (...lines: string[]) => checkVelocityConstraints(written(...lines));

describe('constraints that are linear in momenta', () => {
  const knife = (mass: string) => [
    'coordinates: [x, y, a]',
    mass,
    'constraints: { knife: p_x*sin(a) - p_y*cos(a) = 0 }',
    'initial: { p_x: 1, p_a: 1 }',
  ];

  it('are not integrable for a knife edge, whatever its mass', () => {
    for (const mass of ['mass: 1', 'mass: [2, 2, 0.1]']) {
      const found = finding(...knife(mass));
      expect(found).toMatchObject({ id: 'velocities', verdict: 'warn' });
      expect(found?.summary).toMatch(/“knife” is linear .* not integrable/);
    }
  });

  it('are not integrable for a disc that rolls upright', () => {
    const found = finding(
      'coordinates: [x, y, a, s]',
      'constraints: { u: p_x = p_s*cos(a), v: p_y = p_s*sin(a) }',
      'initial: { a: 0.3 }',
    );
    expect(found?.summary).toMatch(/“u” and “v” are linear .* not integrable/);
  });

  it('are integrable for a gradient, with an integrating factor too, and in two coordinates', () => {
    // ½ d(x² + y² + z²); e^{xy}(y dx + x dy + dz); any form of two variables.
    for (const [names, equation] of [
      ['[x, y, z]', 'x*p_x + y*p_y + z*p_z = 0'],
      ['[x, y, z]', 'exp(x*y)*(y*p_x + x*p_y + p_z) = 0'],
      ['[x, y]', 'p_x*sin(x*y) + p_y*exp(x) = 0'],
      ['[x, y, z]', 'x*p_x + y*p_y + z*p_z = 3'],
    ]) {
      const found = finding(`coordinates: ${names}`, `constraints: { c: ${equation} }`, 'initial: { x: 1 }');
      expect(found?.summary, equation).toMatch(/“c” is linear .* \(it is integrable\)/);
      expect(found?.measured['dθ on the kernel of θ'], equation).toBeLessThan(1e-8);
    }
  });

  it('count coordinates among the equations: a form that is not integrable in space is on a surface', () => {
    const contact = ['coordinates: [x, y, z]', 'initial: { x: 1 }'];
    expect(finding(...contact, 'constraints: { c: p_z = y*p_x }')?.summary).toMatch('not integrable');
    expect(finding(...contact, 'constraints: { c: p_z = y*p_x, plane: y = 0 }')?.summary).toMatch(
      '(it is integrable)',
    );
  });

  it('are not integrable where the right-hand side depends on coordinates: y′ = x', () => {
    expect(finding('coordinates: [x, y]', 'constraints: { c: p_y = x }')?.summary).toMatch('not integrable');
    expect(finding('coordinates: [x, y]', 'constraints: { c: p_y = 2 }')?.summary).toMatch(
      '(it is integrable)',
    );
  });

  it('know the velocities of a Hamiltonian that is not separable', () => {
    // v_x = p_x/(1 + y²), so that p_x = (1 + y²) v_x: d((1 + y²) dx) ≠ 0, but its kernel is the coordinate planes x = const.
    const lines = ['coordinates: [x, y, z]', 'hamiltonian: p_x^2/(1+y^2)/2 + p_y^2/2 + p_z^2/2'];
    expect(finding(...lines, 'constraints: { c: p_x = 0 }')?.summary).toMatch('(it is integrable)');
    expect(finding(...lines, 'constraints: { c: p_x + p_z = 0 }')?.summary).toMatch('not integrable');
  });

  it('are none among constraints of coordinates, of higher degree, or without velocities', () => {
    for (const name of ['double-pendulum', 'ellipsoid', 'harmonic-constraint-a', 'index-one'])
      expect(checkVelocityConstraints(catalogue(name)), name).toBeNull();
    const vortices = 'hamiltonian: log(x^2 + p_x^2 + 1) + y*p_y';
    expect(finding('coordinates: [x, y]', vortices, 'constraints: { c: p_x = 0 }')).toBeNull();
  });
});
