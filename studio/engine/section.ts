// Points of a Poincaré section: where a step passes the level upwards, by a straight line between its ends.

import type { State } from '../../src/problem/state.ts';
import type { Section } from './protocol.ts';

export function noteCrossing({ through, level, x, y }: Section, from: State, to: State, out: number[]): void {
  const [a, b] = [from[through] - level, to[through] - level];
  if (!(a < 0 && b >= 0)) return;
  const t = a / (a - b);
  out.push(from[x] + t * (to[x] - from[x]), from[y] + t * (to[y] - from[y]));
}
