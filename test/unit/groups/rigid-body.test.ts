import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createKick } from '../../../src/groups/body-flows.ts';
import { createBodyConversions, type RigidBody, rigidBodyOf } from '../../../src/groups/rigid-body.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { along, derivative, distance } from '../differences.ts';
import { randomVector, seeded } from '../linalg/seeded.ts';
import { bodies, bodyWith, catalogue, exactStart, names, orthogonality } from './bodies.ts';
import {
  axis,
  combine,
  diagonal,
  exponential,
  flat,
  hat,
  type Matrix,
  matrix,
  product,
  transpose,
} from './matrices.ts';

function bodyOf(problem: Problem): RigidBody {
  const body = rigidBodyOf(problem);
  if (typeof body === 'string') throw new Error(body);
  return body;
}

const random = seeded(5);
const rotation = exponential([0.9, -0.5, 1.3]);
const problem = bodyWith('R[2][2] + sin(R[0][1]*R[1][0]) + R[1][2]^3', [0.3, 0.8, 1.1], [0.4, -1.2, 0.6]);
const body = bodyOf(problem);
const convert = createBodyConversions(body);

describe('a rigid body is recognised', () => {
  it.each(names)('%s begins where the independent solution begins', name => {
    expect(distance(catalogue(name).initial, exactStart(name))).toBeLessThan(1e-15);
  });

  it.each(bodies)('%s, with its moments of inertia', (_, given) => {
    const { I1, I2, I3, J1, J2, J3 } = given.parameters;
    const { I, J } = bodyOf(given);
    expect(distance(I, [I1, I2, I3])).toBeLessThan(1e-15);
    expect(distance(J, [J1, J2, J3])).toBeLessThan(1e-15);
  });

  it('also from RRᵀ = 1 and from combinations of the six equations', () => {
    const other = load(`
coordinates: { R: [3, 3] }
constraints:
  lengths: { each: "i in 0..2", equation: "norm2(R[i]) = 1" }
  a: dot(R[0], R[1]) + dot(R[1], R[2])
  b: 1e6*(dot(R[1], R[2]) + norm2(R[0]) - 1)
  c: dot(R[2], R[0])`);
    expect(bodyOf(other).I).toEqual(Float64Array.of(2, 2, 2));
  });
});

describe('anything else is refused with the reason', () => {
  const written = (constraints: string, rest = '') =>
    load(`coordinates: { R: [3, 3] }\nconstraints:${constraints}\n${rest}`);
  const lengths = '\n  length: { each: "j in 0..2", equation: "sum(i, 0, 2, R[i][j]^2) = 1" }';

  it.each([
    ['another number of coordinates', catalogue('spherical-pendulum'), 'it has 3 coordinates'],
    [
      'H that is not separable',
      load(`coordinates: { R: [3, 3] }\nhamiltonian: norm2(p_R[0])*R[0][0]\nconstraints:${orthogonality}`),
      'it needs H = ½pᵀM⁻¹p + V(R)',
    ],
    ['too few constraints', written(lengths), 'it has 3 constraints, not the 6'],
    [
      'masses by row',
      written(orthogonality, 'mass: { "R[0]": 1, "R[1]": 1, "R[2]": 2 }'),
      'the masses in column 0 of R differ',
    ],
    ['three particles that are joined', catalogue('rigid-top'), 'does not hold for every rotation matrix'],
    [
      'a rotation matrix of another size',
      written(orthogonality.replace('= 1', '= 2')),
      'the constraint “length[0]” does not hold for every rotation matrix',
    ],
    [
      'dependent constraints',
      written(`${lengths}
  a: sum(i, 0, 2, R[i][0]*R[i][1])
  b: sum(i, 0, 2, R[i][1]*R[i][2])
  c: sum(i, 0, 2, R[i][0]*R[i][1] + R[i][1]*R[i][2])`),
      'its constraints do not imply RᵀR = 1',
    ],
    [
      'constraints that vanish to second order',
      written(orthogonality.replace('sum(i, 0, 2, R[i][2]*R[i][0])', 'sum(i, 0, 2, R[i][2]*R[i][0])^2')),
      'its constraints do not imply RᵀR = 1',
    ],
  ])('%s', (_, given, reason) => {
    expect(rigidBodyOf(given)).toContain(reason);
  });
});

describe('the body state', () => {
  const Omega = [0.7, -0.2, 1.5];
  const P = product(rotation, hat(Omega), diagonal(body.J));
  const z = Float64Array.from([...flat(rotation), ...flat(P)]);
  const read = (at: Float64Array) => {
    const x = new Float64Array(12);
    convert.read(at, x);
    return x;
  };
  const write = (x: Float64Array) => {
    const out = new Float64Array(18);
    convert.write(x, out);
    return out;
  };

  it('has Π = IΩ, and the energy is ½ ΩᵀIΩ + V', () => {
    expect(
      distance(
        read(z).slice(9),
        Omega.map((w, i) => body.I[i] * w),
      ),
    ).toBeLessThan(1e-15);
    const kinetic = Omega.reduce((sum, w, i) => sum + 0.5 * body.I[i] * w * w, 0);
    expect(problem.H.value(z)).toBeCloseTo(kinetic + body.V.potential(z), 14);
  });

  it('comes back to the same state, and to the hidden manifold from any P of the fibre', () => {
    expect(distance(write(read(z)), z)).toBeLessThan(1e-15);
    const S = matrix(randomVector(9, random));
    const slid = combine(1, P, 1, product(rotation, combine(1, S, 1, transpose(S))));
    const beside = Float64Array.from([...flat(rotation), ...flat(slid)]);
    expect(distance(beside, z)).toBeGreaterThan(0.1);
    expect(distance(write(read(beside)), z)).toBeLessThan(2e-15);
  });

  it('has exact derivatives both ways, off the rotations too', () => {
    const [at, dz, dx] = [randomVector(18, random), randomVector(18, random), new Float64Array(12)];
    convert.readTangent(at, dz, dx);
    expect(distance(dx, along(read, at, dz))).toBeLessThan(1e-12);
    const [x, direction, image] = [
      randomVector(12, random),
      randomVector(12, random),
      new Float64Array(18).fill(9),
    ];
    convert.writeTangent(x, direction, image);
    expect(distance(image, along(write, x, direction))).toBeLessThan(1e-12);
  });

  it('is driven by the torque −dV along turns of the body', () => {
    const kick = createKick(body);
    const x = Float64Array.from([...flat(rotation), 0, 0, 0]);
    kick.apply(x, 1);
    const V = (R: Matrix) =>
      body.V.potential(Float64Array.from([...flat(R), ...new Array<number>(9).fill(0)]));
    const slopes = [0, 1, 2].map(k =>
      derivative(s => V(product(rotation, exponential([0, 1, 2].map(i => (i === k ? s : 0))))), 0),
    );
    expect(
      distance(
        x.slice(9),
        slopes.map(slope => -slope),
      ),
    ).toBeLessThan(1e-11);
  });

  it('has the printed torque Bμ (Rᵀe₃) × e₃ of the magnetised body', () => {
    const Bmu = 1.7;
    const kick = createKick(bodyOf(catalogue('magnetised-rigid-body', { Bmu })));
    const x = Float64Array.from([...flat(rotation), 0, 0, 0]);
    kick.apply(x, 0.5);
    const e3 = [0, 0, 1];
    const cross = axis(
      combine(1, product(hat(rotation[2]), hat(e3)), -1, product(hat(e3), hat(rotation[2]))),
    );
    expect(
      distance(
        x.slice(9),
        cross.map(c => 0.5 * Bmu * c),
      ),
    ).toBeLessThan(1e-15);
  });
});
