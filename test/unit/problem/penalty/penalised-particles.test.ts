// The penalised system of particles against that of the same problem when nobody knows that it is made of particles.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { createShiftedMass } from '../../../../src/flows/newmark/implicit-acceleration.ts';
import type { Pattern } from '../../../../src/linalg/pattern.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import { molecularUnits } from '../../../../src/particles/units.ts';
import { problemFromParticles } from '../../../../src/problem/from/particles.ts';
import type { Curvature, Separable } from '../../../../src/problem/hamiltonian.ts';
import { penalised } from '../../../../src/problem/penalty/penalised.ts';
import { rodPenalty } from '../../../../src/problem/penalty/rod-curvature.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { advance } from '../../../../src/run/stepper.ts';
import { along, columns, distance } from '../../differences.ts';
import { randomVector, seeded } from '../../linalg/seeded.ts';

const omega = 20;
const cluster = (molecules: string) =>
  load(`particles: { molecules: ${molecules}, temperature: 150*K, seed: 3 }`);
const waters = cluster('{ tip3p: 3 }');

/** The first water held by its oxygen: rods end at a particle that is not in q. */
function held({ particles }: Problem): Problem {
  if (!particles) throw new Error('no particles');
  return problemFromParticles({ ...particles, name: 'held', system: { ...particles.system, anchored: [0] } });
}

const problems: [string, Problem][] = [
  ['waters', waters],
  ['rods and a chain', cluster('{ nitrogen: 2, butane: 1 }')],
  ['a water held by its oxygen', held(waters)],
];

function dense({ rows, cols, start, index }: Pattern, values: Float64Array): number[][] {
  return Array.from({ length: rows }, (_, i) => {
    const row = new Array<number>(cols).fill(0);
    for (let k = start[i]; k < start[i + 1]; k++) row[index[k]] = values[k];
    return row;
  });
}
const stiffOf = ({ H }: Problem): Curvature => H.separable?.stiff as Curvature;
const matrixOf = (curvature: Curvature, z: Float64Array) => {
  const entries = new Float64Array(curvature.hessianPattern.index.length).fill(9);
  curvature.hessian(z, entries);
  return dense(curvature.hessianPattern, entries).flat();
};

describe.each(problems)('the penalty on %s', (_, problem) => {
  const { n } = problem;
  const ours = penalised(problem, omega);
  const plain = penalised({ ...problem, particles: undefined }, omega);
  const random = seeded(4);
  // Stretched by some tenths of an ångström.
  const z = problem.initial.map(value => value + 0.2 * (random() - 0.5));
  const v = randomVector(2 * n, random);
  const filled = (fill: (out: Float64Array) => void, length = n) => {
    const out = new Float64Array(length).fill(9);
    fill(out);
    return out;
  };

  it('is H + ½ω²gᵀg with its derivatives', () => {
    expect(ours.g.m).toBe(0);
    expect(ours.initial).toEqual(problem.initial);
    expect(Math.abs(ours.H.value(z) / plain.H.value(z) - 1)).toBeLessThan(1e-13);
    const gradients = [ours, plain].map(({ H }) => filled(out => H.gradient(z, out), 2 * n));
    const products = [ours, plain].map(({ H }) => filled(out => H.hessianTimes(z, v, out), 2 * n));
    const size = Math.max(...products[1].map(Math.abs));
    expect(distance(gradients[0], gradients[1]) / size).toBeLessThan(1e-14);
    expect(distance(products[0], products[1]) / size).toBeLessThan(1e-14);
  });

  it('knows the curvature of its stiff part and nothing else', () => {
    const [a, b] = [ours, plain].map(one => matrixOf(stiffOf(one), z));
    expect(distance(a, b) / Math.max(...b.map(Math.abs))).toBeLessThan(1e-14);
    const along3 = (one: Problem) => filled(out => stiffOf(one).third(z, v, out));
    // The other one is a difference of second derivatives.
    expect(distance(along3(ours), along3(plain)) / Math.max(...along3(plain).map(Math.abs))).toBeLessThan(
      1e-8,
    );
  });

  it('is a force term whose gradient is that of its energy, and whose curvature that of its gradient', () => {
    const term = ours.particles?.terms.at(-1);
    if (!term || !ours.particles) throw new Error('no term');
    const { positions, count } = ours.particles.system;
    const x = positions.map(value => value + 0.1 * (random() - 0.5));
    const gradient = (at: Float64Array) => {
      const out = new Float64Array(3 * count);
      expect(term.addGradient(at, out)).toBe(term.energy(at));
      return out;
    };
    const scale = Math.max(...gradient(x).map(Math.abs));
    expect(distance(gradient(x), columns(at => [term.energy(at)], x).flat()) / scale).toBeLessThan(1e-9);
    const w = randomVector(3 * count, random);
    const image = new Float64Array(3 * count);
    term.addHessianTimes(x, w, image);
    expect(distance(image, along(gradient, x, w)) / Math.max(...image.map(Math.abs))).toBeLessThan(1e-9);
    // The virial of a quantity that scales like r: −Σ x ∂U/∂x in each direction.
    const virial = new Float64Array(3);
    term.addVirial(x, virial);
    const slope = gradient(x);
    const expected = [0, 1, 2].map(
      axis => -x.reduce((sum, value, i) => (i % 3 === axis ? sum + value * slope[i] : sum), 0),
    );
    expect(distance(virial, expected) / Math.max(...expected.map(Math.abs))).toBeLessThan(1e-12);
  });

  it('is stepped by the stiff method of Zhang and Skeel as the plain problem is', () => {
    const h = 1 * molecularUnits.fs;
    const [a, b] = [ours, plain].map(one =>
      advance(createMethod(one, 'zhang-skeel-stiff'), problem.initial, h, 20),
    );
    expect(distance(a, problem.initial)).toBeGreaterThan(0.01);
    expect(distance(a, b)).toBeLessThan(1e-11);
  });
});

describe('many molecules', () => {
  const problem = penalised(load('particles: { molecules: { tip3p: 40 } }'), omega);

  it('are solved molecule by molecule', () => {
    const { inverseMass, stiff } = problem.H.separable as Separable;
    const mass = inverseMass.map(w => 1 / w);
    expect(createShiftedMass(stiff as Curvature, mass).structure).toBe(
      'block diagonal (40 blocks, largest 9)',
    );
  });

  it('never ask for the curvature of the pair forces', () => {
    const H = problem.H;
    const separable = H.separable as Separable;
    const blind: Separable = Object.defineProperty(
      { ...separable, hessian: refuse, third: refuse },
      'hessianPattern',
      { get: refuse },
    );
    const flow = createMethod({ ...problem, H: { ...H, separable: blind } }, 'zhang-skeel-stiff');
    expect(advance(flow, problem.initial, 0.02, 3).every(Number.isFinite)).toBe(true);
  });
});

function refuse(): never {
  throw new Error('asked for V″');
}

it.each([0, -1, Number.NaN])('a stiffness of %d is refused', stiffness => {
  expect(() => rodPenalty({ rods: [] }, stiffness)).toThrow(/stiffness of rods/);
});
