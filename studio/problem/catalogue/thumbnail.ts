// A small picture of a problem from a short run of it: where its points go, and how they hang together at the end.
// Made by scripts/thumbnails.mjs and stored beside the page; colours are visible on light and dark.

import { rigidBodyOf } from '../../../src/groups/rigid-body.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { sceneOf } from '../../scene/from-problem.ts';
import type { Scene } from '../../scene/scene.ts';
import { sampledMotion } from './sampled-motion.ts';

type Place = readonly number[];

const [width, height, margin] = [120, 80, 8];
const grey = '#8a939c';
/** For colour-blind eyes too (Okabe and Ito). */
const colours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7'] as const;
/** Chains of more points show themselves at several moments instead of trails. */
const fewPoints = 4;
const mostBalls = 300;
/** Particles that are kept or left out together: whole molecules of 1, 2, 3, 4 and more. */
const blockOfMolecules = 12;
const mostPieces = 80;
/** Dots on the rods of longer chains would cover them. */
const mostDots = 40;
const short = { steps: 600, samples: 90 };
const long = { steps: 1500, samples: 190 };

export function thumbnail(problem: Problem): string {
  const scene = sceneOf(problem);
  if (problem.particles) return svg(balls(scene, problem.initial));
  const motion = sampledMotion(problem, scene.points.length === 1 ? long : short);
  if (typeof rigidBodyOf(problem) !== 'string') return svg(body(motion));
  return svg(scene.kind === 'points' ? points(scene, motion) : curves(motion, problem.n));
}

const placeOf = ({ points: all }: Scene, k: number, q: Float64Array): Place =>
  all[k].axes.map(axis => (typeof axis === 'number' ? q[axis] : axis.fixed));

const svg = (parts: readonly string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="round" stroke-linejoin="round">\n${parts.join('\n')}\n</svg>\n`;

const tenth = (x: number) => String(Math.round(10 * x) / 10);

/** Seen a little from the side and from above. */
function flat(place: Place): Place {
  if (place.length === 2) return place;
  const [x, y, z] = place;
  const [turn, tilt] = [0.6, 0.35];
  const depth = x * Math.sin(turn) + y * Math.cos(turn);
  return [x * Math.cos(turn) - y * Math.sin(turn), z * Math.cos(tilt) + depth * Math.sin(tilt), depth];
}

/** From the plane to the picture: the same scale both ways, y upwards; all given places are in sight. */
function fitted(places: readonly Place[]): (place: Place) => string {
  const ends = [0, 1].map(k => [
    Math.min(...places.map(place => place[k])),
    Math.max(...places.map(place => place[k])),
  ]);
  const [dx, dy] = ends.map(([low, high]) => Math.max(high - low, 1e-9));
  const scale = Math.min((width - 2 * margin) / dx, (height - 2 * margin) / dy);
  const [cx, cy] = ends.map(([low, high]) => (low + high) / 2);
  return ([x, y]) => `${tenth(width / 2 + scale * (x - cx))} ${tenth(height / 2 - scale * (y - cy))}`;
}

const line = (places: readonly Place[], map: (place: Place) => string) =>
  `M${places.map(place => map(place)).join('L')}`;

const stroke = (d: string, colour: string, wide: number, opacity = 1) =>
  `<path d="${d}" stroke="${colour}" stroke-width="${wide}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;

function points(scene: Scene, motion: readonly Float64Array[]): string[] {
  const at = (k: number, q: Float64Array) => flat(k < 0 ? scene.anchors[-1 - k] : placeOf(scene, k, q));
  const indices = scene.points.map((_, k) => k);
  const last = motion[motion.length - 1];
  const isFew = indices.length <= fewPoints || scene.rods.length === 0;
  const moments = isFew ? [last] : thirds(motion);
  const seen = (isFew ? motion : moments).flatMap(q => indices.map(k => at(k, q)));
  const map = fitted([...seen, ...scene.anchors.map(flat)]);
  const trail = isFew ? trailOf(motion, indices.length) : [];
  const trails = indices.map(k =>
    stroke(
      line(
        trail.map(q => at(k, q)),
        map,
      ),
      colours[k % colours.length],
      1,
      0.7,
    ),
  );
  const rods = moments.map((q, k) => {
    const d = rodLines(scene.rods, k => map(at(k, q)));
    return d === '' ? '' : stroke(d, grey, 1.5, (k + 1) / moments.length);
  });
  const dots = stroke(indices.map(k => `M${map(at(k, last))}h0`).join(''), colours[0], isFew ? 6 : 3);
  const isDotted = indices.length <= mostDots;
  return [
    ...wire(scene, map),
    ...(isFew ? trails : []),
    ...rods.filter(rod => rod !== ''),
    ...(isDotted ? [dots] : []),
  ];
}

/** Shorter for each of many points. */
const trailOf = (motion: readonly Float64Array[], count: number) =>
  motion.slice(-Math.max(20, Math.floor((3 * short.samples) / count)));

/** One line where a rod begins at the end of the one before. */
function rodLines(rods: Scene['rods'], end: (k: number) => string): string {
  return rods
    .map(([a, b], i) => (i > 0 && rods[i - 1][1] === a ? `L${end(b)}` : `M${end(a)}L${end(b)}`))
    .join('');
}

const thirds = (motion: readonly Float64Array[]) =>
  [1, 2, 3].map(k => motion[Math.floor((k * (motion.length - 1)) / 3)]);

/** The curve on which a point of the plane moves. */
function wire({ dimension, surfaces }: Scene, map: (place: Place) => string): string[] {
  if (dimension !== 2) return [];
  return surfaces.map(({ vertices, indices }) => {
    const stride = 2 * Math.ceil(indices.length / 2 / mostPieces);
    const corner = (k: number) => [vertices[3 * indices[k]], vertices[3 * indices[k] + 1]];
    const pieces = Array.from({ length: Math.floor(indices.length / stride) }, (_, k) =>
      line([corner(stride * k), corner(stride * k + 1)], map),
    );
    return stroke(pieces.join(''), grey, 1, 0.6);
  });
}

/** The tips of the three axes of a rigid body. */
function body(motion: readonly Float64Array[]): string[] {
  const tip = (q: Float64Array, axis: number) => flat([q[axis], q[3 + axis], q[6 + axis]]);
  const axes = [0, 1, 2];
  const map = fitted(motion.flatMap(q => axes.map(axis => tip(q, axis))));
  const last = motion[motion.length - 1];
  return [
    ...axes.map(axis =>
      stroke(
        line(
          motion.map(q => tip(q, axis)),
          map,
        ),
        colours[axis],
        1,
        0.6,
      ),
    ),
    ...axes.map(axis => stroke(line([[0, 0], tip(last, axis)], map), colours[axis], 2.5)),
  ];
}

/** Coordinates that are no places: over time while they are few, else side by side at several moments. */
function curves(motion: readonly Float64Array[], n: number): string[] {
  const isFew = n <= fewPoints;
  const lines = isFew
    ? Array.from({ length: n }, (_, k) => motion.map((q, t) => [t / motion.length, q[k]]))
    : thirds(motion).map(q => every(n, 60).map(k => [k / n, q[k]]));
  const values = lines.flat().map(([, y]) => y);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shape = (width - 2 * margin) / (height - 2 * margin);
  const scaled = ([t, y]: readonly number[]) => [t * shape, (y - low) / Math.max(high - low, 1e-9)];
  const map = fitted(lines.flat().map(scaled));
  return lines.map((curve, k) => stroke(line(curve.map(scaled), map), colours[k % colours.length], 1.3));
}

const every = (n: number, count: number) =>
  Array.from({ length: Math.min(n, count) }, (_, k) => Math.floor((k * n) / Math.min(n, count)));

/** A part of them where they are many, the nearest last. */
function balls(scene: Scene, q: Float64Array): string[] {
  const all = scene.points.map((point, k) => ({ place: flat(placeOf(scene, k, q)), ...point }));
  const stride = Math.ceil(all.length / mostBalls);
  const isShown = (k: number) => Math.floor(k / blockOfMolecules) % stride === 0;
  const shown = all.filter((_, k) => isShown(k)).sort((a, b) => b.place[2] - a.place[2]);
  const map = fitted(shown.map(({ place }) => place));
  const wide = Math.min(9, 46 / Math.sqrt(shown.length));
  return [0, 1, 2].flatMap(layer => {
    const here = shown.filter((_, k) => Math.floor((3 * k) / shown.length) === layer);
    const looks = [...new Set(here.map(({ colour, radius }) => `${colour} ${radius}`))];
    const largest = Math.max(...shown.map(({ radius }) => radius));
    return looks.map(look => {
      const [colour, radius] = look.split(' ');
      const same = here.filter(ball => `${ball.colour} ${ball.radius}` === look);
      const size = Math.max(1, Math.round(10 * wide * (Number(radius) / largest)) / 10);
      const shade = colour === '#e8e8e8' ? '#b9c0c7' : colour;
      return stroke(same.map(({ place }) => `M${map(place)}h0`).join(''), shade, size, 0.4 + 0.3 * layer);
    });
  });
}
