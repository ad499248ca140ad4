import { describe, expect, it } from 'vitest';
import {
  addAxial,
  addTimesHat,
  cayleyDifferential,
  createOrthonormaliser,
  turnAbout,
  turnByCayley,
} from '../../../src/groups/so3.ts';
import { along, distance } from '../differences.ts';
import { randomVector, seeded } from '../linalg/seeded.ts';
import {
  axis,
  cayley,
  combine,
  exponential,
  flat,
  hat,
  inverse,
  matrix,
  orthogonalityError,
  product,
  transpose,
} from './matrices.ts';

const random = seeded(11);
const vector = () => randomVector(3, random);
const nine = () => randomVector(9, random);
const unit = (k: number, size: number) => [0, 1, 2].map(i => (i === k ? size : 0));

describe('turns of rows', () => {
  it.each([0, 1, 2])('about axis %d are the exponential', k => {
    const A = nine();
    const expected = product(matrix(A), exponential(unit(k, 0.7)));
    turnAbout(k, 0.7, A);
    expect(distance(A, flat(expected))).toBeLessThan(1e-15);
  });

  it.each([0.1, 1, 20])('by the Cayley map are the printed fraction, |x| ~ %d', size => {
    const A = nine();
    const x = vector().map(entry => size * entry);
    const expected = product(matrix(A), cayley(x));
    turnByCayley(x, A);
    expect(distance(A, flat(expected))).toBeLessThan(1e-14);
    expect(orthogonalityError(flat(cayley(x)))).toBeLessThan(1e-14);
  });

  it('act on a fourth row as on the three', () => {
    const A = randomVector(12, random);
    const [x, last] = [vector(), A.slice(9)];
    turnByCayley(x, A);
    turnAbout(1, 0.3, A);
    turnByCayley(x, last);
    turnAbout(1, 0.3, last);
    expect([...A.slice(9)]).toEqual([...last]);
  });
});

describe('the algebra', () => {
  it('the differential of the Cayley map is that of differences', () => {
    const [x, dx, eta] = [vector(), vector(), new Float64Array(3)];
    cayleyDifferential(x, dx, eta);
    const slope = matrix(along(y => flat(cayley(y)), x, dx));
    expect(distance(eta, axis(product(transpose(cayley(x)), slope)))).toBeLessThan(1e-11);
  });

  it('A x̂ and the axis of AᵀB − BᵀA are added', () => {
    const [A, B, x, y] = [nine(), nine(), vector(), vector()];
    const sum = B.slice();
    addTimesHat(A, x, sum);
    expect(distance(sum, flat(combine(1, product(matrix(A), hat(x)), 1, matrix(B))))).toBeLessThan(1e-15);
    const AB = product(transpose(matrix(A)), matrix(B));
    const expected = axis(combine(1, AB, -1, transpose(AB))).map((value, i) => value + y[i]);
    addAxial(A, B, y);
    expect(distance(y, expected)).toBeLessThan(1e-15);
  });

  it('the plain matrices that judge are right themselves', () => {
    const A = matrix(nine());
    expect(distance(flat(product(A, inverse(A))), [1, 0, 0, 0, 1, 0, 0, 0, 1])).toBeLessThan(1e-12);
    expect(orthogonalityError(flat(exponential(vector())))).toBeLessThan(1e-15);
  });
});

describe('the way back to the rotations', () => {
  const { improve, push } = createOrthonormaliser();
  const rotation = flat(exponential([0.4, -1, 0.3]));
  const beside = (size: number) => Float64Array.from(rotation, entry => entry + size * random());

  it('squares the distance and says what it was', () => {
    const R = beside(1e-5);
    const before = orthogonalityError(R);
    expect(improve(R)).toBeCloseTo(before, 15);
    expect(orthogonalityError(R)).toBeLessThan(3 * before ** 2);
    improve(R);
    expect(orthogonalityError(R)).toBeLessThan(1e-15);
  });

  it('moves a rotation by round-off only', () => {
    const R = Float64Array.from(rotation);
    improve(R);
    expect(distance(R, rotation)).toBeLessThan(4e-16);
  });

  it('has the derivative of differences, also off the rotations', () => {
    const [R, dR] = [beside(0.1), nine()];
    const improved = (at: Float64Array) => {
      const out = at.slice();
      improve(out);
      return out;
    };
    const expected = along(improved, R, dR);
    push(R, dR);
    expect(distance(dR, expected)).toBeLessThan(1e-12);
  });

  it('says that a NaN is none', () => {
    expect(improve(new Float64Array(9).fill(Number.NaN))).toBeNaN();
  });
});
