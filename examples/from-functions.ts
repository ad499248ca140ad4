// A problem from functions instead of formulas: a bead on a parabolic wire y = x².

import { check, problemFromFunctions, simulate } from 'cotangent';

const bead = problemFromFunctions({
  name: 'Bead on a parabola',
  coordinates: ['x', 'y'],
  H: {
    mass: [1, 1],
    value: z => z[1],
    gradient(_z, out) {
      out[0] = 0;
      out[1] = 1;
    },
  },
  g: {
    names: ['wire'],
    value(z, out) {
      out[0] = z[1] - z[0] ** 2;
    },
    jacobian(z, out) {
      out.set([-2 * z[0], 1, 0, 0]);
    },
  },
  initial: { q: [1, 1] },
});

const { state, extremes, failure } = simulate(bead, { step: 0.01, until: 5 });
console.log('check:', check(bead).verdict);
console.log('failure:', failure);
console.log('distance from the wire:', Math.abs(state.q[1] - state.q[0] ** 2));
console.log('energy error:', extremes.energyMaxError);
