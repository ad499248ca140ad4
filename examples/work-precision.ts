// A work–precision plot: three methods at five steps, as numbers and as a figure.

import { compare, figures, load } from 'cotangent';

const pendulum = load(`
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
`);

const comparison = compare(pendulum, {
  methods: ['rattle', 'rattle-4', 'bdf2'],
  steps: [0.1, 0.05, 0.025, 0.0125, 0.00625],
  until: 2,
  clock: () => performance.now() / 1000,
});

for (const [method, slope] of comparison.slopes) console.log(`${method}: order ${slope.toFixed(2)}`);
console.log(figures.draw(figures.comparison(comparison, 'Pendulum')).length, 'characters of SVG');
