// Scene: the geometry of a problem, as points, rods, anchors and surfaces. Plain data, made in the worker from the
// problem (from-problem.ts), drawn by the views.

/** A point in the scene: for each axis the entry of q that it follows, or a fixed number. */
export interface ScenePoint {
  readonly axes: readonly (number | { readonly fixed: number })[];
  readonly label: string;
  /** In units of the scene. */
  readonly radius: number;
  /** A number of the palette, or a colour of an element. */
  readonly colour: number | string;
}

/** Triangles of a surface g(x, y, z) = 0, or line pieces of a curve g(x, y) = 0. */
export interface SceneSurface {
  readonly name: string;
  readonly vertices: Float32Array;
  readonly indices: Uint32Array;
}

export interface Scene {
  readonly dimension: 2 | 3;
  /** flat: coordinates are angles or the like, and only curves over time can be drawn. */
  readonly kind: 'points' | 'body' | 'flat';
  readonly points: readonly ScenePoint[];
  /** Pairs of points; −1 − k is anchor k. */
  readonly rods: readonly (readonly [number, number])[];
  readonly anchors: readonly (readonly number[])[];
  readonly surfaces: readonly SceneSurface[];
  /** Entries of q that are the nine entries of a rotation matrix, row by row; for kind `body`. */
  readonly rotation: readonly number[] | null;
  /** Edges of a periodic box. */
  readonly box: readonly [number, number, number] | null;
  /** Lower and upper corner of what should be in sight. */
  readonly bounds: readonly [readonly number[], readonly number[]];
  /** Why nothing or not everything is drawn. */
  readonly note: string | null;
}

/** Whether two scenes hold the same numbers. */
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
