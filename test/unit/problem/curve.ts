// A particle on the curve x²y = 1, as formulas and by hand.

import { load } from '../../../src/file/load.ts';
import { problemFromFunctions } from '../../../src/problem/from/hand-written-problem.ts';

export const curveFromFormulas = load(`
coordinates: [x, y]
mass: { x: 2, y: 3 }
potential: x^3*y
constraints: { curve: x^2*y = 1 }
initial: { x: 1, y: 1, p_x: 0.5 }`);

export const curveByHand = problemFromFunctions({
  coordinates: ['x', 'y'],
  H: {
    mass: [2, 3],
    value: z => z[0] ** 3 * z[1],
    gradient: (z, out) => {
      out[0] = 3 * z[0] ** 2 * z[1];
      out[1] = z[0] ** 3;
    },
  },
  g: {
    names: ['curve'],
    value: (z, out) => {
      out[0] = z[0] ** 2 * z[1] - 1;
    },
    jacobian: (z, out) => out.set([2 * z[0] * z[1], z[0] ** 2, 0, 0]),
  },
  initial: { q: [1, 1], p: [0.5, 0] },
});
