// Interface of the views of the motion. A view owns a canvas and is independent of the engine.

import type { Scene } from '../scene/scene.ts';

/** One lane as it is to be drawn. */
export interface Drawn {
  readonly q: Float64Array;
  readonly colour: string;
  readonly isStopped: boolean;
}

/** A point was dropped somewhere: entries of q and their new values. */
export type OnDrop = (entries: readonly { readonly index: number; readonly value: number }[]) => void;

export interface View {
  draw(lanes: readonly Drawn[]): void;
  /** Clears the trails. */
  clear(): void;
  dispose(): void;
}

export type CreateView = (canvas: HTMLCanvasElement, scene: Scene, onDrop: OnDrop) => View;

/** Colours of lanes, for colour-blind eyes too (Okabe and Ito). */
export const laneColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'] as const;

/** Where a point of the scene is. */
export function placeOf(scene: Scene, k: number, q: Float64Array): number[] {
  return scene.points[k].axes.map(axis => (typeof axis === 'number' ? q[axis] : axis.fixed));
}

/** The end of a rod: a point, or an anchor. */
export function endOf(scene: Scene, k: number, q: Float64Array): readonly number[] {
  return k < 0 ? scene.anchors[-1 - k] : placeOf(scene, k, q);
}
