// The scene of a problem, from its data alone.

import type { Problem } from '../../src/problem/problem.ts';
import type { Scene } from './scene.ts';

export function sceneOf(_problem: Problem): Scene {
  return {
    dimension: 2,
    kind: 'flat',
    points: [],
    rods: [],
    anchors: [],
    surfaces: [],
    rotation: null,
    box: null,
    bounds: [
      [-1, -1],
      [1, 1],
    ],
    note: null,
  };
}
