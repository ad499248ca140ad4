// Molecules as balls and sticks.

import type { Particles } from '../../src/problem/problem.ts';
import { boundsOf } from './bounds.ts';
import type { Scene } from './scene.ts';

interface Look {
  readonly colour: string;
  /** Å. */
  readonly radius: number;
}

/** Colours that chemists know; radii for balls on sticks. */
const looks: Readonly<Record<string, Look>> = {
  H: { colour: '#e8e8e8', radius: 0.25 },
  C: { colour: '#555555', radius: 0.4 },
  N: { colour: '#3050f8', radius: 0.4 },
  O: { colour: '#e0301e', radius: 0.42 },
  Ar: { colour: '#56b4e9', radius: 0.8 },
};
const plain: Look = { colour: '#0072b2', radius: 0.35 };

const lookOf = (name: string) => looks[name.slice(0, 2)] ?? looks[name[0]] ?? plain;

export function particleScene({ system }: Particles): Scene {
  const { count, names, positions, rods, anchored, box } = system;
  const fixed = new Set(anchored);
  let next = 0;
  const points = Array.from({ length: count }, (_, i) => {
    const at = fixed.has(i) ? null : 3 * next++;
    const axes = [0, 1, 2].map(k => (at === null ? { fixed: positions[3 * i + k] } : at + k));
    return { axes, label: `${names[i]} ${i}`, ...lookOf(names[i]) };
  });
  const places = points.map((_, i) => [...positions.subarray(3 * i, 3 * i + 3)]);
  return {
    dimension: 3,
    kind: 'points',
    points,
    rods: rods
      .filter(({ a, b }) => !isBetweenHydrogens(names[a], names[b]))
      .map(({ a, b }) => [a, b] as const),
    anchors: [],
    surfaces: [],
    rotation: null,
    box: box ? ([...box.edges] as const) : null,
    bounds: boundsOf({ dimension: 3, places, rods: [], anchors: [] }),
    note: null,
  };
}

/** The third rod of a water is there for rigidity, and no bond. */
const isBetweenHydrogens = (a: string, b: string) => a.startsWith('H') && b.startsWith('H');
