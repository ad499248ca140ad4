// A system of molecules from their models: particles, rods, bonded data and exclusions, concatenated molecule by molecule.
//   index of particle i of a molecule in the whole = first particle of the molecule + i

import type { Angle, Bond, Dihedral, Kind, MoleculeModel, Site, Twist } from '../models/molecule-model.ts';
import type { Box, ParticleSystem } from '../system.ts';
import type { DihedralParticles } from '../terms/dihedrals.ts';

/** A run of equal molecules; the same model may come again later. */
export interface Component {
  readonly model: MoleculeModel;
  readonly count: number;
}

/** The particles, and what force terms need to know about them; `kinds` has the order of `system.kinds`. */
export interface Assembly {
  readonly system: ParticleSystem;
  readonly kinds: readonly Kind[];
  readonly angles: readonly Angle[];
  readonly dihedrals: readonly Dihedral[];
  readonly bonds: readonly Bond[];
  readonly twists: readonly Twist[];
}

export function assemble(
  components: readonly Component[],
  positions: Float64Array,
  box: Box | null,
): Assembly {
  const models = moleculesOf(components);
  const first = firstParticles(models);
  const count = first[models.length];
  if (positions.length !== 3 * count)
    throw new RangeError(
      `${models.length} molecules have ${count} particles and need ${3 * count} coordinates, not ${positions.length}`,
    );
  const kinds = mergedKinds(models);
  const kindIndex = new Map(kinds.map(({ name }, k) => [name, k]));
  const sites = allSites(models);
  const system: ParticleSystem = {
    count,
    names: sites.map(({ name }) => name),
    mass: Float64Array.from(sites, ({ mass }) => mass),
    charge: Float64Array.from(sites, ({ charge }) => charge),
    kind: Int32Array.from(sites, site => knownKind(kindIndex, site)),
    kinds: kinds.map(({ name }) => name),
    molecule: moleculeOfEach(first),
    moleculeNames: models.map(({ name }) => name),
    box,
    positions,
    momenta: new Float64Array(3 * count),
    rods: replicated(models, first, ({ rods }, at) => rods.map(r => ({ ...r, a: r.a + at, b: r.b + at }))),
    anchored: [],
    excluded: exclusions(models, first),
  };
  return { system, kinds, ...bondedParts(models, first) };
}

function bondedParts(
  models: readonly MoleculeModel[],
  first: Int32Array,
): Omit<Assembly, 'system' | 'kinds'> {
  const shifted = <T extends DihedralParticles>(d: T, at: number): T => ({
    ...d,
    i: d.i + at,
    j: d.j + at,
    k: d.k + at,
    l: d.l + at,
  });
  return {
    angles: replicated(models, first, ({ angles }, at) =>
      angles.map(angle => ({ ...angle, i: angle.i + at, j: angle.j + at, k: angle.k + at })),
    ),
    dihedrals: replicated(models, first, ({ dihedrals }, at) => dihedrals.map(d => shifted(d, at))),
    bonds: replicated(models, first, ({ bonds = [] }, at) =>
      bonds.map(bond => ({ ...bond, a: bond.a + at, b: bond.b + at })),
    ),
    twists: replicated(models, first, ({ twists = [] }, at) => twists.map(d => shifted(d, at))),
  };
}

/** The model of each molecule, in order. */
export function moleculesOf(components: readonly Component[]): MoleculeModel[] {
  const models: MoleculeModel[] = [];
  for (const { model, count } of components) {
    if (!Number.isSafeInteger(count) || count < 0)
      throw new RangeError(
        `the number of ${model.name} molecules must be a whole number, 0 or more, not ${count}`,
      );
    for (let k = 0; k < count; k++) models.push(model);
  }
  return models;
}

/** The first particle of each molecule, and after the last molecule the number of particles. */
export function firstParticles(models: readonly MoleculeModel[]): Int32Array {
  const first = new Int32Array(models.length + 1);
  for (let m = 0; m < models.length; m++) first[m + 1] = first[m] + models[m].sites.length;
  return first;
}

/** Kinds are identified by name, so kinds of one name must have equal parameters. */
export function mergedKinds(models: Iterable<MoleculeModel>): Kind[] {
  const known = new Map<string, Kind>();
  for (const model of new Set(models)) {
    for (const kind of model.kinds) {
      const other = known.get(kind.name);
      if (other && (other.epsilon !== kind.epsilon || other.sigma !== kind.sigma))
        throw new RangeError(
          `two models have different particles of kind “${kind.name}”: rename one of them (${model.title})`,
        );
      known.set(kind.name, kind);
    }
  }
  return [...known.values()];
}

function knownKind(kindIndex: ReadonlyMap<string, number>, { name, kind }: Site): number {
  const index = kindIndex.get(kind);
  if (index === undefined) throw new RangeError(`particle “${name}” is of the unknown kind “${kind}”`);
  return index;
}

function replicated<T>(
  models: readonly MoleculeModel[],
  first: Int32Array,
  copies: (model: MoleculeModel, at: number) => T[],
): T[] {
  const all: T[] = [];
  models.forEach((model, molecule) => {
    for (const copy of copies(model, first[molecule])) all.push(copy);
  });
  return all;
}

function allSites(models: readonly MoleculeModel[]): Site[] {
  const all: Site[] = [];
  for (const { sites } of models) for (const site of sites) all.push(site);
  return all;
}

function moleculeOfEach(first: Int32Array): Int32Array {
  const molecule = new Int32Array(first[first.length - 1]);
  for (let m = 0; m + 1 < first.length; m++) molecule.fill(m, first[m], first[m + 1]);
  return molecule;
}

const nobody = new Int32Array(0);

/** For each particle its excluded partners, ascending. */
function exclusions(models: readonly MoleculeModel[], first: Int32Array): Int32Array[] {
  const own = new Map([...new Set(models)].map(model => [model, exclusionsWithin(model)]));
  return replicated(models, first, (model, at) =>
    (own.get(model) ?? []).map(partners => (partners.length > 0 ? partners.map(j => at + j) : nobody)),
  );
}

/** The same for one molecule, counted from its first particle. */
function exclusionsWithin({ sites, excluded }: MoleculeModel): Int32Array[] {
  const partners = sites.map(() => new Set<number>());
  for (const [i, j] of excluded) {
    partners[i].add(j);
    partners[j].add(i);
  }
  return partners.map(set => Int32Array.from(set).sort());
}
