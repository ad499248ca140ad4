// The problems on which every method must keep its laws: nonlinear, small, and with an answer that the reference
// integrator finds to 1e-13. Linear problems hide wrong orders; none is here.

import { nearestConsistent } from '../../src/analysis/nearest-consistent.ts';
import { load } from '../../src/file/load.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';

/** A problem whose start is replaced by the nearest consistent one. */
function onManifold(text: string): Problem {
  const problem = load(text);
  const nearest = nearestConsistent(problem);
  if (!nearest.ok) throw new Error(`${problem.name}: no consistent start`);
  return { ...problem, initial: nearest.state };
}

/** One constraint, unequal masses, a potential that is not linear. */
export const bowl = load(`
name: Particle on an ellipsoid in a nonlinear potential
coordinates: [x, y, z]
mass: { x: 1, y: 1.5, z: 0.7 }
potential: z + 0.3*sin(2*x)*y + 0.1*x^4
constraints: { shell: x^2 + 2*y^2 + 1.5*z^2 = 1 }
initial: { x: 0.6, y: 0.2, z: -sqrt((1 - 0.36 - 0.08)/1.5), p_x: 0.3, p_y: 0.4*1.5, p_z: -(0.6*0.3 + 2*0.2*0.4)/(1.5*(-sqrt((1 - 0.36 - 0.08)/1.5)))*0.7 }
run: { step: 0.02 }
`);

/** Two coupled constraints. */
export const linkage = load(`
name: Double pendulum with a spring to the wall
coordinates: { r: [2, 2] }
mass: { "r[0]": 1, "r[1]": 2 }
potential: r[0][1] + 2*r[1][1] + 0.5*(norm(r[1] - [2, 1]) - 1)^2
constraints:
  upper: norm2(r[0]) = 1
  lower: norm2(r[1] - r[0]) = 0.64
initial: { r: [[0.6, -0.8], [0.6 + 0.8*cos(0.3), -0.8 + 0.8*sin(0.3)]] }
run: { step: 0.02 }
`);

/** A constraint that contains momenta: |q|² + |p|² = c, with a nonlinear potential. */
export const harmonic = onManifold(`
name: Harmonic constraint
coordinates: { q: [2] }
hamiltonian: 0.5*norm2(p_q) + q[1] + 0.1*q[0]^3
constraints: { sphere: norm2(q) + norm2(p_q) = 1 }
initial: { q: [0.3, -0.8], p_q: [-0.4, -0.1] }
run: { step: 0.02 }
`);

/** A constraint of higher degree in q and p, so that its fibres must be integrated. */
export const quartic = onManifold(`
name: Quartic constraint
coordinates: { q: [2] }
hamiltonian: 0.5*norm2(p_q) + q[1]
constraints:
  shell: norm2(q) + norm2(p_q) + 0.2*(q[0]*p_q[1])^2 = 1
initial: { q: [-0.79, -0.4], p_q: [-0.39, 0.22] }
run: { step: 0.02 }
`);

/** Not separable, constraint on positions. */
export const curved = load(`
name: Particle with position-dependent mass on a sphere
coordinates: [x, y, z]
hamiltonian: 0.5*(1 + 0.3*x^2)*(p_x^2 + p_y^2) + 0.5*(1 + 0.2*y^2)*p_z^2 + z + 0.2*x*y
constraints: { sphere: x^2 + y^2 + z^2 = 1 }
initial: { x: 1, p_y: 0.5, p_z: 0.3 }
run: { step: 0.02 }
`);

export const pendulum = load(`
name: Pendulum in its angle
coordinates: [theta]
potential: -cos(theta)
initial: { theta: 1.2, p_theta: 0.4 }
run: { step: 0.02 }
`);

export const henonHeiles = load(`
name: Hénon–Heiles
coordinates: [x, y]
potential: 0.5*(x^2 + y^2) + x^2*y - y^3/3
initial: { x: 0.3, y: -0.2, p_x: 0.1, p_y: 0.35 }
run: { step: 0.02 }
`);

/** A penalty in place of the rods: stiff, but not so much that the order cannot be seen. */
export const stiff: Problem = {
  ...penalised(linkage, 4),
  name: 'Double pendulum with stiff springs for rods',
};

const rigidBody = (name: string, moments: string, potential: string) =>
  onManifold(`
name: ${name}
parameters: { ${moments} }
coordinates: { R: [3, 3] }
mass: { "R[i]": { each: "i in 0..2", value: [(I2 + I3 - I1)/2, (I3 + I1 - I2)/2, (I1 + I2 - I3)/2] } }
potential: ${potential}
constraints:
  axes: { each: "i in 0..2", equation: "R[0][i]^2 + R[1][i]^2 + R[2][i]^2 = 1" }
  xy: sqrt(2)*(R[0][0]*R[0][1] + R[1][0]*R[1][1] + R[2][0]*R[2][1])
  yz: sqrt(2)*(R[0][1]*R[0][2] + R[1][1]*R[1][2] + R[2][1]*R[2][2])
  zx: sqrt(2)*(R[0][2]*R[0][0] + R[1][2]*R[1][0] + R[2][2]*R[2][0])
initial: { R: [[1, 0, 0], [0, 0.8, -0.6], [0, 0.6, 0.8]], p_R: [[0, -0.3, 0.4], [0.3, 0.1, -0.5], [-0.2, 0.5, 0.1]] }
run: { step: 0.02 }
`);

export const body = rigidBody('Magnetised ball', 'I1: 1, I2: 1, I3: 1', 'R[2][2] + 0.3*R[0][2]*R[1][1]');
export const top = rigidBody('Asymmetric body', 'I1: 1, I2: 1.6, I3: 2.1', 'R[2][2]^2 - 0.5*R[1][0]');

export const constrainedProblems: readonly Problem[] = [bowl, linkage];
export const freeProblems: readonly Problem[] = [pendulum, henonHeiles, stiff];
