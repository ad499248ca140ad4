// Structures with many constraints that the catalogue does not have: closed, branched, numbered at random, in space.

import { load } from '../../../src/file/load.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import { seeded } from '../linalg/seeded.ts';
import { fromCatalogue } from './problems.ts';

type Link = readonly [number, number];

/** Points in the plane with rods of their present lengths between them, the first of them hung up. */
export function network(
  points: readonly (readonly [number, number])[],
  links: readonly Link[],
  extra = '',
): Problem {
  const rods = links.map(([a, b], k) => {
    const [x, y] = [points[a][0] - points[b][0], points[a][1] - points[b][1]];
    return `  rod${k}: norm2(r[${a}] - r[${b}]) = ${x * x + y * y}`;
  });
  const places = points.flatMap(([x, y], i) => [`  "r[${i}][0]": ${x}`, `  "r[${i}][1]": ${y}`]);
  return load(`
coordinates: { r: [${points.length}, 2] }
mass: { "r[i][j]": { each: "i in 0..${points.length - 1}, j in 0..1", value: 1 + sin(i)/2 } }
potential: sum(i, 0, ${points.length - 1}, (1 + sin(i)/2)*r[i][1]) ${extra}
constraints:
  hook: norm2(r[0] - [${points[0][0]}, ${points[0][1] + 1}]) = 1
${rods.join('\n')}
initial:
${places.join('\n')}
`);
}

const onCircle = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => [4 * Math.cos((6.28 * i) / count), 4 * Math.sin((6.28 * i) / count)] as const,
  );
const ring = (count: number) => Array.from({ length: count }, (_, i): Link => [i, (i + 1) % count]);

/** Every point hangs on an earlier one, chosen at random, and links are listed and directed at random. */
export function randomTree(count: number): { points: (readonly [number, number])[]; links: Link[] } {
  const random = seeded(count);
  const points: (readonly [number, number])[] = [[0, 0]];
  const links: Link[] = [];
  for (let i = 1; i < count; i++) {
    const parent = Math.floor((0.5 + random() / 2) * i);
    const angle = 3 * random();
    points.push([points[parent][0] + Math.cos(angle), points[parent][1] + Math.sin(angle)]);
    links.push(random() > 0 ? [i, parent] : [parent, i]);
  }
  const order = links.map(random);
  const listed = [...links.keys()].sort((a, b) => order[a] - order[b]).map(k => links[k]);
  return { points, links: listed };
}

const tree = randomTree(26);

/** A chain in space with forces of all kinds, lengths that differ, and a coordinate that nothing holds. */
const inSpace = load(`
coordinates: { r: [20, 3], free: [2] }
mass: { "r[i][j]": { each: "i in 0..19, j in 0..2", value: 1 + i/20 }, free: 2 }
potential: >-
  sum(i, 0, 19, r[i][2] + 0.2*sin(r[i][0]) + exp(-r[i][1]^2)) + sum(i, 2, 19, norm2(r[i] - r[i-2]))/8
  + sum(i, 0, 1, cos(free[i]*r[3][0]) + free[i]^4/4)
constraints:
  anchor: norm2(r[0]) = 1
  links: { each: "i in 1..19", equation: "norm2(r[i] - r[i-1]) = 1 + i/4" }
initial:
  "r[i][0]": { each: "i in 0..19", value: "sum(k, 0, i, sqrt(1 + k/4))" }
  "p_r[i][1]": { each: "i in 0..19", value: (i + 1)/9 }
  "free[0]": 1
`);

/** Beads on a surface that is not a polynomial, with springs between them and a force that turns around at x = 0. */
const onSurface = load(`
coordinates: { r: [18, 3] }
potential: sum(i, 0, 17, r[i][2] + abs(r[i][0])) + sum(i, 1, 17, (r[i][1] - r[i-1][1])^2)/2
constraints:
  surface: { each: "i in 0..17", equation: "r[i][2] = sin(r[i][0])*exp(r[i][1]/4)" }
initial:
  "r[i][0]": { each: "i in 0..17", value: i/3 - 2 }
  "r[i][1]": { each: "i in 0..17", value: cos(i) }
  "r[i][2]": { each: "i in 0..17", value: sin(i/3 - 2)*exp(cos(i)/4) }
`);

export const manyConstraints: [string, Problem][] = [
  ['a chain', fromCatalogue('chain', { N: 30 })],
  ['a closed chain', network(onCircle(24), ring(24))],
  ['a tree at random', network(tree.points, tree.links)],
  ['a net with springs', network(onCircle(18), [...ring(18), [0, 6], [6, 12]], '+ norm2(r[3] - r[9])')],
  ['a chain in space with forces', inSpace],
  ['beads on a surface', onSurface],
];
