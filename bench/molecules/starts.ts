// The liquids that the workloads start from, equilibrated once (make-starts.ts), and droplets cut from them.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../checkout.ts';

export const startFile = (model: string) =>
  join(checkoutRoot(), 'bench', 'molecules', 'starts', `${model}.xyz`);

export const liquid = (model: string) => readFileSync(startFile(model), 'utf8');

/** The waters nearest to the middle of the box, in open space, with the middle at the origin. */
export function waterDroplet(count: number): string {
  const [, comment, ...lines] = liquid('tip3p').trimEnd().split('\n');
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

/** Oxygen into the box around the origin, hydrogens beside it. */
function whole(water: readonly Particle[], edge: number): Particle[] {
  const near = (x: number, to: number) => x - edge * Math.round((x - to) / edge);
  const oxygen = water[0].place.map(x => near(x, 0));
  return water.map(({ name, place }) => ({ name, place: place.map((x, k) => near(x, oxygen[k])) }));
}
