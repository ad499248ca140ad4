// node --expose-gc scripts/bytes-per-atom.mjs [atoms]: loads boxes of water and of argon with so many atoms (default a million)
// from the built package, and prints the time and the memory an atom takes. Wants `npm run build` first.
import { load } from '../dist/cotangent.js';

const atoms = Number(process.argv[2] ?? 1e6);
const collect = globalThis.gc;
if (!collect) throw new Error('run it with node --expose-gc');

const water = 'forces: { lennard-jones: { cutoff: 9 }, coulomb: { mode: reaction field, cutoff: 9 } }';
const boxes = {
  water: `molecules: { tip3p: ${Math.round(atoms / 3)} }, density: 0.997, temperature: 298*K, seed: 1, ${water}`,
  argon: `molecules: { argon: ${atoms} }, density: 1.37, temperature: 94*K, seed: 1, forces: { lennard-jones: { cutoff: 8.5 } }`,
};

const used = () => {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

for (const [name, section] of Object.entries(boxes)) {
  const before = used();
  const start = process.cpuUsage().user;
  const { particles } = load(`particles: { ${section} }`);
  const seconds = (process.cpuUsage().user - start) / 1e6;
  const { count } = particles.system;
  const bytes = Math.round((used() - before) / count);
  console.log(`${name}: ${count} atoms, ${bytes} bytes an atom, ${seconds.toFixed(1)} s of processor time`);
}
