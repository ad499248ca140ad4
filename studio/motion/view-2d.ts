// The plane: curves of constraint, rods, points, trails; a point can be dragged.

import type { Scene } from '../scene/scene.ts';
import { freshSheet, pageColour, type Sheet } from './canvas.ts';
import { createTrails } from './trails.ts';
import { type CreateView, type Drawn, endOf, placeOf } from './view.ts';

/** Pixels within which a point is grasped. */
const grasp = 18;
const smallestDot = 3.5;

interface Grasped {
  readonly point: number;
  readonly place: readonly [number, number];
}

export const createView2d: CreateView = (canvas, scene, onDrop) => {
  const trails = createTrails();
  const listeners = new AbortController();
  let lanes: readonly Drawn[] = [];
  let grasped: Grasped | null = null;
  let map = flatMap(scene, 1, 1);

  function paint(): void {
    const sheet = freshSheet(canvas);
    if (!sheet) return;
    map = flatMap(scene, sheet.width, sheet.height);
    drawCurves(sheet.context, scene, map, pageColour(canvas, '--dim'));
    lanes.forEach((lane, k) => {
      const past = scene.points.map((_, point) => trails.of(k, point));
      drawTrails(sheet.context, past, lane.colour, map);
      drawLane(sheet, scene, lane, map, grasped);
    });
    drawAnchors(sheet.context, scene, map, pageColour(canvas, '--ink'));
  }
  const { signal } = listeners;
  canvas.addEventListener(
    'pointerdown',
    event => {
      const point = nearestPoint(scene, lanes[0], map, event.offsetX, event.offsetY);
      if (point < 0) return;
      canvas.setPointerCapture(event.pointerId);
      grasped = { point, place: map.toPlace(event.offsetX, event.offsetY) };
      paint();
    },
    { signal },
  );
  canvas.addEventListener(
    'pointermove',
    event => {
      if (!grasped) return;
      grasped = { ...grasped, place: map.toPlace(event.offsetX, event.offsetY) };
      paint();
    },
    { signal },
  );
  canvas.addEventListener(
    'pointerup',
    () => {
      if (!grasped) return;
      const { point, place } = grasped;
      grasped = null;
      onDrop(
        scene.points[point].axes.flatMap((axis, k) =>
          typeof axis === 'number' ? [{ index: axis, value: place[k] }] : [],
        ),
      );
    },
    { signal },
  );
  const sizes = new ResizeObserver(paint);
  sizes.observe(canvas);
  return {
    draw(given) {
      lanes = given;
      given.forEach(({ q }, k) => {
        trails.add(
          k,
          scene.points.map((_, point) => placeOf(scene, point, q)),
        );
      });
      paint();
    },
    clear: () => trails.clear(),
    dispose() {
      sizes.disconnect();
      listeners.abort();
    },
  };
};

/** −1 when none is near. */
function nearestPoint(scene: Scene, lane: Drawn | undefined, map: FlatMap, x: number, y: number): number {
  if (!lane) return -1;
  const distances = scene.points.map((_, k) => {
    const [px, py] = map.toPixel(placeOf(scene, k, lane.q));
    return Math.hypot(px - x, py - y);
  });
  const nearest = distances.indexOf(Math.min(...distances));
  return distances[nearest] <= grasp ? nearest : -1;
}

function drawCurves(
  context: CanvasRenderingContext2D,
  { surfaces }: Scene,
  map: FlatMap,
  colour: string,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1.2;
  context.beginPath();
  for (const { vertices, indices } of surfaces)
    for (let k = 0; k < indices.length; k += 2) {
      const [a, b] = [3 * indices[k], 3 * indices[k + 1]];
      context.moveTo(...map.toPixel([vertices[a], vertices[a + 1]]));
      context.lineTo(...map.toPixel([vertices[b], vertices[b + 1]]));
    }
  context.stroke();
}

function drawTrails(
  context: CanvasRenderingContext2D,
  trails: readonly (readonly (readonly number[])[])[],
  colour: string,
  map: FlatMap,
): void {
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.globalAlpha = 0.35;
  for (const trail of trails) {
    context.beginPath();
    trail.forEach((place, k) => {
      if (k === 0) context.moveTo(...map.toPixel(place));
      else context.lineTo(...map.toPixel(place));
    });
    context.stroke();
  }
  context.globalAlpha = 1;
}

function drawLane(
  { context }: Sheet,
  scene: Scene,
  { q, colour, isStopped }: Drawn,
  map: FlatMap,
  grasped: Grasped | null,
): void {
  const at = (k: number) => (grasped && k === grasped.point ? grasped.place : endOf(scene, k, q));
  context.globalAlpha = isStopped ? 0.4 : 1;
  context.strokeStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  for (const [a, b] of scene.rods) {
    context.moveTo(...map.toPixel(at(a)));
    context.lineTo(...map.toPixel(at(b)));
  }
  context.stroke();
  context.fillStyle = colour;
  scene.points.forEach((point, k) => {
    context.beginPath();
    context.arc(...map.toPixel(at(k)), Math.max(smallestDot, map.scale * point.radius), 0, 2 * Math.PI);
    context.fill();
  });
  context.globalAlpha = 1;
}

/** Anchors as small triangles, as in textbooks. */
function drawAnchors(
  context: CanvasRenderingContext2D,
  { anchors }: Scene,
  map: FlatMap,
  colour: string,
): void {
  context.fillStyle = colour;
  for (const anchor of anchors) {
    const [x, y] = map.toPixel(anchor);
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x - 6, y - 10);
    context.lineTo(x + 6, y - 10);
    context.fill();
  }
}

/** Map between the plane of the scene and the pixels of a canvas: one scale for both axes, y upwards. */
interface FlatMap {
  toPixel(place: readonly number[]): readonly [number, number];
  toPlace(x: number, y: number): readonly [number, number];
  /** Pixels for one unit. */
  readonly scale: number;
}

function flatMap({ bounds: [low, high] }: Scene, width: number, height: number): FlatMap {
  const scale = Math.min(width / (high[0] - low[0]), height / (high[1] - low[1]));
  const [cx, cy] = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  return {
    scale,
    toPixel: ([x, y]) => [width / 2 + scale * (x - cx), height / 2 - scale * (y - cy)],
    toPlace: (x, y) => [cx + (x - width / 2) / scale, cy - (y - height / 2) / scale],
  };
}
