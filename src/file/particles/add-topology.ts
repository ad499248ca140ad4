// What the section itself adds to the molecules: rods, bonds, angles and dihedrals between particles of any molecule, and
// particles that are anchored. Afterwards the rods are independent again, and the start is on them.

import type { Assembly } from '../../particles/build/assemble.ts';
import { distanceBetween } from '../../particles/build/closest-pair.ts';
import type { ParticleSystem } from '../../particles/system.ts';
import { independentRods } from '../../particles/topology/redundant.ts';
import { createRodGeometry } from '../../particles/topology/rod-geometry.ts';
import type { NamedComponent } from './molecules.ts';
import type { Section } from './particle-schema.ts';
import { selectedParticles } from './selection.ts';
import type { SpecReader } from './spec-reader.ts';
import { type Ends, joinedPairs, readJoins } from './topology.ts';

export interface JoinedAssembly {
  readonly assembly: Assembly;
  /** For people: rods that were left out. */
  readonly notes: readonly string[];
}

export function joinedAssembly(
  assembly: Assembly,
  section: Section,
  components: readonly NamedComponent[],
  place: SpecReader,
): JoinedAssembly {
  if (section.rods === 'all')
    throw place.mistake('“all” is for the rods of a model', 'list the rods: [[0, 5, 2.5]]', 'rods');
  const joins = readJoins(section, endsOf(assembly.system), place);
  const selectable = { system: assembly.system, components };
  const anchored = section.anchored
    ? selectedParticles(section.anchored, selectable, place.below('anchored'))
    : [];
  if (anchored.length === assembly.system.count)
    throw place.mistake('all particles are anchored, so nothing moves', 'leave some out', 'anchored');
  const bonded = {
    bonds: [...assembly.bonds, ...joins.bonds],
    angles: [...assembly.angles, ...joins.angles],
    dihedrals: [...assembly.dihedrals, ...joins.dihedrals],
    twists: [...assembly.twists, ...joins.twists],
  };
  const joined = {
    ...assembly.system,
    anchored,
    momenta: atRest(assembly.system.momenta, anchored),
    rods: [...assembly.system.rods, ...joins.rods],
    excluded: withExcluded(assembly.system, joinedPairs(joins)),
  };
  if (anchored.length === 0 && joins.rods.length === 0)
    return { assembly: { ...assembly, ...bonded, system: joined }, notes: [] };
  const rule = section.constraints?.redundant ?? 'leave out';
  const { rods, positions, leftOut } = place.attempt(
    () => independentRods(joined, rule),
    joins.rods.length > 0 ? 'rods' : 'anchored',
  );
  const system = { ...joined, rods, positions };
  // Momenta of the start were tangent to other rods, or to rods whose ends could move.
  createRodGeometry(system).projectMomenta(positions, system.momenta);
  return { assembly: { ...assembly, ...bonded, system }, notes: leftOut };
}

function endsOf({ count, positions }: ParticleSystem): Ends {
  return {
    count,
    find(end, place) {
      if (typeof end === 'number' && Number.isInteger(end) && end >= 0 && end < count) return end;
      throw place.mistake(`there is no particle ${end}`, `particles are numbered from 0 to ${count - 1}`);
    },
    distance: (a, b) => distanceBetween(positions, a, b, null),
  };
}

function atRest(momenta: Float64Array, anchored: readonly number[]): Float64Array {
  const p = momenta.slice();
  for (const i of anchored) p.fill(0, 3 * i, 3 * i + 3);
  return p;
}

function withExcluded({ excluded }: ParticleSystem, pairs: readonly (readonly [number, number])[]) {
  if (pairs.length === 0) return excluded;
  const partners = excluded.map(own => new Set(own));
  for (const [a, b] of pairs) {
    partners[a].add(b);
    partners[b].add(a);
  }
  return partners.map(set => Int32Array.from(set).sort());
}
