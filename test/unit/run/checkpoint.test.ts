// Every method of the registry, stopped anywhere, written to text, read back into new objects and continued, must give
// the rows of a run that never stopped, to the last bit.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import type { MethodOptions, Need } from '../../../src/methods/method.ts';
import { createMethod, methods } from '../../../src/methods/registry.ts';
import { penalised } from '../../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import {
  CheckpointError,
  checksum,
  readCheckpoint,
  resumeFrom,
  takeCheckpoint,
  writeCheckpoint,
} from '../../../src/run/checkpoint.ts';
import { createSimulation } from '../../../src/run/simulation.ts';
import { body } from '../../laws/problems.ts';

function catalogue(name: string, set: Record<string, number> = {}): Problem {
  return load(readFileSync(new URL(`../../../cases/${name}.yaml`, import.meta.url), 'utf8'), { set });
}

const pendulum = catalogue('double-pendulum');
const schedule = { steps: 60, h: 0.01, every: 7 };

interface Run {
  readonly problem: Problem;
  readonly method: string;
  readonly options?: MethodOptions;
}

function begin({ problem, method, options = {} }: Run, rows: string[]) {
  const flow = createMethod(problem, method, options);
  // Bits, so that −0 and 0 differ.
  const simulation = createSimulation(problem, flow, schedule, (z, time) =>
    rows.push(`${time} ${Buffer.from(z.buffer.slice(0)).toString('hex')}`),
  );
  return { flow, simulation };
}

function straight(run: Run): string[] {
  const rows: string[] = [];
  const { simulation } = begin(run, rows);
  simulation.advance(schedule.steps);
  expect(simulation.failure).toBe(null);
  return [...rows, JSON.stringify(simulation.extremes)];
}

function stoppedAt(run: Run, stops: readonly number[]): string[] {
  const rows: string[] = [];
  let { flow, simulation } = begin(run, rows);
  for (const stop of stops) {
    simulation.advance(stop - simulation.steps);
    const text = writeCheckpoint(takeCheckpoint(simulation, flow, 'same', 0));
    ({ flow, simulation } = begin(run, rows));
    resumeFrom(readCheckpoint(text), simulation, flow);
  }
  simulation.advance(schedule.steps);
  return [...rows, JSON.stringify(simulation.extremes)];
}

function problemFor(needs: readonly Need[]): Problem {
  if (needs.includes('rigid body')) return body;
  return needs.includes('no constraints') ? penalised(pendulum, 20) : pendulum;
}

const runs: [string, Run][] = methods.map(({ name, needs }) => [
  name,
  { problem: problemFor(needs), method: name },
]);
runs.push(
  ['rattle on a long chain', { problem: catalogue('n-pendulum', { N: 20 }), method: 'rattle' }],
  ['bdf3 on a long chain', { problem: catalogue('n-pendulum'), method: 'bdf3' }],
  ['rattle on momenta', { problem: catalogue('harmonic-constraint-a'), method: 'rattle' }],
  ['rattle-4 on momenta', { problem: catalogue('harmonic-constraint-a'), method: 'rattle-4' }],
  ...['newton', 'newton-sparse', 'chord', 'sweep'].map((solver): [string, Run] => [
    `rattle with ${solver}`,
    { problem: pendulum, method: 'rattle', options: { solver } },
  ]),
  ...['symplectic-euler', 'midpoint', 'gauss-3', 'three-stage-bcss'].map((flow): [string, Run] => [
    `shake-velocity with ${flow}`,
    { problem: pendulum, method: 'shake-velocity', options: { flow } },
  ]),
);

describe('a run that stops and goes on', () => {
  it.each(runs)('%s', (_, run) => {
    const whole = straight(run);
    expect(stoppedAt(run, [24])).toEqual(whole);
    expect(stoppedAt(run, [1, 2, 3, 35, 59])).toEqual(whole);
  });

  it('notices a memory that is left out', () => {
    const forgetful: Run = { problem: pendulum, method: 'bdf3' };
    const rows: string[] = [];
    const first = begin(forgetful, rows);
    first.simulation.advance(24);
    const second = begin(forgetful, rows);
    const { simulation } = first;
    second.simulation.restore(simulation.steps, simulation.state, simulation.extremes);
    second.simulation.advance(schedule.steps);
    expect(rows).not.toEqual(straight(forgetful).slice(0, -1));
  });
});

describe('a checkpoint', () => {
  const { flow, simulation } = begin({ problem: pendulum, method: 'bdf2' }, []);
  simulation.advance(10);
  const text = writeCheckpoint(takeCheckpoint(simulation, flow, 'me', 123));

  it('keeps every bit', () => {
    const odd = Float64Array.of(-0, 5e-324, Number.MAX_VALUE, 0.1, Math.PI);
    const { extremes } = simulation;
    const again = readCheckpoint(
      writeCheckpoint({ steps: 3, state: odd, memory: [odd], extremes, identity: 'i', bytes: 7 }),
    );
    expect(again).toEqual({ steps: 3, state: odd, memory: [odd], extremes, identity: 'i', bytes: 7 });
    expect(Object.is(again.state[0], -0)).toBe(true);
  });

  it('is refused when damaged, cut off, foreign or of another version', () => {
    const damaged = text.replace(/"steps": 10/, '"steps": 11');
    const newer = text.replace(/"version": 2/, '"version": 3');
    expect(damaged).not.toBe(text);
    expect(() => readCheckpoint(damaged)).toThrow(/checksum/);
    expect(() => readCheckpoint(text.slice(0, -40))).toThrow(/cut off/);
    expect(() => readCheckpoint(newer)).toThrow(/version 3/);
    for (const foreign of ['{}', 'null', '3', '[]', '"text"'])
      expect(() => readCheckpoint(foreign)).toThrow(/not a checkpoint/);
  });

  it('is refused with the right checksum but values that no run writes', () => {
    const { checksum: _, ...body } = JSON.parse(text);
    const crafted = (change: object) => {
      const wrong = { ...body, ...change };
      return JSON.stringify({ ...wrong, checksum: checksum(JSON.stringify(wrong)) });
    };
    expect(readCheckpoint(crafted({})).steps).toBe(10);
    const infinite = '7ff0000000000000';
    for (const [name, values] of Object.entries({
      steps: [-5, 1.5, '3', null, 1e300, {}],
      bytes: [-1, 'many', null],
      identity: [3, null, {}],
      state: [7, null, 'zz', '123', [], infinite, `g${infinite.slice(1)}`],
      memory: ['', null, [3], ['12'], {}, [[]]],
      extremes: ['', infinite.repeat(6), body.extremes.slice(16), 3],
      files: [null, {}, [3], [null], [{ bytes: -1, sha256: '0'.repeat(64) }], [{ bytes: 1, sha256: 'x' }]],
      statistics: [null, 'x', [1]],
    }))
      for (const value of values) {
        const read = () => readCheckpoint(crafted({ [name]: value }));
        expect(read).toThrow(CheckpointError);
        expect(read).toThrow(`“${name}” is nothing that a run writes`);
      }
  });

  it('is refused by another method or problem', () => {
    const other = begin({ problem: pendulum, method: 'bdf4' }, []);
    expect(() => resumeFrom(readCheckpoint(text), other.simulation, other.flow)).toThrow(CheckpointError);
    const elsewhere = begin({ problem: catalogue('planar-pendulum'), method: 'bdf2' }, []);
    expect(() => resumeFrom(readCheckpoint(text), elsewhere.simulation, elsewhere.flow)).toThrow(/another/);
  });

  it('is guarded by the published FNV-1a hash', () => {
    expect(checksum('')).toBe('cbf29ce484222325');
    expect(checksum('a')).toBe('af63dc4c8601ec8c');
    expect(checksum('foobar')).toBe('85944171f73967e8');
  });
});
