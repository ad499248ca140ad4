// Molecules: rigid water in a box, with temperature and pressure along the run.

import { load, observers, simulate } from 'cotangent';

const water = load(`
particles:
  molecules: { tip3p: 64 }
  density: 0.997
  temperature: 298*K
  forces: { lennard-jones: { cutoff: 6 }, coulomb: { mode: reaction field, cutoff: 6 } }
run: { step: 2*fs, until: 0.2*ps }
`);

const { table, extremes, parts } = simulate(water, {
  every: 10,
  observers: [observers.energy(water), observers.kelvin(water), observers.pressure(water)],
});
console.log('columns:', table.columns.join(', '));
console.log('rows:', table.rows);
console.log('largest |g|:', extremes.constraintMax);
console.log('at work:', parts.join('; '));
