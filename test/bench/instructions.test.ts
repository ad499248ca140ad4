// The guard against slower code: instructions are counted, so that a busy machine does not disturb it.

import { describe, expect, it } from 'vitest';
import {
  bar,
  changesSince,
  conditionsHere,
  countInstructions,
  describeChange,
  recordCommand,
  recordedInstructions,
  whyNotComparable,
  whyNotCounted,
} from '../../bench/suites/instructions/suite.ts';

const then = recordedInstructions();
const obstacle = whyNotCounted() ?? (then && whyNotComparable(conditionsHere(), then.conditions));

describe('instructions per step', () => {
  it('have been recorded', () => {
    expect(then, `bench/results/instructions.json is missing; ${recordCommand}`).not.toBeNull();
  });

  it(`are at most ${100 * bar} % more than recorded`, { timeout: 3_600_000 }, async ({ skip }) => {
    if (obstacle) {
      console.warn(`instructions are not compared: ${obstacle}`);
      skip(obstacle);
    }
    if (!then) return;
    const changes = changesSince(then, await countInstructions());
    const ofVerdict = (...verdicts: string[]) =>
      changes.filter(({ verdict }) => verdicts.includes(verdict)).map(describeChange);
    const better = ofVerdict('faster');
    if (better.length > 0)
      console.warn(`fewer instructions than recorded; ${recordCommand}\n${better.join('\n')}`);
    expect(ofVerdict('slower', 'new', 'gone'), `if that is meant, ${recordCommand}`).toEqual([]);
  });
});
