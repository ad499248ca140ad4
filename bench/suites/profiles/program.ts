// Profiles one workload in a process of its own: warms up, then samples the running function twice in a millisecond.
//   node program.js TASK NAMES   prints the samples as JSON; NAMES are those of the functions in the particle kernels.

import { type Debugger, Session } from 'node:inspector/promises';
import { checkoutRoot } from '../../checkout.ts';
import { loadProblem, type ProblemSpec } from '../../measure/problem.ts';
import { createStepper, type Stepping, timeSteps, warmUpMilliseconds } from '../../measure/stepper.ts';
import { atSources, namesOf, samplesOf } from './samples.ts';

export interface ProfileTask extends Pick<Stepping, 'method' | 'h'> {
  readonly problem: ProblemSpec;
  readonly steps: number;
  readonly milliseconds: number;
}

const samplingMicroseconds = 500;

async function profile(
  { problem, method, h, steps, milliseconds }: ProfileTask,
  kernelNames: Map<number, string>,
) {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: samplingMicroseconds });
  // From the start, though the first samples are discarded: only code compiled while profiling records its inlined functions.
  await session.post('Profiler.start');
  const { stepper } = createStepper(loadProblem(problem), { method, h });
  timeSteps(stepper, steps, warmUpMilliseconds);
  await session.post('Profiler.stop');
  await session.post('Profiler.start');
  timeSteps(stepper, steps, milliseconds);
  const { profile } = await session.post('Profiler.stop');
  const modules = [...(await wasmModules(session))];
  const names = new Map(modules.map(([id, module]) => [id, namesOf(module, kernelNames)]));
  return samplesOf(atSources(profile), { root: `${checkoutRoot()}/`, names });
}

const [task, names] = process.argv.slice(2);
const kernelNames = new Map(JSON.parse(names) as [number, string][]);
process.stdout.write(`${JSON.stringify(await profile(JSON.parse(task) as ProfileTask, kernelNames))}\n`);

// The WebAssembly modules of this process, by their script number in profiles.

/** After profiling only: the debugger discards optimised code. */
export async function wasmModules(session: Session): Promise<ReadonlyMap<string, Buffer>> {
  const ids: string[] = [];
  session.on('Debugger.scriptParsed', ({ params: { scriptId, url } }) => {
    if (url.startsWith('wasm:')) ids.push(scriptId);
  });
  await session.post('Debugger.enable');
  const modules = new Map<string, Buffer>();
  for (const scriptId of ids) {
    const source: Source = await session.post('Debugger.getScriptSource', { scriptId });
    modules.set(scriptId, Buffer.from(source.bytecode ?? '', 'base64'));
  }
  return modules;
}

/** The types of Node do not know of WebAssembly. */
type Source = Debugger.GetScriptSourceReturnType & { readonly bytecode?: string };
