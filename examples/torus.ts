// Sampling on a torus: the angle θ of the tube has the density (R + r cos θ)/2πR, which a χ² test confirms.

import { laws, load, simulate } from 'cotangent';

const torus = load(`
parameters: { R: 2, r: 1 }
coordinates: [x, y, z]
mass: 1
potential: 0
constraints: { surface: (sqrt(x^2 + y^2) - R)^2 + z^2 = r^2 }
initial: { x: R + r }
`);

const angles: number[] = [];
simulate(torus, {
  method: 'constrained-hmc',
  temperature: 1,
  seed: 1,
  step: 0.5,
  until: 10_000,
  every: 5,
  observers: [],
  onRow: z => angles.push(Math.atan2(z[2], Math.hypot(z[0], z[1]) - 2)),
});

const bins = 12;
const counts = laws.histogram(angles, { from: -Math.PI, to: Math.PI, count: bins });
const density = Array.from({ length: bins }, (_, k) => {
  const [a, b] = [k, k + 1].map(edge => -Math.PI + (2 * Math.PI * edge) / bins);
  return 2 * (b - a) + Math.sin(b) - Math.sin(a);
});
console.log('samples:', angles.length);
console.log('p of the chi-square test:', laws.chiSquare(counts, density).p);
