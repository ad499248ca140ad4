// Prepared structures (extended XYZ): liquids equilibrated once by contestants/gromacs/make-starts.ts, droplets cut from the
// liquid of 1000 waters, and boxes of eight copies.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';

export const startFile = (name: string) => join(checkoutRoot(), 'bench', 'starts', `${name}.xyz`);

export type Start =
  | { readonly liquid: string }
  | { readonly eightfold: string }
  | { readonly droplet: number };

export function structureText(start: Start): string {
  if ('liquid' in start) return readFileSync(startFile(start.liquid), 'utf8');
  return 'eightfold' in start ? eightfold(start.eightfold) : waterDroplet(start.droplet);
}

/** A box of twice the edges: eight copies of the molecules, which differ in their velocities. */
function eightfold(name: string): string {
  const [count, comment, ...lines] = structureText({ liquid: name }).trimEnd().split('\n');
  const edges = /Lattice="([^"]*)"/.exec(comment)?.[1].split(' ').map(Number) ?? [];
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(n => [n >> 2, (n >> 1) & 1, n & 1]);
  const translated = (line: string, corner: readonly number[]) => {
    const [particle, ...place] = line.split(' ');
    return [particle, ...place.map((x, k) => Number(x) + corner[k] * edges[4 * k])].join(' ');
  };
  return [
    8 * Number(count),
    `Lattice="${edges.map(edge => 2 * edge).join(' ')}" Properties=species:S:1:pos:R:3`,
    ...corners.flatMap(corner => lines.map(line => translated(line, corner))),
    '',
  ].join('\n');
}

/** The waters nearest to the centre of the box, in open space, with the centre at the origin. */
function waterDroplet(count: number): string {
  const [, comment, ...lines] = structureText({ liquid: 'tip3p' }).trimEnd().split('\n');
  const edge = Number(/Lattice="(\S+)/.exec(comment)?.[1]);
  const particles = lines.map(line => {
    const [name, ...place] = line.split(' ');
    return { name, place: place.map(x => Number(x) - edge / 2) };
  });
  const waters = Array.from({ length: particles.length / 3 }, (_, k) =>
    whole(particles.slice(3 * k, 3 * k + 3), edge),
  );
  const nearest = waters
    .map(water => ({ water, distance: Math.hypot(...water[0].place) }))
    .sort((a, b) => a.distance - b.distance)
    .slice(0, count)
    .flatMap(({ water }) => water);
  return [
    nearest.length,
    `${count} waters`,
    ...nearest.map(({ name, place }) => `${name} ${place.join(' ')}`),
    '',
  ].join('\n');
}

interface Particle {
  readonly name: string;
  readonly place: readonly number[];
}

/** Oxygen in the box around the origin, each hydrogen at its nearest image. */
function whole(water: readonly Particle[], edge: number): Particle[] {
  const near = (x: number, to: number) => x - edge * Math.round((x - to) / edge);
  const oxygen = water[0].place.map(x => near(x, 0));
  return water.map(({ name, place }) => ({ name, place: place.map((x, k) => near(x, oxygen[k])) }));
}
