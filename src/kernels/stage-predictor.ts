// The guess for λ/h of each stage of a composition: Σⱼ wⱼ λⱼ/h over the stages before it, which a ring keeps, with the weights of
// stage-prediction.ts. They hold for a constant h; until enough stages of that h are known, the guess is zero.

import { type Prediction, predictionTable } from './stage-prediction.ts';

export interface StagePredictor {
  /** Before a step h: what belongs to another h is of no use. */
  begin(h: number): void;
  /** The stages before are of no use: until enough are known again, the guess is zero. */
  forget(): void;
  /** out = the weights with which the values of the ring make the guess for a stage. */
  weigh(stage: number, out: Float64Array): void;
  /** Takes note of λ/h of a stage that was made. */
  accept(rate: Float64Array): void;
  /** The ring and its state. A checkpoint keeps them all. */
  readonly memory: readonly Float64Array[];
}

/** The ring is given: as many arrays as stages are looked back on, where whoever makes the guess can read them. */
export function createStagePredictor(
  weights: readonly number[],
  prediction: Prediction,
  ring: readonly Float64Array[],
): StagePredictor {
  const { stages } = prediction;
  /** A power of two less one: places go round by a mask, which costs nothing beside a division with rest. */
  const last = stages - 1;
  const table = predictionTable(weights, prediction);
  /** The step, how many stages of it are known, and the place of the next. */
  const state = new Float64Array(3);
  return {
    memory: [...ring, state],
    begin(h) {
      if (h !== state[0]) state[1] = 0;
      state[0] = h;
    },
    forget() {
      state[1] = 0;
    },
    weigh(stage, out) {
      const isKnown = state[1] >= stages;
      for (let j = 0; j < stages; j++) {
        const place = (state[2] - 1 - j) & last;
        out[place] = isKnown ? table[stage * stages + j] : 0;
      }
    },
    accept(rate) {
      ring[state[2]].set(rate);
      state[1]++;
      state[2] = (state[2] + 1) & last;
    },
  };
}
