// The same few steps, in Node and in the browser.

import { load } from '../../src/file/load.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { advance } from '../../src/run/stepper.ts';

export interface Advanced {
  readonly state: number[];
  readonly parts: readonly string[];
}

export interface Order {
  readonly text: string;
  readonly method: string;
  readonly h: number;
  readonly steps: number;
  /** Sines and logarithms differ between engines in the last bit, and random starts are made with them: so it is sent. */
  readonly start: readonly number[];
}

export function advanceCase({ text, method, h, steps, start }: Order): Advanced {
  const flow = createMethod(load(text), method);
  return { state: [...advance(flow, Float64Array.from(start), h, steps)], parts: flow.parts ?? [] };
}
