import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createPieceCheck, indefiniteQuadrics, isConnectedQuadric } from '../../../src/run/quadrics.ts';
import { simulate } from '../../../src/run/simulate.ts';

const inSpace = (...equations: readonly string[]) =>
  load(
    `coordinates: [x, y, z]\nconstraints: { ${equations.map((equation, i) => `c${i}: ${equation} = 1`).join(', ')} }\ninitial: { x: 1 }`,
  );

describe('constraints of degree two', () => {
  it('are told by the signs of the eigenvalues of their Hessians', () => {
    const equations = [
      'x^2 + y^2',
      'x^2 - y^2',
      'x*y',
      'x^2 + z',
      'x^2 + 2*y^2 - z^2/1000',
      'x',
      '(x - y)^2',
    ];
    expect(indefiniteQuadrics(inSpace(...equations))).toEqual([1, 2, 4]);
  });

  it('are one piece without a second root that does not turn the gradient over: one constraint, not indefinite, of degree two', () => {
    expect(isConnectedQuadric(inSpace('x^2 + y^2 + z^2'))).toBe(true);
    for (const equations of [['x^2 - y^2'], ['x^2', 'y^2'], ['x^4']])
      expect(isConnectedQuadric(inSpace(...equations)), equations.join()).toBe(false);
  });

  it('have two states on one branch of a hyperbola, or not', () => {
    const hyperbola = inSpace('x^2 - y^2');
    const weights = Float64Array.of(1e-2, 1, 1);
    const check = createPieceCheck(hyperbola, weights, [0]);
    const at = (side: number, y: number) => Float64Array.of(side * Math.sqrt(1 + y * y), y, 0, 0, 0, 0);
    const gradient = (z: Float64Array) => {
      const out = new Float64Array(hyperbola.g.jacobianPattern.index.length);
      hyperbola.g.jacobian(z, out);
      return out;
    };
    const between = (a: Float64Array, b: Float64Array) => check(a, gradient(a), b, gradient(b));
    for (const y of [0.001, 0.3, 1, 10]) {
      // Not turned over in this metric: 10⁻² x x₀ < y y₀.
      for (const other of [0.001, 0.3, 1, 10]) expect(between(at(1, y), at(-1, other))).toBe(0);
      expect(between(at(1, y), at(1, 1.01 * y))).toBe(-1);
    }
  });

  it('stay on their branch of a hyperbola, whatever the masses, the method and the step', () => {
    // The force pulls a long step across the gap to where the light direction leads to the other branch.
    const text = `
      coordinates: [x, y]
      mass: [100, 1]
      potential: -2*y
      constraints: { c: x^2 - y^2 = 1 }
      initial: { x: 1.2, y: sqrt(0.44), p_x: -100, p_y: -1.2/sqrt(0.44) }`;
    const hyperbola = load(text);
    for (const method of ['rattle', 'shake', 'rattle-4', 'shake-position', 'bdf2'])
      for (let step = 0.05; step < 5; step += 0.15) {
        const { failure, state } = simulate(hyperbola, { method, step, until: 4 * step });
        if (!failure) expect(state.q[0], `${method} with step ${step}`).toBeGreaterThan(0);
      }
  });
});
