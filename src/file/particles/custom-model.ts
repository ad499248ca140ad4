// Custom model: sites, topology, and a shape from positions or from distances.

import { didYouMean } from '../../formula/nearest-name.ts';
import { embed } from '../../particles/build/shape-from-distances.ts';
import type { Kind, MoleculeModel, Site } from '../../particles/models/molecule-model.ts';
import type { Rod } from '../../particles/system.ts';
import { independentRods, type RedundancyRule } from '../../particles/topology/independent-rods.ts';
import type { ModelSpec } from './section-schema.ts';
import type { Formula, SpecReader } from './spec-reader.ts';
import { bondedPairs, type Ends, readTopology, type Topology } from './topology.ts';

export interface ReadModel {
  readonly model: MoleculeModel;
  /** Messages about rods that were left out. */
  readonly notes: readonly string[];
}

/** Number of attempts to find a shape where no positions are given. */
const mostShapes = 10;

export function customModel(
  key: string,
  spec: ModelSpec,
  place: SpecReader,
  rule: RedundancyRule,
): ReadModel {
  const names = siteNames(spec, place);
  const kinds = readKinds(spec, place);
  const sites = names.map(name => readSite(name, spec, kinds, place));
  const given = readPlaces(names, spec, place);
  const joins = readTopology(spec, endsOf(names, given), place);
  const title = spec.title ?? key;
  const { shape, rods, leftOut } = place.attempt(
    () => shapeOn({ names, sites, joins, given }, rule),
    spec.rods === undefined ? 'sites' : 'rods',
  );
  const model: MoleculeModel = {
    ...joins,
    title,
    name: moleculeName(key, spec, place),
    synonyms: [...(spec.synonyms ?? []), key],
    sites,
    kinds: [...kinds.values()],
    rods,
    excluded: excludedPairs(spec, names, joins, place),
    shape,
  };
  return { model, notes: leftOut.map(note => `${title}: ${note}`) };
}

/** Structure files separate names by blanks: names with blanks could not be read back. */
const isWord = (name: string) => /^\S+$/.test(name);

function moleculeName(key: string, { name }: ModelSpec, place: SpecReader): string {
  if (isWord(name ?? key)) return name ?? key;
  throw place.mistake(
    `“${name ?? key}” cannot be a name in files`,
    'give  name: CH4,  a word without blanks',
  );
}

function siteNames(spec: ModelSpec, place: SpecReader): string[] {
  const names = Object.keys(spec.sites ?? {});
  if (names.length === 0) throw place.mistake('a model needs at least one site', undefined, 'sites');
  const wrong = names.find(name => /^\d+$/.test(name) || !isWord(name));
  if (wrong !== undefined)
    throw place.mistake(
      `“${wrong}” cannot be the name of a site`,
      'take a word that begins with a letter',
      'sites',
      wrong,
    );
  return names;
}

function readSite(name: string, spec: ModelSpec, kinds: ReadonlyMap<string, Kind>, place: SpecReader): Site {
  const here = place.below('sites', name);
  const given = spec.sites?.[name] ?? {};
  const kind = siteKind(name, given.kind, kinds);
  const common = spec.kinds?.[kind] ?? {};
  const mass = given.mass ?? common.mass;
  if (mass === undefined) throw here.mistake('“mass” is missing', 'give it here, or under kinds');
  return {
    name,
    synonyms: given.synonyms ?? [],
    kind,
    mass: here.positive(mass, 'mass'),
    charge: here.number(given.charge ?? common.charge ?? 0, 'charge'),
  };
}

/** x, y, z of all sites; null where none is given. */
function readPlaces(names: readonly string[], spec: ModelSpec, place: SpecReader): Float64Array | null {
  const without = names.filter(name => !spec.sites?.[name]?.at);
  if (without.length === names.length) return names.length === 1 ? new Float64Array(3) : null;
  if (without.length > 0)
    throw place.mistake(
      `“${without[0]}” has no place, but others have`,
      'give “at” to every site, or to none',
      'sites',
      without[0],
    );
  return Float64Array.from(
    names.flatMap(name => [...place.vector(spec.sites?.[name]?.at ?? [], 'sites', name, 'at')]),
  );
}

function endsOf(names: readonly string[], given: Float64Array | null): Ends {
  return {
    count: names.length,
    find(end, place) {
      const number = typeof end === 'number' ? end : names.indexOf(end);
      if (Number.isInteger(number) && number >= 0 && number < names.length) return number;
      const hint = didYouMean(String(end), names) ?? `there are: ${names.join(', ')}`;
      throw place.mistake(`the model has no site “${end}”`, hint);
    },
    distance: (a, b) => given && Math.hypot(...[0, 1, 2].map(k => given[3 * a + k] - given[3 * b + k])),
  };
}

interface Draft {
  readonly names: readonly string[];
  readonly sites: readonly Site[];
  readonly joins: Topology;
  readonly given: Float64Array | null;
}

/** The positions of the file, or a shape found from distances, satisfying the rods. */
function shapeOn({ names, sites, joins, given }: Draft, rule: RedundancyRule) {
  const settle = (positions: Float64Array) => {
    const system = { names, count: names.length, mass: masses(sites), positions, anchored: [] };
    const { rods, leftOut, positions: x } = independentRods({ ...system, rods: joins.rods }, rule);
    return { shape: [...x], rods, leftOut };
  };
  if (given) return settle(given);
  const known = knownDistances(joins);
  let trouble: unknown;
  for (let seed = 0; seed < mostShapes; seed++) {
    try {
      return settle(embed(names.length, known, seed));
    } catch (error) {
      trouble ??= error;
    }
  }
  throw trouble;
}

const masses = (sites: readonly Site[]) => Float64Array.from(sites, ({ mass }) => mass);

/** Rods, bonds, and the third side where an angle lies between two of them. */
function knownDistances({ rods, bonds, angles }: Topology): Rod[] {
  const known = new Map<string, Rod>();
  const key = (a: number, b: number) => `${Math.min(a, b)} ${Math.max(a, b)}`;
  for (const { a, b, length } of [...bonds, ...rods]) known.set(key(a, b), { a, b, length });
  for (const { i, j, k, theta0 } of angles) {
    const [one, other] = [known.get(key(i, j)), known.get(key(j, k))];
    if (!one || !other || known.has(key(i, k))) continue;
    const square = one.length ** 2 + other.length ** 2 - 2 * one.length * other.length * Math.cos(theta0);
    known.set(key(i, k), { a: i, b: k, length: Math.sqrt(square) });
  }
  return [...known.values()];
}

function excludedPairs(
  { excluded }: ModelSpec,
  names: readonly string[],
  joins: Topology,
  place: SpecReader,
): (readonly [number, number])[] {
  if (excluded === 'none') return [];
  if (excluded === 'all') return names.flatMap((_, b) => names.slice(0, b).map((_, a) => [a, b] as const));
  const { find } = endsOf(names, null);
  const more = (excluded ?? []).map((pair, n): [number, number] => {
    const [a, b] = pair.map(end => find(end, place.below('excluded', n))).sort((i, j) => i - j);
    return [a, b];
  });
  const all = [...bondedPairs(joins), ...more];
  return [...new Map(all.map(pair => [pair.join(' '), pair])).values()];
}

// The kinds of a model’s sites: declared under `kinds`, or by σ and ε of the sites themselves. By default a site is of the
// kind that has its name, or its name without final digits: H1, H2 and H3 are of kind H.

function siteKind(name: string, given: string | undefined, kinds: ReadonlyMap<string, Kind>): string {
  if (given !== undefined) return given;
  return kinds.has(name) ? name : kindFromName(name);
}

const kindFromName = (name: string) => name.replace(/\d+$/, '') || name;

function readKinds(spec: ModelSpec, place: SpecReader): Map<string, Kind> {
  const kinds = new Map<string, Kind>();
  for (const [name, core] of Object.entries(spec.kinds ?? {}))
    kinds.set(name, readCore(name, core, place.below('kinds', name)));
  for (const [name, site] of Object.entries(spec.sites ?? {})) {
    const here = place.below('sites', name);
    const kind = siteKind(name, site?.kind, kinds);
    const declared = kinds.get(kind);
    if (site?.sigma === undefined && site?.epsilon === undefined) {
      if (declared) continue;
      if (site?.kind !== undefined && spec.kinds !== undefined)
        throw here.mistake(
          `there is no kind “${kind}”`,
          `declared are: ${Object.keys(spec.kinds).join(', ')}`,
          'kind',
        );
      kinds.set(kind, { name: kind, sigma: 0, epsilon: 0 });
      continue;
    }
    const own = readCore(kind, site, here);
    if (declared && (declared.sigma !== own.sigma || declared.epsilon !== own.epsilon))
      throw here.mistake(
        `sites of kind “${kind}” differ in sigma or epsilon`,
        'one kind has one core: give this site a kind of its own,  kind: …',
      );
    kinds.set(kind, own);
  }
  return kinds;
}

/** σ and ε are required together; without both there is no Lennard-Jones force. */
function readCore(
  name: string,
  { sigma, epsilon }: { sigma?: Formula | undefined; epsilon?: Formula | undefined },
  place: SpecReader,
): Kind {
  if ((sigma === undefined) !== (epsilon === undefined))
    throw place.mistake(
      `“${sigma === undefined ? 'sigma' : 'epsilon'}” is missing`,
      'a core has both, sigma and epsilon; without both there is no Lennard-Jones force',
    );
  return {
    name,
    sigma: place.notNegative(sigma ?? 0, 'sigma'),
    epsilon: place.notNegative(epsilon ?? 0, 'epsilon'),
  };
}
