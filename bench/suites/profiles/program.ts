// Profiles one workload in a process of its own: warms up, then looks twice in a millisecond which function runs.
//   node program.js NAME MILLISECONDS NAMES   prints a Profiled as JSON; NAMES are those of the particle kernels.

import { Session } from 'node:inspector/promises';
import { checkoutRoot } from '../../checkout.ts';
import { createStepper } from '../../measure/stepper.ts';
import { timeSteps, warmUp } from '../../measure/timing.ts';
import { namesOf } from './kernel-names.ts';
import { type Sample, samplesOf } from './samples.ts';
import { atSources } from './source-places.ts';
import { wasmModules } from './wasm-modules.ts';
import { workloadNamed } from './workloads.ts';

export interface Profiled {
  readonly samples: readonly Sample[];
}

const microseconds = 500;

async function profile(name: string, milliseconds: number): Promise<Profiled> {
  const { problem, method, h, steps } = workloadNamed(name);
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: microseconds });
  // From the beginning, though it is forgotten: compiled code knows what was put into it only if somebody profiles.
  await session.post('Profiler.start');
  const { stepper } = createStepper(problem(), { method, h });
  timeSteps(stepper, steps, warmUp);
  await session.post('Profiler.stop');
  await session.post('Profiler.start');
  timeSteps(stepper, steps, milliseconds);
  const { profile } = await session.post('Profiler.stop');
  const modules = [...(await wasmModules(session))];
  const names = new Map(modules.map(([id, module]) => [id, namesOf(module, ofParticles)]));
  return { samples: samplesOf(atSources(profile), { root: `${checkoutRoot()}/`, names }) };
}

const [, , name, milliseconds, given] = process.argv;
const ofParticles = new Map(JSON.parse(given) as [number, string][]);
process.stdout.write(`${JSON.stringify(await profile(name, Number(milliseconds)))}\n`);
