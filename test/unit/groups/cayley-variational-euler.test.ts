// The method against the printed scheme, and against the discrete action that it comes from.

import { describe, expect, it } from 'vitest';
import { cayleyVariationalEuler } from '../../../src/groups/cayley-variational-euler.ts';
import { createBodyConversions, type RigidBody, rigidBodyOf } from '../../../src/groups/rigid-body.ts';
import { advance } from '../../../src/run/stepper.ts';
import { derivative, distance } from '../differences.ts';
import { stepped } from '../flows/measure.ts';
import { bodies, catalogue } from './bodies.ts';
import {
  axis,
  cayley,
  combine,
  diagonal,
  exponential,
  flat,
  hat,
  identity,
  inverse,
  type Matrix,
  matrix,
  product,
  transpose,
} from './matrices.ts';

const h = 0.1;
const cube = (S: Matrix) => product(transpose(S), S, transpose(S));

/** Ω̂ₖ₊₁ of (4.12), by fixed-point iteration on the printed equation with the printed torque (4.13) for Bμ = 1. */
function printedVelocity(R: Matrix, before: Matrix): number[][] {
  const e3 = [0, 0, 1];
  const torque = combine(1, product(hat(R[2]), hat(e3)), -1, product(hat(e3), hat(R[2])));
  let next = before.map(row => [...row]);
  for (let k = 0; k < 60; k++) {
    const change = combine((h * h) / 4, combine(1, cube(next), -1, cube(before)), h, torque);
    next = combine(1, before, 1, change);
  }
  return next;
}

describe('the printed scheme (4.12) for I = 1', () => {
  it('is this method, started with the momentum that belongs to the printed velocity', () => {
    const problem = catalogue('magnetised-rigid-body');
    const Omega = [1, 0.2, 0.1];
    let [R, velocity]: Matrix[] = [identity, hat(Omega)];
    for (let k = 0; k < 40; k++) {
      velocity = printedVelocity(R, velocity);
      R = product(R, cayley(axis(velocity).map(w => h * w)));
    }
    // The momentum of the printed Ω is (1 + h²|Ω|²/4)Ω, and P = ½ R Π̂.
    const factor = 1 + (h * h * (1 + 0.04 + 0.01)) / 4;
    const start = Float64Array.from([...flat(identity), ...flat(hat(Omega)).map(w => 0.5 * factor * w)]);
    const end = advance(cayleyVariationalEuler(problem), start, h, 40);
    expect(distance(end.slice(0, 9), flat(R))).toBeLessThan(1e-14);
  });
});

/** cay⁻¹(F) = 2(F − 1)(F + 1)⁻¹. */
const inverseCayley = (F: Matrix) =>
  axis(product(combine(2, F, -2, identity), inverse(combine(1, F, 1, identity))));

describe.each(bodies)('the discrete Lagrangian h(½ξᵀIξ − V(R₀)), ξ = cay⁻¹(R₀ᵀR₁)/h: %s', (_, problem) => {
  const body = rigidBodyOf(problem) as RigidBody;
  const conversions = createBodyConversions(body);
  const momentum = (z: Float64Array) => {
    const x = new Float64Array(12);
    conversions.read(z, x);
    return x.slice(9);
  };
  const lagrangian = (R0: Matrix, R1: Matrix) => {
    const xi = inverseCayley(product(transpose(R0), R1)).map(x => x / h);
    const kinetic = xi.reduce((sum, x, i) => sum + 0.5 * body.I[i] * x * x, 0);
    return (
      h * (kinetic - body.V.potential(Float64Array.from([...flat(R0), ...new Array<number>(9).fill(0)])))
    );
  };
  const turned = (R: Matrix, k: number, s: number) =>
    product(R, exponential([0, 1, 2].map(i => (i === k ? s : 0))));
  const z0 = advance(cayleyVariationalEuler(problem), problem.initial, h, 2);
  const z1 = stepped(cayleyVariationalEuler(problem), z0, h);
  const [R0, R1] = [matrix(z0), matrix(z1)];

  it('has the momenta of both ends as its derivatives', () => {
    const atStart = [0, 1, 2].map(k => -derivative(s => lagrangian(turned(R0, k, s), R1), 0));
    const atEnd = [0, 1, 2].map(k => derivative(s => lagrangian(R0, turned(R1, k, s)), 0));
    expect(distance(momentum(z0), atStart)).toBeLessThan(1e-11);
    expect(distance(momentum(z1), atEnd)).toBeLessThan(1e-11);
  });

  it('and the hidden constraint holds: P = R Ω̂ J with Ω = I⁻¹Π', () => {
    const Omega = momentum(z1).map((value, i) => value / body.I[i]);
    expect(distance(z1.slice(9), flat(product(R1, hat(Omega), diagonal(body.J))))).toBeLessThan(1e-15);
  });
});
