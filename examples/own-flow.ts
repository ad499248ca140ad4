// Your own flow inside RATTLE, measured and registered: a method in five lines.

import { certify, defineMethod, flows, type Hamiltonian, laws, load, rattle, solvers } from 'cotangent';

const pendulum = load(`
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
`);

// Half a step of symplectic Euler, then half a step of its adjoint: symmetric, of order 2.
const myFlow = (H: Hamiltonian) =>
  flows.sequence([
    { flow: flows.symplecticEuler(H), weight: 0.5 },
    { flow: flows.symplecticEulerAdjoint(H), weight: 0.5 },
  ]);

const step = rattle(pendulum, { flow: myFlow(pendulum.H), solver: solvers.newton });
console.log('order:', laws.order(pendulum, step, 0.05).order);
console.log('symplectic:', laws.symplectic(pendulum, step, 0.05));

defineMethod({
  name: 'my-rattle',
  order: 2,
  symplectic: true,
  symmetric: true,
  create: problem => rattle(problem, { flow: myFlow(problem.H) }),
});
console.log('certificate:', certify(pendulum, { method: 'my-rattle', step: 0.05 }).verdict);
