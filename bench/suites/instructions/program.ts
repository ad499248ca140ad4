// The process whose instructions are counted. Every workload is loaded and warmed up; then the counts are separated before and
// after each of a few blocks. All workloads share one process, since Node alone takes ten seconds to start here: functions that
// several problems use are compiled for all of them, so that a step costs up to a sixth more than in a process of its own.
//   node program.js FILE BLOCKS   with a list of CountedWorkload in the file

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { loadSource, type ProblemSource } from '../../measure/problem.ts';
import { createStepper } from '../../measure/stepper.ts';

export interface CountedWorkload extends ProblemSource {
  readonly name: string;
  readonly method: string;
  readonly h: number;
  readonly steps: number;
  readonly call: number;
  readonly warmUp: number;
}

const [file, blocks] = process.argv.slice(2);

/** Calls uv_getrusage, at which the counts are separated (valgrind.ts); nothing else of Node calls it. */
const mark = () => {
  process.cpuUsage();
};

function count({ method, h, steps, call, warmUp, ...source }: CountedWorkload): void {
  setFlagsFromString('--no-opt');
  const { stepper } = createStepper(loadSource(source), { method, h });
  stepper.advance(1);
  setFlagsFromString('--opt');
  const block = () => {
    stepper.restart();
    for (let k = 0; k < steps; k += call) stepper.advance(call);
  };
  for (let k = 0; k < warmUp; k++) block();
  mark();
  for (let k = 0; k < Number(blocks); k++) {
    block();
    mark();
  }
}

for (const workload of JSON.parse(readFileSync(file, 'utf8')) as CountedWorkload[]) count(workload);
