// The process whose instructions are counted. Every workload is loaded and warmed up; then the counts are cut before and after
// each of a few blocks. All workloads share one process, since Node alone takes ten seconds to start here: functions that
// several problems use have seen them all, so that a step costs up to a sixth more than in a process of its own.
//   node program.js FILE   with a list of CountedWorkload in the file.

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { load } from '../../../src/file/load.ts';
import { createStepper } from '../../measure/stepper.ts';
import type { CountedWorkload } from './workloads.ts';

/** Told by the counting side, so that both agree. */
const blocks = Number(process.argv[3]);

/** Reaches uv_getrusage, at which the counts are cut (valgrind.ts); nothing else of Node calls it. */
const mark = () => {
  process.cpuUsage();
};

function count({ text, structure = '', set = {}, method, h, steps, call, warmUp }: CountedWorkload): void {
  setFlagsFromString('--no-opt');
  const { stepper } = createStepper(load(text, { set, readFile: () => structure }), { method, h });
  stepper.advance(1);
  setFlagsFromString('--opt');
  const block = () => {
    stepper.restart();
    for (let k = 0; k < steps; k += call) stepper.advance(call);
  };
  for (let k = 0; k < warmUp; k++) block();
  mark();
  for (let k = 0; k < blocks; k++) {
    block();
    mark();
  }
}

const workloads = JSON.parse(readFileSync(process.argv[2], 'utf8')) as CountedWorkload[];
for (const workload of workloads) count(workload);
