// Start of the molecules: on a lattice, in a ball, as a melt, or at positions of the file.

import { type Assembly, assemble, firstParticles, moleculesOf } from '../../particles/build/assemble.ts';
import { type BoxSize, boxOf } from '../../particles/build/box-size.ts';
import { latticeBox } from '../../particles/build/boxes.ts';
import { cluster } from '../../particles/build/cluster.ts';
import { grownMelt } from '../../particles/build/grown-melt.ts';
import { chainMelt } from '../../particles/build/melt.ts';
import { independentRods } from '../../particles/topology/independent-rods.ts';
import { createRodGeometry } from '../../particles/topology/rod-geometry.ts';
import type { NamedComponent } from './molecules.ts';
import type { Section } from './section-schema.ts';
import type { SpecReader } from './spec-reader.ts';

function sizeOf({ box, density }: Section, place: SpecReader): BoxSize | null {
  if (box !== undefined && density !== undefined)
    throw place.mistake(
      '“density” cannot stand beside “box”',
      'the box follows from the density; leave one of them out',
      'density',
    );
  if (density !== undefined) return { density: place.number(density, 'density') };
  if (box === undefined) return null;
  const edges = Array.isArray(box) ? place.vector(box, 'box') : place.vector([box, box, box], 'box');
  if (edges.every(edge => edge > 0)) return { edges };
  throw place.mistake(`the edges are ${edges.join(' × ')} Å`, 'edges of a box must be positive', 'box');
}

/** Start positions from a builder. */
export function builtStart(
  section: Section,
  components: readonly NamedComponent[],
  place: SpecReader,
): Assembly {
  const size = sizeOf(section, place);
  const seed = section.seed ?? 0;
  const start = section.start ?? (size ? 'lattice' : 'cluster');
  if (start === 'cluster' || start === 'minimum') {
    if (size)
      throw place.mistake(
        'a cluster stands in open space',
        'leave out box and density, or start from a lattice',
        'start',
      );
    return place.attempt(() => cluster({ components, seed }), 'molecules');
  }
  if (!size)
    throw place.mistake(
      `a start from a ${start} needs a box`,
      'give  box: 30  (edges in Å) or  density: 0.997  (g/cm³)',
      'start',
    );
  if (start === 'lattice') return place.attempt(() => latticeBox({ components, size, seed }), 'box');
  if (components.length !== 1)
    throw place.mistake('a melt is made of one kind of chain', 'take one model, or a lattice', 'start');
  const melt = start === 'melt' ? chainMelt : grownMelt;
  return place.attempt(() => melt({ ...components[0], size, seed }), 'box');
}

/** Positions of all particles in the order of the molecules, optionally with velocities. */
export function startFromPositions(
  section: Section,
  components: readonly NamedComponent[],
  place: SpecReader,
): Assembly {
  refuseOtherStarts(section, place);
  const size = sizeOf(section, place);
  const box = size && place.attempt(() => boxOf(components, size), 'box');
  const models = moleculesOf(components);
  const count = firstParticles(models)[models.length];
  const points = (key: 'positions' | 'velocities') => {
    const given = section[key] ?? [];
    if (given.length !== count)
      throw place.mistake(
        `${given.length} points for ${count} particles`,
        'give one point [x, y, z] for each particle, molecule after molecule',
        key,
      );
    return Float64Array.from(given.flatMap((point, i) => [...place.vector(point, key, i)]));
  };
  const assembly = place.attempt(() => assemble(components, points('positions'), box), 'molecules');
  const { positions } = place.attempt(() => independentRods(assembly.system, 'leave out'), 'positions');
  const system = { ...assembly.system, positions };
  if (!section.velocities) return { ...assembly, system };
  const momenta = points('velocities').map((v, at) => v * system.mass[Math.floor(at / 3)]);
  if (!createRodGeometry(system).projectMomenta(positions, momenta))
    throw place.mistake('the velocities cannot be projected onto the rods', undefined, 'velocities');
  return { ...assembly, system: { ...system, momenta } };
}

function refuseOtherStarts(section: Section, place: SpecReader): void {
  if (section.start !== undefined)
    throw place.mistake('“start” cannot stand beside “positions”', 'leave one of them out', 'start');
  if (section.velocities && section.temperature !== undefined)
    throw place.mistake(
      '“temperature” cannot stand beside “velocities”',
      'leave one of them out',
      'temperature',
    );
}
