// The state x = (R, Π) of a rigid body, four rows of three: the axes of space and the angular momentum, both as seen from
// the body. A turn of the body acts on all four rows alike. Between z = (R, P) and x:
//   read    Π̂ = RᵀP − PᵀR        for every P; P and P + RS with symmetric S, which the slide joins, give the same Π
//   write   P = R Ω̂ J,  Ω = I⁻¹Π  the one P of these with {g, H} = 0
// so that a map of x is a map of the fibres over RᵀR = 1, and ⟨P, R η̂⟩ = Π·η makes the symplectic forms the same.
// Reference: Marsden and Ratiu, Introduction to Mechanics and Symmetry (1999), chapter 15.

import type { State } from '../problem/state.ts';
import type { RigidBody } from './rigid-body.ts';
import { addAxial, addTimesHat } from './so3.ts';

/** R row by row, then Π. */
export type BodyState = Float64Array;

export interface BodyConversions {
  /** x = the body state of z. */
  read(z: State, x: BodyState): void;
  /** dx = its derivative at z along dz. */
  readTangent(z: State, dz: Float64Array, dx: BodyState): void;
  /** z = the state on g = {g, H} = 0 that belongs to x. */
  write(x: BodyState, z: State): void;
  /** dz = its derivative at x along dx. */
  writeTangent(x: BodyState, dx: BodyState, dz: Float64Array): void;
}

export function createBodyConversions({ I, J }: RigidBody): BodyConversions {
  const [P, dP, product] = [0, 1, 2].map(() => new Float64Array(9));
  const [Pi, Omega] = [0, 1].map(() => new Float64Array(3));

  function setRotation(from: Float64Array, out: Float64Array): void {
    for (let i = 0; i < 9; i++) out[i] = from[i];
  }
  function setMomenta(z: State, out: Float64Array): void {
    for (let i = 0; i < 9; i++) out[i] = z[9 + i];
  }
  /** product ← product + R Ω̂ with R of `axes` and Ω of `spin`. */
  function addVelocity(axes: BodyState, spin: BodyState): void {
    for (let i = 0; i < 3; i++) Omega[i] = spin[9 + i] / I[i];
    addTimesHat(axes, Omega, product);
  }
  function setProduct(out: State): void {
    for (let i = 0; i < 9; i++) out[9 + i] = product[i] * J[i % 3];
  }
  return {
    read(z, x) {
      setRotation(z, x);
      setMomenta(z, P);
      Pi.fill(0);
      addAxial(z, P, Pi);
      x.set(Pi, 9);
    },
    readTangent(z, dz, dx) {
      setRotation(dz, dx);
      setMomenta(z, P);
      setMomenta(dz, dP);
      Pi.fill(0);
      addAxial(dz, P, Pi);
      addAxial(z, dP, Pi);
      dx.set(Pi, 9);
    },
    write(x, z) {
      setRotation(x, z);
      product.fill(0);
      addVelocity(x, x);
      setProduct(z);
    },
    writeTangent(x, dx, dz) {
      setRotation(dx, dz);
      product.fill(0);
      addVelocity(dx, x);
      addVelocity(x, dx);
      setProduct(dz);
    },
  };
}
