// The scene of a problem, from its data alone.

import { rigidBodyOf } from '../../src/groups/rigid-body.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { type Bonds, bondsOf } from './bonds.ts';
import { type Bounds, boundsOf, unionOf } from './bounds.ts';
import { extentOf } from './extent.ts';
import { particleScene } from './particle-scene.ts';
import { type PointGroup, pointGroups } from './point-groups.ts';
import type { Scene, ScenePoint } from './scene.ts';
import { type MadeMeshes, surfacesOf, valueAt } from './surfaces.ts';

const nothing: Scene = {
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

export function sceneOf(problem: Problem, made: MadeMeshes = new Map()): Scene {
  if (problem.particles) return particleScene(problem.particles);
  if (typeof rigidBodyOf(problem) !== 'string') return bodyScene;
  const groups = pointGroups(problem.coordinates);
  return groups ? pointScene(problem, groups, made) : flatScene;
}

const flatScene: Scene = {
  ...nothing,
  note: 'These coordinates are not positions of points; they are drawn over time.',
};

const bodyScene: Scene = {
  ...nothing,
  dimension: 3,
  kind: 'body',
  rotation: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  bounds: [
    [-1.2, -1.2, -1.2],
    [1.2, 1.2, 1.2],
  ],
};

function pointScene(problem: Problem, groups: readonly PointGroup[], made: MadeMeshes): Scene {
  const dimension = groups[0].entries.length === 2 ? 2 : 3;
  const bonds = bondsOf(problem, groups);
  const { rods, anchors } = heldBy(bonds, dimension, groups.length);
  const places = groups.map(({ entries }) => entries.map(entry => problem.initial[entry]));
  const held = boundsWith(bonds, boundsOf({ dimension, places, rods, anchors }));
  const bounds = surfaceExtents(problem, groups, bonds).reduce(unionOf, held);
  return {
    ...nothing,
    dimension,
    kind: 'points',
    points: groups.map((group, k) => pointOf(group, k, groups.length, bounds)),
    rods,
    anchors,
    surfaces: surfacesOf(problem, groups, bonds, bounds, made),
    bounds,
    note: problem.g.kind === 'holonomic' ? null : 'The constraints contain momenta and are not drawn.',
  };
}

/** Points at a fixed distance from a centre are drawn with a rod, unless several move on one sphere. */
function heldBy({ rods, spheres }: Bonds, dimension: number, count: number) {
  const isTied = (point: number) => dimension === 2 || count === 1 || rods.some(rod => rod.includes(point));
  const anchors: (readonly number[])[] = [];
  const held = spheres
    .filter(({ point }) => isTied(point))
    .map(({ point, centre }) => {
      const known = anchors.findIndex(anchor => anchor.every((x, k) => Math.abs(x - centre[k]) < 1e-9));
      return [-1 - (known >= 0 ? known : anchors.push(centre) - 1), point] as const;
    });
  return { rods: [...held, ...rods], anchors };
}

/** Number of points from which the extent of surfaces is computed. */
const mostExtents = 3;

function surfaceExtents(problem: Problem, groups: readonly PointGroup[], { surfaces }: Bonds): Bounds[] {
  return surfaces.slice(0, mostExtents).map(({ point, constraint }) =>
    extentOf(
      valueAt(problem, groups[point], constraint),
      groups[point].entries.map(entry => problem.initial[entry]),
    ),
  );
}

/** Bounds that contain every sphere. */
function boundsWith({ spheres }: Bonds, [low, high]: Bounds): Bounds {
  return [
    low.map((x, k) => Math.min(x, ...spheres.map(({ centre, radius }) => centre[k] - 1.1 * radius))),
    high.map((x, k) => Math.max(x, ...spheres.map(({ centre, radius }) => centre[k] + 1.1 * radius))),
  ];
}

/** Small enough that many do not cover each other. */
function pointOf({ label, entries }: PointGroup, k: number, count: number, [low, high]: Bounds): ScenePoint {
  const size = Math.max(...low.map((x, axis) => high[axis] - x));
  return {
    axes: entries,
    label: label || 'point',
    radius: Math.max(0.006, 0.022 / Math.max(1, count / 12)) * size,
    colour: k,
  };
}
