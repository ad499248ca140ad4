// Dragging a point in space: it moves in the plane through it that faces the camera.

import { type Camera, Plane, Raycaster, Vector2, Vector3 } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { Scene } from '../scene/scene.ts';
import type { OnDrop } from './view.ts';

interface DragSettings {
  readonly canvas: HTMLCanvasElement;
  readonly camera: Camera;
  readonly controls: OrbitControls;
  readonly scene: Scene;
  /** Where a point is now; null before anything was drawn. */
  place(k: number): readonly number[] | null;
  readonly onDrop: OnDrop;
}

/** Pixels within which a point is grasped. */
const grasp = 16;

export function createDrag({ canvas, camera, controls, scene, place, onDrop }: DragSettings) {
  const listeners = new AbortController();
  const { signal } = listeners;
  let grasped = -1;
  canvas.addEventListener(
    'pointerdown',
    event => {
      grasped = nearest(event.offsetX, event.offsetY);
      controls.enabled = grasped < 0;
    },
    { signal, capture: true },
  );
  canvas.addEventListener(
    'pointerup',
    event => {
      controls.enabled = true;
      const target = grasped < 0 ? null : underPointer(event.offsetX, event.offsetY, grasped);
      if (target) drop(grasped, target);
      grasped = -1;
    },
    { signal },
  );

  function nearest(x: number, y: number): number {
    const distances = scene.points.map((_, k) => {
      const at = place(k);
      if (!at) return Number.POSITIVE_INFINITY;
      const seen = new Vector3(...at).project(camera);
      return Math.hypot(
        (canvas.clientWidth * (seen.x + 1)) / 2 - x,
        (canvas.clientHeight * (1 - seen.y)) / 2 - y,
      );
    });
    const closest = distances.indexOf(Math.min(...distances));
    return distances[closest] <= grasp ? closest : -1;
  }
  function underPointer(x: number, y: number, point: number): Vector3 | null {
    const at = place(point);
    if (!at) return null;
    const ray = new Raycaster();
    ray.setFromCamera(
      new Vector2((2 * x) / canvas.clientWidth - 1, 1 - (2 * y) / canvas.clientHeight),
      camera,
    );
    const plane = new Plane().setFromNormalAndCoplanarPoint(
      camera.getWorldDirection(new Vector3()),
      new Vector3(...at),
    );
    return ray.ray.intersectPlane(plane, new Vector3());
  }
  function drop(point: number, target: Vector3): void {
    const coordinates = target.toArray();
    onDrop(
      scene.points[point].axes.flatMap((axis, k) =>
        typeof axis === 'number' ? [{ index: axis, value: coordinates[k] }] : [],
      ),
    );
  }
  return { dispose: () => listeners.abort() };
}
