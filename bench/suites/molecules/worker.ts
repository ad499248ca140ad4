// Our side of a workload, in a process of its own.
//   startWorker(worker.js, [id])

import { once } from '../../../src/formula/once.ts';
import { createRodSolver } from '../../../src/kernels/rods/choose-solver.ts';
import { loadParticleKernels } from '../../../src/kernels/wasm/host/load.ts';
import type { ParticleKernels } from '../../../src/kernels/wasm/host/particle-kernels.ts';
import { createRigidWaters } from '../../../src/kernels/wasm/water/blocks.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { requireIndependentRods } from '../../../src/particles/topology/redundant.ts';
import type { LongRunOutput, StepTime } from '../../contestants/molecule-program.ts';
import { loadProblem, stepSize, systemOf } from '../../measure/problem.ts';
import { ownPeakMemory, serve } from '../../measure/processes.ts';
import { createStepper, type Repeatable, timeSteps, warmUpMilliseconds } from '../../measure/stepper.ts';
import { longRunSteps, workloadNamed } from './definition.ts';

const workload = workloadNamed(process.argv[2]);
const { method, warmSteps, timedSteps } = workload;

const setUp = once(() => {
  const problem = loadProblem(workload);
  const system = systemOf(problem);
  const h = stepSize(workload);
  const { flow, stepper } = createStepper(problem, { method, h });
  const rods = system.rods.length > 0 ? rodsAlone(system, h) : null;
  return { parts: flow.parts ?? [], problem, stepper, rods };
});

const operations = {
  /** Warms up; returns the parts that the method reports: kernels, solvers of the rods. */
  prepare(): readonly string[] {
    const { stepper, parts } = setUp();
    timeSteps(stepper, Math.min(timedSteps, 1000), warmUpMilliseconds);
    return parts;
  },
  /** As the other programs: the warm steps from the start, then the clock. Constraints: one solution of all rods without forces. */
  time(): StepTime {
    const { stepper, rods } = setUp();
    stepper.restart();
    stepper.advance(warmSteps);
    const begin = performance.now();
    stepper.advance(timedSteps);
    const secondsPerStep = (performance.now() - begin) / 1e3 / timedSteps;
    const solve = rods && (timeSteps(rods.solve, 10, 200) - timeSteps(rods.place, 10, 50)) / 1e9;
    return { secondsPerStep, constraintShare: solve && solve / secondsPerStep };
  },
  /** Our positions are never wrapped. */
  longRun(): LongRunOutput {
    const { problem, stepper } = setUp();
    const { warmSteps: before, timedSteps: steps, spacing } = longRunSteps(workload);
    const energies = new Float64Array(steps / spacing + 1);
    stepper.restart();
    for (let k = 0; k < energies.length; k++)
      energies[k] = problem.H.value(stepper.advance(k === 0 ? before : spacing));
    const positions = stepper.advance(0).slice(0, problem.n);
    return { energies, positions, edges: null, memory: ownPeakMemory() };
  },
};
export type MoleculeOperations = typeof operations;

// The constraints of a workload without its forces: free flight for one step, then back onto the rods, as after the flight
// in each step of SHAKE. The momenta's own solve, which RATTLE adds, is not counted: leap-frog programs have none.

/** As the steps of the workload do it: waters lie in the memory of the kernels all the time, other rods are brought there. */
function rodsAlone(system: ParticleSystem, h: number) {
  const kernels = loadParticleKernels();
  const isWater = system.moleculeNames[0] === 'SOL';
  return isWater && kernels ? watersAlone(kernels, system, h) : bySolver(system, h);
}

function watersAlone(kernels: ParticleKernels, system: ParticleSystem, h: number) {
  const { functions, memory } = kernels;
  const { positions, momenta, mass, rods, count } = system;
  const model = { massO: mass[0], massH: mass[1], OH: rods[0].length, HH: rods[2].length };
  const waters = createRigidWaters(kernels, model, count / 3);
  const z = Float64Array.of(...flown(system, h), ...momenta);
  const piece = (address: number) =>
    memory.doubles.subarray(address / 8, address / 8 + 18 * Math.ceil(count / 6));
  waters.upload(positions);
  memory.doubles.copyWithin(waters.old / 8, waters.x / 8, waters.x / 8 + piece(waters.x).length);
  waters.upload(z);
  waters.uploadMomenta();
  const [x, p] = [piece(waters.x).slice(), piece(waters.p).slice()];
  const place = () => {
    piece(waters.x).set(x);
    piece(waters.p).set(p);
  };
  return withSolve(place, () => {
    if (functions.settle(waters.record, h) >= 0) throw new Error('SETTLE failed for a molecule');
  });
}

const flown = ({ positions, momenta, mass }: ParticleSystem, h: number) =>
  positions.map((x, i) => x + (h * momenta[i]) / mass[Math.floor(i / 3)]);

function bySolver(system: ParticleSystem, h: number) {
  const { positions, momenta } = system;
  const there = flown(system, h);
  const [x, p] = [there.slice(), momenta.slice()];
  const solver = createRodSolver(requireIndependentRods(system));
  const place = () => {
    x.set(there);
    p.set(momenta);
  };
  return withSolve(place, () => {
    const outcome = solver.moveOntoRods(positions, h, x, p);
    if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
  });
}

/** To put the particles where the flight ends, and solve; and the same without the solve, to be subtracted. */
const withSolve = (place: () => void, solve: () => void) => ({
  place: repeating(place),
  solve: repeating(() => {
    place();
    solve();
  }),
});

const repeating = (once: () => void): Repeatable => ({
  restart() {},
  advance(steps) {
    for (let k = 0; k < steps; k++) once();
  },
});

serve(operations);
