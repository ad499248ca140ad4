// From the plane of the scene to the pixels of a canvas and back: the same scale in both directions, y upwards.

import type { Scene } from '../scene/scene.ts';

export interface FlatMap {
  toPixel(place: readonly number[]): readonly [number, number];
  toPlace(x: number, y: number): readonly [number, number];
  /** Pixels for one unit. */
  readonly scale: number;
}

export function flatMap({ bounds: [low, high] }: Scene, width: number, height: number): FlatMap {
  const scale = Math.min(width / (high[0] - low[0]), height / (high[1] - low[1]));
  const [cx, cy] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  return {
    scale,
    toPixel: ([x, y]) => [width / 2 + scale * (x - cx), height / 2 - scale * (y - cy)],
    toPlace: (x, y) => [cx + (x - width / 2) / scale, cy - (y - height / 2) / scale],
  };
}
