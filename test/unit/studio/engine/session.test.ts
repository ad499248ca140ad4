// The engine of the studio, command by command, without a browser.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { planRun } from '../../../../src/run/plan.ts';
import { simulate } from '../../../../src/run/simulate.ts';
import type { Command, EngineEvent, Frame, LaneSpec } from '../../../../studio/engine/protocol.ts';
import { Session } from '../../../../studio/engine/session.ts';

const rattle: LaneSpec = { method: 'rattle', options: {} };
const bdf2: LaneSpec = { method: 'bdf2', options: {} };

/** A session whose clock runs on by a millisecond with every look. */
function studio(name: string) {
  const events: EngineEvent[] = [];
  let now = 0;
  const session = new Session(
    one => events.push(one),
    () => {
      now += 1;
      return now;
    },
  );
  const command = (one: Command) => session.handle(one);
  const frame = (): Frame => {
    const last = events.findLast(one => one.kind === 'frame');
    if (last?.kind !== 'frame') throw new Error('there was no frame');
    return last.frame;
  };
  const run = (ticks: number) => {
    for (let k = 0; k < ticks; k++) {
      command({ kind: 'drawn' });
      session.tick();
    }
  };
  command({
    kind: 'load',
    text: readFileSync(`cases/${name}.yaml`, 'utf8'),
    name,
    set: {},
    files: {},
    start: {},
  });
  return { events, command, frame, run };
}

describe('a problem that the check refuses', () => {
  const crooked = 'coordinates: [x, y]\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 2 }';
  function refusedStudio() {
    const made = studio('double-pendulum');
    made.command({ kind: 'load', text: crooked, name: 'a', set: {}, files: {}, start: {} });
    made.command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    return made;
  }

  it('does not move unless it is forced', () => {
    const { command, frame, run, events } = refusedStudio();
    expect(frame().isRefused).toBe(true);
    command({ kind: 'play', speed: 'max', direction: 1 });
    expect(events.at(-1)).toMatchObject({ kind: 'error', message: expect.stringContaining('refuses') });
    run(3);
    expect(frame().lanes[0].steps).toBe(0);
    command({ kind: 'step', count: 1 });
    expect(frame().lanes[0].steps).toBe(0);
    command({ kind: 'force' });
    expect(frame().isRefused).toBe(false);
    command({ kind: 'play', speed: 'max', direction: 1 });
    expect(events.at(-1)?.kind).not.toBe('error');
  });

  it('moves when its start is repaired or dragged to the constraint', () => {
    const repaired = refusedStudio();
    repaired.command({ kind: 'repair' });
    repaired.command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    expect(repaired.frame().isRefused).toBe(false);
    const dragged = refusedStudio();
    dragged.command({ kind: 'drag', entries: [{ index: 0, value: 1.5 }] });
    expect(dragged.frame().isRefused).toBe(false);
  });
});

describe('the engine of the studio', () => {
  it('tells what it has read, and what is wrong with its line', () => {
    const { events, command } = studio('double-pendulum');
    expect(events[0]).toMatchObject({ kind: 'loaded', about: { name: 'Double pendulum', verdict: 'pass' } });
    command({
      kind: 'load',
      text: 'coordinates: [x]\npotential: x + y',
      name: 'a',
      set: {},
      files: {},
      start: {},
    });
    expect(events.at(-1)).toMatchObject({ kind: 'file-error', error: { line: 2 } });
  });

  it('moves all lanes in step, as the method does', () => {
    const { command, frame } = studio('double-pendulum');
    command({ kind: 'prepare', lanes: [rattle, bdf2], step: 0.01 });
    command({ kind: 'step', count: 100 });
    expect(frame().lanes.map(lane => lane.steps)).toEqual([100, 100]);
    expect(frame().lanes[0].time).toBeCloseTo(1, 12);
    expect(frame().lanes[0].q).not.toEqual(frame().lanes[1].q);
  });

  it('goes back the way it came: RATTLE returns, BDF2 does not', () => {
    const { command, frame, run } = studio('double-pendulum');
    command({ kind: 'prepare', lanes: [rattle, bdf2], step: 0.01 });
    command({ kind: 'step', count: 300 });
    command({ kind: 'play', speed: 'max', direction: -1 });
    run(200);
    expect(frame().isRunning).toBe(false);
    const [there, lost] = frame().lanes.map(lane => lane.returnError ?? Number.NaN);
    expect(there).toBeLessThan(1e-11);
    expect(lost).toBeGreaterThan(1e-6);
  });

  it('goes back to a moment that was, and on from there', () => {
    const { command, frame } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    for (let k = 0; k < 10; k++) command({ kind: 'step', count: 10 });
    const { q } = frame().lanes[0];
    command({ kind: 'seek', time: 0.5 });
    expect(frame().lanes[0].steps).toBe(50);
    command({ kind: 'step', count: 50 });
    // The warm start of the multipliers is not kept, so the last bits may differ.
    frame().lanes[0].q.forEach((value, i) => {
      expect(value).toBeCloseTo(q[i], 12);
    });
  });

  it('keeps to the clock', () => {
    const { command, frame, run } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    command({ kind: 'play', speed: 2, direction: 1 });
    run(50);
    const { time } = frame().lanes[0];
    expect(time).toBeGreaterThan(0.05);
    expect(time).toBeLessThan(2);
  });

  it('says which method cannot run, and lets the others', () => {
    const { events, command, frame } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [rattle, { method: 'verlet', options: {} }], step: 0.01 });
    const prepared = events.find(one => one.kind === 'prepared');
    expect(prepared).toMatchObject({
      lanes: [{ obstacle: null }, { obstacle: expect.stringMatching(/constraint/) }],
    });
    expect(frame().lanes).toHaveLength(1);
  });

  it.each([10, 20, 40, 80, 160])('says that a motion has blown up, with springs of %s', omega => {
    const { command, frame } = studio('double-pendulum');
    command({ kind: 'prepare', lanes: [{ method: 'verlet', options: {}, omega }], step: 0.2 });
    command({ kind: 'step', count: 10_000 });
    const [{ failure, q, row }] = frame().lanes;
    expect(failure).toMatch(
      /^step \d+ from t = .* failed \((unstable|not finite|did not converge)\).*(smaller step|halve it|halve the step)$/,
    );
    // What is shown is the last state that can be.
    expect([...q, ...row].every(Number.isFinite)).toBe(true);
  });

  it('stops an unstable motion at the same step and with the same words as a run', () => {
    const text = readFileSync('cases/argon-box.yaml', 'utf8');
    const { method, step } = planRun(load(text));
    const { failure, steps } = simulate(load(text), { step: 20 * step, until: 2000 * step });
    const { command, frame } = studio('argon-box');
    command({ kind: 'prepare', lanes: [{ method, options: {} }], step: 20 * step });
    command({ kind: 'step', count: 100 });
    const [lane] = frame().lanes;
    expect(failure?.outcome.reason).toBe('unstable');
    expect(lane).toMatchObject({ failure: failure?.message, steps });
  });

  it('measures energy errors from the start that a dragged point has made', () => {
    const { command, frame } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    command({ kind: 'drag', entries: [{ index: 0, value: 0.3 }] });
    expect(frame().lanes[0].row[2]).toBe(0);
  });

  it('measures the energy of the moment that it goes back to', () => {
    const { command, frame } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [bdf2], step: 0.01 });
    for (let k = 0; k < 10; k++) command({ kind: 'step', count: 10 });
    command({ kind: 'seek', time: 0 });
    expect(frame().lanes[0].row[2]).toBe(0);
  });

  it('plans a run as the library does', () => {
    const text =
      'coordinates: [x, y]\nmass: 1\npotential: y\nconstraints: { rod: x^2 + y^2 = 1 }\n' +
      'initial: { x: 1 }\nrun: { temperature: 0.5 }';
    const { events, command } = studio('planar-pendulum');
    command({ kind: 'load', text, name: 'a', set: {}, files: {}, start: {} });
    const { method, because, step, until } = planRun(load(text));
    expect(method).toBe('g-baoab');
    expect(events.at(-1)).toMatchObject({ kind: 'loaded', about: { run: { method, because, step, until } } });
  });

  it('brings a dragged point back to its rod', () => {
    const { command, frame } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    command({
      kind: 'drag',
      entries: [
        { index: 0, value: 0.3 },
        { index: 1, value: -0.4 },
      ],
    });
    const { row } = frame().lanes[0];
    expect(frame().isNewStart).toBe(true);
    expect(Math.abs(row[3])).toBeLessThan(1e-12);
  });

  it('notes the points of a Poincaré section', () => {
    const { command, frame } = studio('planar-pendulum');
    command({ kind: 'prepare', lanes: [rattle], step: 0.01 });
    command({ kind: 'section', section: { through: 0, level: 0, x: 0, y: 2 } });
    command({ kind: 'step', count: 3000 });
    const { section } = frame().lanes[0];
    expect(section.length).toBeGreaterThan(4);
    for (let k = 0; k < section.length; k += 2) {
      expect(Math.abs(section[k])).toBeLessThan(1e-12);
      expect(section[k + 1]).toBeGreaterThan(0);
    }
  });
});
