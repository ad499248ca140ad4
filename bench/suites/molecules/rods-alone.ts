// The constraints of a workload without its forces: free flight for one step, then back onto the rods, as after the flight
// in each step of SHAKE. The momenta's own solve, which RATTLE adds, is not counted: leap-frog programs have none.

import { createRodSolver } from '../../../src/kernels/rods/choose-solver.ts';
import { loadParticleKernels, type ParticleKernels } from '../../../src/kernels/wasm/host/load.ts';
import { createRigidWaters } from '../../../src/kernels/wasm/water/blocks.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import type { Repeatable } from '../../measure/timing.ts';

export interface RodsAlone {
  /** A step puts the particles where the flight ends, and solves. */
  readonly solve: Repeatable;
  /** The same without the solve, to be subtracted. */
  readonly place: Repeatable;
}

/** As the steps of the workload do it: waters lie in the memory of the kernels all the time, other rods are brought there. */
export function rodsAlone(system: ParticleSystem, h: number): RodsAlone {
  const kernels = loadParticleKernels();
  const isWater = system.moleculeNames[0] === 'SOL';
  return isWater && kernels ? watersAlone(kernels, system, h) : bySolver(system, h);
}

function watersAlone(kernels: ParticleKernels, system: ParticleSystem, h: number): RodsAlone {
  const { functions, memory } = kernels;
  const { positions, momenta, mass, rods, count } = system;
  const model = { massO: mass[0], massH: mass[1], OH: rods[0].length, HH: rods[2].length };
  const waters = createRigidWaters(kernels, model, count / 3);
  const z = Float64Array.of(...flown(system, h), ...momenta);
  const piece = (address: number) =>
    memory.doubles.subarray(address / 8, address / 8 + 18 * Math.ceil(count / 6));
  waters.moveTo(positions);
  memory.doubles.copyWithin(waters.old / 8, waters.x / 8, waters.x / 8 + piece(waters.x).length);
  waters.moveTo(z);
  waters.takeMomenta();
  const [x, p] = [piece(waters.x).slice(), piece(waters.p).slice()];
  const place = () => {
    piece(waters.x).set(x);
    piece(waters.p).set(p);
  };
  return {
    place: repeating(place),
    solve: repeating(() => {
      place();
      if (functions.settle(waters.record, h) >= 0) throw new Error('a water could not be settled');
    }),
  };
}

const flown = ({ positions, momenta, mass }: ParticleSystem, h: number) =>
  positions.map((x, i) => x + (h * momenta[i]) / mass[Math.floor(i / 3)]);

function bySolver(system: ParticleSystem, h: number): RodsAlone {
  const { positions, momenta } = system;
  const there = flown(system, h);
  const [x, p] = [there.slice(), momenta.slice()];
  const solver = createRodSolver(system);
  const place = () => {
    x.set(there);
    p.set(momenta);
  };
  return {
    place: repeating(place),
    solve: repeating(() => {
      place();
      const outcome = solver.moveOntoRods(positions, h, x, p);
      if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
    }),
  };
}

const repeating = (once: () => void): Repeatable => ({
  restart() {},
  advance(steps) {
    for (let k = 0; k < steps; k++) once();
  },
});
