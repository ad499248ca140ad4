// A custom observer, a callback for each row, and a condition that ends the run.

import { load, type Observer, observers, simulate } from 'cotangent';

const pendulum = load(`
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
`);

const angle: Observer = {
  columns: ['angle'],
  observe(z, row, at) {
    row[at] = Math.atan2(z[0], -z[1]);
  },
};

let rows = 0;
const { ending, time, table } = simulate(pendulum, {
  step: 0.001,
  until: 100,
  every: 10,
  observers: [angle, observers.energy(pendulum)],
  onRow: () => {
    rows += 1;
  },
  stopWhen: z => z[0] <= 0, // the lowest point
});
console.log('columns:', table.columns.join(', '));
console.log('ending:', ending, 'after', rows, 'rows');
console.log('a quarter of the period:', time); // K(1/√2) = 1.8541 for L = g = 1
