// The coordinates of a minimiser, with velocities v, masses m and forces F, and how positions depend on them.
//   rigid bodies   per molecule a translation and a rotation about its centre of mass; torque τ = Σ ρ × f. Each body is
//                  assigned the inertia of a ball, ⅓ Σ 2 m ρ²: minima and Boltzmann distribution do not depend on it.
//   on rods        per particle a displacement; forces and velocities are projected, positions restored to the rods

import type { ParticleSystem } from '../system.ts';
import { createRodGeometry } from '../topology/rod-geometry.ts';
import { rotationAbout } from './orientation.ts';

export interface Moves {
  readonly mass: Float64Array;
  /** out ← the generalised force on each coordinate for this gradient of the energy. False when it cannot be computed. */
  forces(x: Float64Array, gradient: Float64Array, out: Float64Array): boolean;
  /** Projects the momenta onto the constraints. */
  admit(x: Float64Array, momenta: Float64Array): boolean;
  /** Moves x; false when the constraints cannot be satisfied. */
  move(x: Float64Array, displacement: Float64Array): boolean;
}

export function rigidBodyMoves(system: ParticleSystem): Moves {
  const bodies = bodiesOf(system);
  const centre: [number, number, number] = [0, 0, 0];
  return {
    mass: Float64Array.from(
      bodies.flatMap(({ mass, inertia }) => [mass, mass, mass, inertia, inertia, inertia]),
    ),
    forces(x, gradient, out) {
      bodies.forEach((body, b) => {
        centreOfMass(system, body, x, centre);
        addForceAndTorque(body, { x, gradient, centre }, out.subarray(6 * b, 6 * b + 6));
      });
      return true;
    },
    admit: () => true,
    move(x, displacement) {
      bodies.forEach((body, b) => {
        centreOfMass(system, body, x, centre);
        moveBody(body, x, centre, displacement.subarray(6 * b, 6 * b + 6));
      });
      return true;
    },
  };
}

export function movesOnRods(system: ParticleSystem): Moves {
  const rods = createRodGeometry(system);
  const fixed = new Set(system.anchored);
  const mass = Float64Array.from({ length: 3 * system.count }, (_, i) => system.mass[Math.floor(i / 3)]);
  const clearFixed = (p: Float64Array) => {
    for (const i of fixed) p.fill(0, 3 * i, 3 * i + 3);
  };
  return {
    mass,
    forces(x, gradient, out) {
      for (let i = 0; i < out.length; i++) out[i] = -gradient[i];
      clearFixed(out);
      return rods.projectMomenta(x, out);
    },
    admit(x, p) {
      clearFixed(p);
      return rods.projectMomenta(x, p);
    },
    move(x, displacement) {
      for (let i = 0; i < x.length; i++) x[i] += displacement[i];
      return rods.restore(x);
    },
  };
}

interface Body {
  readonly from: number;
  readonly to: number;
  readonly mass: number;
  /** 1 for single atoms, whose rotations change nothing. */
  readonly inertia: number;
}

function bodiesOf(system: ParticleSystem): Body[] {
  const bodies: Body[] = [];
  const centre: [number, number, number] = [0, 0, 0];
  for (let from = 0, to = 0; from < system.count; from = to) {
    while (to < system.count && system.molecule[to] === system.molecule[from]) to++;
    const mass = system.mass.subarray(from, to).reduce((sum, m) => sum + m, 0);
    centreOfMass(system, { from, to, mass, inertia: 1 }, system.positions, centre);
    let inertia = 0;
    for (let i = from; i < to; i++)
      for (let k = 0; k < 3; k++)
        inertia += (2 / 3) * system.mass[i] * (system.positions[3 * i + k] - centre[k]) ** 2;
    bodies.push({ from, to, mass, inertia: inertia || 1 });
  }
  return bodies;
}

function centreOfMass({ mass }: ParticleSystem, body: Body, x: Float64Array, out: number[]): void {
  out.fill(0);
  for (let i = body.from; i < body.to; i++)
    for (let k = 0; k < 3; k++) out[k] += (mass[i] / body.mass) * x[3 * i + k];
}

function addForceAndTorque(
  { from, to }: Body,
  { x, gradient, centre }: { x: Float64Array; gradient: Float64Array; centre: readonly number[] },
  out: Float64Array,
): void {
  out.fill(0);
  for (let i = 3 * from; i < 3 * to; i += 3) {
    const [u, v, w] = [x[i] - centre[0], x[i + 1] - centre[1], x[i + 2] - centre[2]];
    const [f, g, h] = [-gradient[i], -gradient[i + 1], -gradient[i + 2]];
    out[0] += f;
    out[1] += g;
    out[2] += h;
    out[3] += v * h - w * g;
    out[4] += w * f - u * h;
    out[5] += u * g - v * f;
  }
}

function moveBody({ from, to }: Body, x: Float64Array, centre: readonly number[], d: Float64Array): void {
  const R = rotationAbout([d[3], d[4], d[5]]);
  for (let i = 3 * from; i < 3 * to; i += 3) {
    const [u, v, w] = [x[i] - centre[0], x[i + 1] - centre[1], x[i + 2] - centre[2]];
    for (let k = 0; k < 3; k++)
      x[i + k] = centre[k] + d[k] + R[3 * k] * u + R[3 * k + 1] * v + R[3 * k + 2] * w;
  }
}
