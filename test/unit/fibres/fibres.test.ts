import { describe, expect, it } from 'vitest';
import { chooseFibre } from '../../../src/fibres/choose-fibre.ts';
import type { Fibre } from '../../../src/fibres/fibre.ts';
import { generalFibre } from '../../../src/fibres/general.ts';
import { quadraticFibre } from '../../../src/fibres/quadratic.ts';
import { shear } from '../../../src/fibres/shear.ts';
import { load } from '../../../src/file/load.ts';
import { along, distance } from '../differences.ts';
import { randomVector, seeded } from '../linalg/seeded.ts';

const problemWith = (constraints: string) => load(`coordinates: [x, y]\nconstraints: { ${constraints} }`);

const holonomicQuadratic = problemWith('a: x^2 + y^2 = 1, b: x*y - 2*x = 1');
const holonomicGeneral = problemWith('a: sin(x)*y = 1, b: x^3 = y');
const phaseSphere = problemWith('a: x^2 + y^2 + p_x^2 + p_y^2 = 1');
const affine = problemWith('a: x*p_y - y*p_x + 2*x - p_y = 1');
/** {a, b} ≠ 0: the slide by λ is the flow of λ₁a + λ₂b, not one slide after the other. */
const notCommuting = problemWith('a: x^2 + p_x^2 = 1, b: x*p_y + y^2 = 1');
const general = problemWith('a: "x^2*p_x + p_y^3/3 = 1"');

const random = seeded(12);
const z = randomVector(4, random);

function slide(fibre: Fibre, at: Float64Array, lambda: ArrayLike<number>): Float64Array {
  const out = new Float64Array(at.length);
  expect(fibre.slide(at, Float64Array.from(lambda), out).ok).toBe(true);
  return out;
}
const made = (fill: (out: Float64Array) => void) => {
  const out = new Float64Array(4).fill(7);
  fill(out);
  return out;
};

const overlaps: [string, Fibre, Fibre, number][] = [
  ['shear and quadratic', shear(holonomicQuadratic.g, 2), quadraticFibre(holonomicQuadratic.g, 2), 2],
  ['shear and general', shear(holonomicGeneral.g, 2), generalFibre(holonomicGeneral.g, 2), 2],
  ['quadratic and general, on a sphere', quadraticFibre(phaseSphere.g, 2), generalFibre(phaseSphere.g, 2), 1],
  ['quadratic and general, affine', quadraticFibre(affine.g, 2), generalFibre(affine.g, 2), 1],
  [
    'quadratic and general, not commuting',
    quadraticFibre(notCommuting.g, 2),
    generalFibre(notCommuting.g, 2),
    2,
  ],
];

describe.each(overlaps)('where they overlap, %s', (_, one, other, m) => {
  const lambda = randomVector(m, random);
  const [v, dlambda] = [randomVector(4, random), randomVector(m, random)];

  it('slide alike', () => {
    expect(distance(slide(one, z, lambda), slide(other, z, lambda))).toBeLessThan(1e-13);
  });

  it('have the same derivatives', () => {
    slide(one, z, lambda);
    slide(other, z, lambda);
    expect(
      distance(
        made(out => one.push(v, out)),
        made(out => other.push(v, out)),
      ),
    ).toBeLessThan(1e-12);
    expect(
      distance(
        made(out => one.pushLambda(dlambda, out)),
        made(out => other.pushLambda(dlambda, out)),
      ),
    ).toBeLessThan(1e-12);
  });
});

const problems = { holonomicQuadratic, holonomicGeneral, phaseSphere, affine, notCommuting, general };

describe.each(Object.entries(problems))('the fibre of %s', (_, problem) => {
  const { m } = problem.g;
  const fibre = chooseFibre(problem);
  const lambda = randomVector(m, random).map(t => 0.4 * t);
  const value = (at: Float64Array) => {
    const out = new Float64Array(m);
    problem.g.value(at, out);
    return out;
  };

  it('is the identity for λ = 0, and a group along one direction', () => {
    expect(distance(slide(fibre, z, new Float64Array(m)), z)).toBeLessThan(1e-15);
    const half = lambda.map(t => t / 2);
    const twice = slide(fibre, slide(fibre, z, half), half);
    expect(distance(twice, slide(fibre, z, lambda))).toBeLessThan(1e-13);
    const back = slide(
      fibre,
      slide(fibre, z, lambda),
      lambda.map(t => -t),
    );
    expect(distance(back, z)).toBeLessThan(1e-13);
  });

  it('keeps λ·g, and g itself where there is one constraint', () => {
    const kept = (at: Float64Array) => value(at).reduce((sum, gi, i) => sum + gi * lambda[i], 0);
    expect(kept(slide(fibre, z, lambda))).toBeCloseTo(kept(z), 13);
    if (m === 1) expect(distance(value(slide(fibre, z, lambda)), value(z))).toBeLessThan(1e-13);
  });

  it('pushes vectors as differences do', () => {
    const v = randomVector(4, random);
    const dlambda = randomVector(m, random);
    const byState = along(at => slide(fibre, at, lambda), z, v);
    slide(fibre, z, lambda);
    expect(
      distance(
        made(out => fibre.push(v, out)),
        byState,
      ),
    ).toBeLessThan(1e-10);
    const byLambda = along(at => slide(fibre, z, at), lambda, dlambda);
    slide(fibre, z, lambda);
    expect(
      distance(
        made(out => fibre.pushLambda(dlambda, out)),
        byLambda,
      ),
    ).toBeLessThan(1e-10);
    // A second question about the same slide must have the same answer.
    expect(
      distance(
        made(out => fibre.push(v, out)),
        byState,
      ),
    ).toBeLessThan(1e-10);
  });

  it('is symplectic', () => {
    slide(fibre, z, lambda);
    const [u, v] = [randomVector(4, random), randomVector(4, random)];
    const omega = (a: Float64Array, b: Float64Array) => a[0] * b[2] + a[1] * b[3] - a[2] * b[0] - a[3] * b[1];
    const image = omega(
      made(out => fibre.push(u, out)),
      made(out => fibre.push(v, out)),
    );
    expect(image).toBeCloseTo(omega(u, v), 12);
  });
});

describe('exact slides', () => {
  it('turn the phase sphere by e^{−2it}', () => {
    for (const t of [0.3, -1.7, 25]) {
      const [c, s] = [Math.cos(2 * t), Math.sin(2 * t)];
      // ζ = q + ip ↦ e^{−2it} ζ
      const exact = [c * z[0] + s * z[2], c * z[1] + s * z[3], c * z[2] - s * z[0], c * z[3] - s * z[1]];
      expect(distance(slide(chooseFibre(phaseSphere), z, [t]), exact)).toBeLessThan(2e-14);
    }
  });

  it('shear momenta by −Gᵀλ and leave q as it is, to the bit', () => {
    const out = slide(shear(holonomicGeneral.g, 2), z, [0.5, -2]);
    expect([out[0], out[1]]).toEqual([z[0], z[1]]);
    expect(out[2]).toBeCloseTo(z[2] - 0.5 * Math.cos(z[0]) * z[1] + 2 * 3 * z[0] ** 2, 14);
    expect(out[3]).toBeCloseTo(z[3] - 0.5 * Math.sin(z[0]) - 2, 14);
  });

  it('follow x ↦ x/(1 − λx) for g = x²p, and fail where that ends', () => {
    const cubic = load('coordinates: [x]\nconstraints: { a: x^2*p_x = 1 }');
    const fibre = chooseFibre(cubic);
    const [x, p] = [0.8, 1.3];
    const out = slide(fibre, Float64Array.of(x, p), [0.5]);
    expect(out[0]).toBeCloseTo(x / (1 - 0.5 * x), 13);
    expect(out[1]).toBeCloseTo(p * (1 - 0.5 * x) ** 2, 13);
    const outcome = fibre.slide(Float64Array.of(x, p), Float64Array.of(2), out);
    expect(outcome.ok).toBe(false);
  });

  it('are chosen by the kind of the constraints', () => {
    // Constraints with a kink are not quadratic on one side only.
    const kink = load('coordinates: [x]\nconstraints: { a: abs(p_x) + x = 1 }');
    const out = slide(chooseFibre(kink), Float64Array.of(0.5, -2), [0.3]);
    expect(distance(out, [0.5 - 0.3, -2 - 0.3])).toBeLessThan(1e-13);
  });

  it('do not commute when the constraints do not', () => {
    const fibre = chooseFibre(notCommuting);
    const together = slide(fibre, z, [0.5, 0.5]);
    const inTurn = slide(fibre, slide(fibre, z, [0.5, 0]), [0, 0.5]);
    expect(distance(together, inTurn)).toBeGreaterThan(1e-2);
  });
});
