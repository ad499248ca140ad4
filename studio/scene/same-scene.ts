// Whether two scenes look the same, number by number.

import type { Scene, SceneSurface } from './scene.ts';

export function isSameScene(a: Scene, b: Scene): boolean {
  return (
    JSON.stringify({ ...a, surfaces: [] }) === JSON.stringify({ ...b, surfaces: [] }) &&
    a.surfaces.length === b.surfaces.length &&
    a.surfaces.every((surface, k) => isSameSurface(surface, b.surfaces[k]))
  );
}

function isSameSurface(a: SceneSurface, b: SceneSurface): boolean {
  return a.name === b.name && isEqual(a.vertices, b.vertices) && isEqual(a.indices, b.indices);
}

function isEqual(a: Float32Array | Uint32Array, b: Float32Array | Uint32Array): boolean {
  return a.length === b.length && a.every((value, k) => value === b[k]);
}
