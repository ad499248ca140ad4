// Topology: rods, bonds, angles and dihedrals, read from a model or from the section `particles` itself. Names of sites are
// resolved and formulas evaluated.

import type { Angle, Bond, Dihedral, Twist } from '../../particles/models/molecule-model.ts';
import type { Rod } from '../../particles/system.ts';
import type { TopologySpec } from './section-schema.ts';
import type { Formula, SpecReader } from './spec-reader.ts';

export interface Topology {
  readonly rods: readonly Rod[];
  readonly bonds: readonly Bond[];
  readonly angles: readonly Angle[];
  readonly dihedrals: readonly Dihedral[];
  readonly twists: readonly Twist[];
}

/** The particles that a topology may refer to. */
export interface Ends {
  readonly count: number;
  /** The number of a particle, by its name or number; throws a ProblemError located there. */
  find(end: Formula, place: SpecReader): number;
  /** Their distance where positions are known, else null. */
  distance(a: number, b: number): number | null;
}

export function readTopology(spec: TopologySpec, ends: Ends, place: SpecReader): Topology {
  return {
    rods: readRods(spec.rods ?? [], ends, place.below('rods')),
    bonds: (spec.bonds ?? []).flatMap((bond, i) => readBond(bond, ends, place.below('bonds', i))),
    angles: (spec.angles ?? []).flatMap((angle, i) => readAngle(angle, ends, place.below('angles', i))),
    ...readDihedrals(spec.dihedrals ?? [], ends, place.below('dihedrals')),
  };
}

/** Pairs without pair force: those that share a rod, a bond, an angle or a dihedral. */
export function bondedPairs({ rods, bonds, angles, dihedrals, twists }: Topology): [number, number][] {
  const chains = [
    ...[...rods, ...bonds].map(({ a, b }) => [a, b]),
    ...angles.map(({ i, j, k }) => [i, j, k]),
    ...[...dihedrals, ...twists].map(({ i, j, k, l }) => [i, j, k, l]),
  ];
  return chains.flatMap(chain =>
    chain.flatMap((a, k) =>
      chain.slice(k + 1).map((b): [number, number] => [Math.min(a, b), Math.max(a, b)]),
    ),
  );
}

function readRods(spec: NonNullable<TopologySpec['rods']>, ends: Ends, place: SpecReader): Rod[] {
  if (spec !== 'all')
    return spec.map(([first, second, length], k) => {
      const here = place.below(k);
      const [a, b] = [first, second].map(end => ends.find(end, here));
      return { a, b, length: length === undefined ? ownLength(a, b, ends, here) : here.number(length) };
    });
  const all = Array.from({ length: ends.count }, (_, i) => i);
  return all.flatMap(b => all.slice(0, b).map(a => ({ a, b, length: ownLength(a, b, ends, place) })));
}

function ownLength(a: number, b: number, ends: Ends, place: SpecReader): number {
  const length = ends.distance(a, b);
  if (length !== null) return length;
  throw place.mistake(
    'a rod has no length',
    'write it behind the ends, [C, H1, 1.09], or give every site its place (at)',
  );
}

type Tuples = readonly Formula[] | readonly (readonly Formula[])[];

/** Particle numbers of the ends of each tuple. */
function readTuples(between: Tuples, ends: Ends, place: SpecReader): number[][] {
  const tuples = between.every(one => Array.isArray(one)) ? between : [between];
  return (tuples as readonly (readonly Formula[])[]).map(tuple => {
    const numbers = tuple.map(end => ends.find(end, place.below('between')));
    if (new Set(numbers).size === numbers.length) return numbers;
    throw place.mistake('a particle is named twice', 'name different particles', 'between');
  });
}

type BondSpec = NonNullable<TopologySpec['bonds']>[number];

function readBond(spec: BondSpec, ends: Ends, place: SpecReader): Bond[] {
  const length = place.notNegative(spec.length, 'length');
  const law = bondLaw(spec, place);
  return readTuples(spec.between, ends, place).map(([a, b]) => ({ a, b, length, ...law }));
}

function bondLaw({ stiffness, depth, width }: BondSpec, place: SpecReader) {
  const isMorse = depth !== undefined || width !== undefined;
  if (isMorse && stiffness !== undefined)
    throw place.mistake(
      '“stiffness” cannot stand beside “depth” and “width”',
      'a harmonic bond has a stiffness, a Morse bond a depth and a width',
    );
  if (stiffness !== undefined) return { stiffness: place.notNegative(stiffness, 'stiffness') };
  if (depth === undefined || width === undefined)
    throw place.mistake(
      isMorse ? `“${depth === undefined ? 'depth' : 'width'}” is missing` : '“stiffness” is missing',
      'a harmonic bond has a stiffness, a Morse bond a depth and a width; a rigid one is a rod',
    );
  return { depth: place.notNegative(depth, 'depth'), width: place.positive(width, 'width') };
}

function readAngle(
  spec: NonNullable<TopologySpec['angles']>[number],
  ends: Ends,
  place: SpecReader,
): Angle[] {
  const theta0 = place.number(spec.angle, 'angle');
  const stiffness = place.notNegative(spec.stiffness, 'stiffness');
  if (!(theta0 > 0 && theta0 <= Math.PI))
    throw place.mistake(
      `an angle of ${theta0} is not above 0 and at most π`,
      'angles are in radians: write 109.5*deg',
      'angle',
    );
  return readTuples(spec.between, ends, place).map(([i, j, k]) => ({ i, j, k, theta0, stiffness }));
}

function readDihedrals(
  specs: NonNullable<TopologySpec['dihedrals']>,
  ends: Ends,
  place: SpecReader,
): Pick<Topology, 'dihedrals' | 'twists'> {
  const dihedrals: Dihedral[] = [];
  const twists: Twist[] = [];
  specs.forEach((spec, n) => {
    const here = place.below(n);
    const tuples = readTuples(spec.between, ends, here);
    const law = dihedralLaw(spec, here);
    for (const [i, j, k, l] of tuples) {
      if ('coefficients' in law) dihedrals.push({ i, j, k, l, ...law });
      else twists.push({ i, j, k, l, ...law });
    }
  });
  return { dihedrals, twists };
}

type DihedralLaw = Pick<Dihedral, 'coefficients'> | Omit<Twist, 'i' | 'j' | 'k' | 'l'>;

function dihedralLaw(spec: NonNullable<TopologySpec['dihedrals']>[number], place: SpecReader): DihedralLaw {
  const { coefficients, stiffness, multiplicity, phase } = spec;
  const isPeriodic = stiffness !== undefined || multiplicity !== undefined || phase !== undefined;
  const hint = 'give stiffness and multiplicity (and perhaps a phase), or six coefficients, C₀ to C₅';
  if (coefficients !== undefined) {
    if (isPeriodic) throw place.mistake('a dihedral of two kinds', hint);
    const [C0, C1, C2, C3, C4, C5] = coefficients.map((C, k) => place.number(C, 'coefficients', k));
    return { coefficients: [C0, C1, C2, C3, C4, C5] };
  }
  if (stiffness === undefined || multiplicity === undefined)
    throw place.mistake(`“${stiffness === undefined ? 'stiffness' : 'multiplicity'}” is missing`, hint);
  const n = place.notNegative(multiplicity, 'multiplicity');
  if (!Number.isInteger(n))
    throw place.mistake(`a multiplicity of ${n}`, 'give a whole number of wells in a turn', 'multiplicity');
  return {
    stiffness: place.number(stiffness, 'stiffness'),
    multiplicity: n,
    phase: phase === undefined ? 0 : place.number(phase, 'phase'),
  };
}
