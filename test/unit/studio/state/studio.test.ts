// The state of the page with an engine that answers by script.

import { describe, expect, it } from 'vitest';
import type {
  AboutLane,
  AboutProblem,
  Command,
  EngineEvent,
  Frame,
} from '../../../../studio/engine/protocol.ts';
import { emptyDocument, Studio } from '../../../../studio/state/studio.ts';

function opened() {
  const sent: Command[] = [];
  let answer: (event: EngineEvent) => void = () => {};
  const studio = new Studio(onEvent => {
    answer = onEvent;
    return { send: command => sent.push(command), replace: () => {}, close: () => {} };
  });
  studio.open({ ...emptyDocument, text: 'x' });
  return { studio, sent, answer: (event: EngineEvent) => answer(event) };
}

const scene = (count: number) => ({ dimension: 3, points: Array(count).fill({}), surfaces: [] });
const about = (n: number, verdict = 'pass') =>
  ({
    coordinates: Array.from({ length: n }, (_, i) => `x${i}`),
    verdict,
    run: { method: 'rattle', options: {}, omega: null, step: 0.1 },
    scene: scene(n),
  }) as unknown as AboutProblem;
const lanes = [{ obstacle: null, columns: ['time'] }] as unknown as AboutLane[];
const frame = (n: number, isRunning = false): Frame => ({
  lanes: [
    {
      ...{ time: 0, steps: 0, failure: null, returnError: null, section: new Float64Array(0) },
      ...{ q: new Float64Array(n), p: new Float64Array(n), row: new Float64Array(1) },
    },
  ],
  ...{ isRunning, stepsPerSecond: 0, history: [0, 0], isNewStart: true, isRefused: false },
});

describe('the state of the page', () => {
  it('drops frames that belong to another scene', () => {
    const { studio, answer } = opened();
    answer({ kind: 'loaded', about: about(3) });
    answer({ kind: 'prepared', lanes });
    answer({ kind: 'frame', frame: frame(3) });
    expect(studio.frame.value?.lanes[0].q).toHaveLength(3);
    studio.open({ ...emptyDocument, text: 'y' });
    answer({ kind: 'loaded', about: about(9) });
    expect(studio.frame.value).toBeNull();
    answer({ kind: 'frame', frame: frame(3) });
    expect(studio.frame.value).toBeNull();
    answer({ kind: 'prepared', lanes });
    answer({ kind: 'frame', frame: frame(9) });
    expect(studio.frame.value?.lanes[0].q).toHaveLength(9);
  });

  it('keeps the direction when the speed changes', () => {
    const { studio, sent, answer } = opened();
    answer({ kind: 'loaded', about: about(3) });
    answer({ kind: 'prepared', lanes });
    studio.play(-1);
    answer({ kind: 'frame', frame: frame(3, true) });
    studio.setSpeed(5);
    expect(sent.at(-1)).toEqual({ kind: 'play', speed: 5, direction: -1 });
    studio.play();
    studio.setSpeed(2);
    expect(sent.at(-1)).toEqual({ kind: 'play', speed: 2, direction: 1 });
  });

  it('does not go on with a problem that is refused', () => {
    const { studio, sent, answer } = opened();
    answer({ kind: 'loaded', about: about(3) });
    answer({ kind: 'prepared', lanes });
    studio.play();
    studio.setParameter('m', 2);
    answer({ kind: 'loaded', about: about(3, 'fail') });
    answer({ kind: 'prepared', lanes });
    expect(sent.at(-1)).toMatchObject({ kind: 'prepare' });
  });
});
