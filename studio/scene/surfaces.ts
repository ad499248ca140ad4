// Surfaces and curves on which points move, as triangles and lines.

import type { Problem } from '../../src/problem/problem.ts';
import type { Bonds } from './bonds.ts';
import type { Bounds } from './bounds.ts';
import { implicitCurve } from './implicit-curve.ts';
import { implicitSurface, type Mesh } from './implicit-surface.ts';
import type { PointGroup } from './point-groups.ts';
import type { SceneSurface } from './scene.ts';

/** Points that move on the same surface show it once. */
const mostSurfaces = 3;
const cells = { surface: 56, curve: 160 };

/** Meshes that were made before, by what they depend on: other changes reuse them. */
export type MadeMeshes = Map<string, Mesh>;
const mostKept = 12;

export function surfacesOf(
  problem: Problem,
  groups: readonly PointGroup[],
  { spheres, surfaces, rods }: Bonds,
  bounds: Bounds,
  made: MadeMeshes,
): SceneSurface[] {
  const isSpace = groups[0].entries.length === 3;
  const onSpheres = spheres.filter(({ point }) => isSpace && !rods.some(rod => rod.includes(point)));
  const all = [...onSpheres, ...surfaces];
  const different = all.filter(
    (one, k) => !all.slice(0, k).some(other => isSame(problem, groups, one, other)),
  );
  return different.slice(0, mostSurfaces).map(({ point, constraint }) => ({
    name: problem.g.names[constraint],
    ...keptMesh(valueAt(problem, groups[point], constraint), isSpace, bounds, made),
  }));
}

type Place = readonly number[];

/** gᵢ as a function of the place of one point, all others where they start. */
export function valueAt(
  { g, initial }: Problem,
  { entries }: PointGroup,
  constraint: number,
): (place: Place) => number {
  const z = initial.slice();
  const values = new Float64Array(g.m);
  return place => {
    for (let k = 0; k < entries.length; k++) z[entries[k]] = place[k];
    g.value(z, values);
    return values[constraint];
  };
}

interface OnSurface {
  readonly point: number;
  readonly constraint: number;
}

/** Two points have one surface if both functions agree at a few places. */
function isSame(problem: Problem, groups: readonly PointGroup[], a: OnSurface, b: OnSurface): boolean {
  const [f, g] = [a, b].map(({ point, constraint }) => valueAt(problem, groups[point], constraint));
  const places = [0.3, -1.7, 2.9].map(x => groups[a.point].entries.map((_, k) => x + 0.41 * k * x * x));
  return places.every(place => Math.abs(f(place) - g(place)) <= 1e-9 * (1 + Math.abs(f(place))));
}

/** Two functions that agree on a lattice of places have the same mesh. */
function keptMesh(f: (place: Place) => number, isSpace: boolean, bounds: Bounds, made: MadeMeshes): Mesh {
  const key = [...bounds.flat(), ...lattice(isSpace, bounds).map(f)].join();
  const known = made.get(key);
  if (known) return known;
  if (made.size >= mostKept) made.clear();
  const fresh = mesh(f, isSpace, bounds);
  made.set(key, fresh);
  return fresh;
}

/** Fractions of the box that are no round numbers, so that symmetric functions differ there. */
const fractions = [0.03, 0.19, 0.34, 0.47, 0.61, 0.78, 0.96];

function lattice(isSpace: boolean, [low, high]: Bounds): Place[] {
  const along = (axis: number) => fractions.map(t => low[axis] + t * (high[axis] - low[axis]));
  const plane = along(0).flatMap(x => along(1).map(y => [x, y]));
  return isSpace ? plane.flatMap(place => along(2).map(z => [...place, z])) : plane;
}

function mesh(f: (place: Place) => number, isSpace: boolean, [low, high]: Bounds): Mesh {
  if (isSpace)
    return implicitSurface(
      (x, y, z) => f([x, y, z]),
      [low[0], low[1], low[2]],
      [high[0], high[1], high[2]],
      cells.surface,
    );
  return implicitCurve((x, y) => f([x, y]), [low[0], low[1]], [high[0], high[1]], cells.curve);
}
