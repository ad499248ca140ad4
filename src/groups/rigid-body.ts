// A rigid body with one fixed point as an ordinary problem: the coordinates are the nine entries of its orientation
// R ∈ SO(3), row by row, a fixed vector b of the body standing at R b in space, and
//   H = Σ Pᵢⱼ² / (2Jⱼ) + V(R),    RᵀR = 1,
// where Jⱼ > 0 are the second moments of the mass along the body axes. With R' = R Ω̂ the kinetic energy is ½ ΩᵀIΩ for
// the principal moments I₁ = J₂ + J₃, I₂ = J₃ + J₁, I₃ = J₁ + J₂. A flat body has some Jⱼ = 0 and cannot be written so.
// Reference: Hairer, Lubich, Wanner, Geometric Numerical Integration (2006), §VII.5.2 (their Q is R, D is J).

import { rowRank } from '../linalg/rank.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Hamiltonian, Separable } from '../problem/hamiltonian.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { addAxial, addTimesHat } from './so3.ts';

export interface RigidBody {
  /** Jⱼ, the mass of the coordinates Rᵢⱼ. */
  readonly J: Float64Array;
  /** The principal moments of inertia. */
  readonly I: Float64Array;
  readonly V: Separable;
  /** For the second derivative of V. */
  readonly H: Hamiltonian;
}

/** The rigid body that a problem describes, or the reason why it describes none. */
export function rigidBodyOf(problem: Problem): RigidBody | string {
  const { n, g, H } = problem;
  if (n !== 9) return `it has ${n} coordinates, not the 9 entries of a rotation matrix R`;
  const V = classicalParts(problem);
  if (!V) return 'it needs H = ½pᵀM⁻¹p + V(R) and constraints without momenta';
  if (g.m !== 6) return `it has ${g.m} constraints, not the 6 of RᵀR = 1`;
  const column = columnWithTwoMasses(V.inverseMass);
  if (column >= 0) return `the masses in column ${column} of R differ`;
  const J = V.inverseMass.slice(0, 3).map(inverse => 1 / inverse);
  const I = Float64Array.of(J[1] + J[2], J[2] + J[0], J[0] + J[1]);
  return differenceFromRotations(problem) ?? { J, I, V, H };
}

/** −1 when each column has one mass. */
function columnWithTwoMasses(inverseMass: Float64Array): number {
  return [0, 1, 2].findIndex(j =>
    [3 + j, 6 + j].some(k => Math.abs(inverseMass[k] - inverseMass[j]) > 4 * Number.EPSILON * inverseMass[j]),
  );
}

/** Quaternions in general position: six functions that vanish at these rotations and are independent there are RᵀR = 1. */
const quaternions = [
  [1, 2, 3, 4],
  [5, -2, 1, 3],
  [-1, 4, -3, 2],
  [2, 1, -6, -4],
];
const roundOff = 1e-12;

/** Six functions that vanish on the rotations and have rank 6 there have no other zeros near them. */
function differenceFromRotations({ g }: Problem): string | null {
  const z = new Float64Array(18);
  const values = new Float64Array(g.m);
  const jacobian = new Float64Array(g.jacobianPattern.index.length);
  for (const quaternion of quaternions) {
    setRotation(quaternion, z);
    g.value(z, values);
    g.jacobian(z, jacobian);
    const broken = values.findIndex((value, i) => !(Math.abs(value) <= roundOff * rowSize(g, jacobian, i)));
    if (broken >= 0) return `the constraint “${g.names[broken]}” does not hold for every rotation matrix`;
    if (rowRank(g.jacobianPattern, jacobian).rank < 6) return 'its constraints do not imply RᵀR = 1';
  }
  return null;
}

function rowSize({ jacobianPattern }: Problem['g'], jacobian: Float64Array, i: number): number {
  let size = 0;
  for (let k = jacobianPattern.start[i]; k < jacobianPattern.start[i + 1]; k++) size += Math.abs(jacobian[k]);
  return size;
}

/** The first nine entries of out become the rotation of a quaternion w + xi + yj + zk of any length. */
function setRotation([w, x, y, z]: readonly number[], out: State): void {
  const unit = 2 / (w * w + x * x + y * y + z * z);
  out[0] = 1 - unit * (y * y + z * z);
  out[1] = unit * (x * y - w * z);
  out[2] = unit * (x * z + w * y);
  out[3] = unit * (x * y + w * z);
  out[4] = 1 - unit * (x * x + z * z);
  out[5] = unit * (y * z - w * x);
  out[6] = unit * (x * z - w * y);
  out[7] = unit * (y * z + w * x);
  out[8] = 1 - unit * (x * x + y * y);
}

// The state x = (R, Π) of a rigid body, four rows of three: the axes of space and the angular momentum, both as seen from
// the body. A rotation of the body acts on all four rows in the same way. Between z = (R, P) and x:
//   read    Π̂ = RᵀP − PᵀR        for every P; P and P + RS with symmetric S, which the slide joins, give the same Π
//   write   P = R Ω̂ J,  Ω = I⁻¹Π  the one P of these with {g, H} = 0
// so that a map of x is a map of the fibres over RᵀR = 1, and ⟨P, R η̂⟩ = Π·η makes the symplectic forms the same.
// Reference: Marsden and Ratiu, Introduction to Mechanics and Symmetry (1999), chapter 15.

/** R row by row, then Π. */
export type BodyState = Float64Array;

interface BodyConversions {
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
