// A pendulum: write it down, check it, run it.

import { check, load, simulate } from 'cotangent';

const pendulum = load(`
parameters: { g: 9.81, L: 2 }
coordinates: [x, y]
mass: 1
potential: g*y
constraints: { rod: x^2 + y^2 = L^2 }
initial: { x: L }
`);

const { extremes, table } = simulate(pendulum, { step: 0.01, until: 10 });
const tension = Math.max(...table.column('lambda_rod').map(Math.abs));

console.log('check:', check(pendulum).verdict);
console.log('energy error:', extremes.energyMaxError);
console.log('largest |g|:', extremes.constraintMax);
console.log('largest |lambda|:', tension); // 3g/2L at the lowest point
