// The molecules of the section and their counts: models of the library by name, with parameters where they take some, or
// custom models, under `models:` or inline.

import { didYouMean } from '../../formula/nearest-name.ts';
import type { Component } from '../../particles/build/assemble.ts';
import { beadRodChain } from '../../particles/models/chains.ts';
import type { MoleculeModel } from '../../particles/models/molecule-model.ts';
import { modelNamed, modelNames } from '../../particles/models/named-models.ts';
import type { RedundancyRule } from '../../particles/topology/independent-rods.ts';
import { customModel, type ReadModel } from './custom-model.ts';
import type { ModelSpec, Section } from './section-schema.ts';
import type { Formula, SpecReader } from './spec-reader.ts';

export interface Molecules {
  readonly components: readonly NamedComponent[];
  readonly notes: readonly string[];
  /** Whether some are models of the library, whose parameters are in molecular units. */
  readonly hasLibraryModels: boolean;
}

export interface NamedComponent extends Component {
  /** Its name in the file. */
  readonly key: string;
}

const chainName = 'bead-rod-chain';

export function readMolecules(section: Section, place: SpecReader): Molecules {
  const rule = section.constraints?.redundant ?? 'leave out';
  const own = new Map(
    Object.entries(section.models ?? {}).map(([key, spec]) => [
      key,
      declaredModel(key, spec, place.below('models', key), rule),
    ]),
  );
  const notes = [...own.values()].flatMap(model => model.notes);
  let hasLibraryModels = false;
  const components = Object.entries(moleculesOf(section, place)).map(([key, given]) => {
    const here = section.molecules ? place.below('molecules', key) : place;
    const spec = typeof given === 'object' ? given : { count: given };
    const read = modelOf(key, spec, { own, rule }, here);
    if (!own.has(spec.model ?? key)) notes.push(...read.notes);
    if (!spec.sites && modelNamed(spec.model ?? key)) hasLibraryModels = true;
    return { key, model: read.model, count: countOf(spec.count ?? 1, here) };
  });
  if (components.every(({ count }) => count === 0))
    throw place.mistake('there are no molecules', undefined, 'molecules');
  const count = components.reduce((sum, { model, count: n }) => sum + n * model.sites.length, 0);
  if (count > mostParticles)
    throw place.mistake(`${count} particles`, `at most ${mostParticles} are possible`, 'molecules');
  return { components, notes, hasLibraryModels };
}

/** Fits into memory with a margin. */
const mostParticles = 2e6;

/** `molecules`, or its short form: one `model` and its `count`. */
function moleculesOf(
  { molecules, model, count }: Section,
  place: SpecReader,
): NonNullable<Section['molecules']> {
  const extra = model !== undefined ? 'model' : 'count';
  if (molecules) {
    if (model === undefined && count === undefined) return molecules;
    throw place.mistake(`“${extra}” cannot stand beside “molecules”`, 'leave one of them out', extra);
  }
  if (model !== undefined) return { [model]: count ?? 1 };
  throw place.mistake(
    '“molecules” is missing',
    'say how many of which, for example  molecules: { tip3p: 216 }',
  );
}

function countOf(value: Formula, place: SpecReader): number {
  const count = place.number(value);
  if (Number.isSafeInteger(count) && count >= 0) return count;
  throw place.mistake(`${count} molecules`, 'the number must be a whole number, 0 or more');
}

function declaredModel(key: string, spec: ModelSpec, place: SpecReader, rule: RedundancyRule): ReadModel {
  if (modelNamed(key) || key === chainName)
    throw place.mistake(`the library has a model “${key}” already`, 'choose another name');
  if (spec.count !== undefined)
    throw place.mistake('a model has no count', `write it under molecules: { ${key}: … }`, 'count');
  return modelOf(key, spec, { own: new Map(), rule }, place);
}

interface Known {
  readonly own: ReadonlyMap<string, ReadModel>;
  readonly rule: RedundancyRule;
}

function modelOf(key: string, spec: ModelSpec, { own, rule }: Known, place: SpecReader): ReadModel {
  if (spec.sites) {
    if (spec.model !== undefined)
      throw place.mistake('“model” cannot stand beside “sites”', 'leave one of them out', 'model');
    refuseKeys(spec, chainKeys, 'a model with sites of its own', place);
    return customModel(key, spec, place, rule);
  }
  const name = spec.model ?? key;
  if (name === chainName) return { model: chainModel(key, spec, place), notes: [] };
  const known = own.get(name);
  const model = known?.model ?? place.attempt(() => modelNamed(name));
  if (!model) throw unknownModel(name, spec, [...own.keys()], place);
  refuseKeys(spec, [...siteKeys, ...chainKeys], `the model “${name}”`, place);
  return { model, notes: known?.notes ?? [] };
}

function unknownModel(name: string, spec: ModelSpec, own: readonly string[], place: SpecReader) {
  const all = [...own, ...modelNames];
  const isSketch = siteKeys.some(key => spec[key] !== undefined);
  if (isSketch)
    return place.mistake(
      '“sites” is missing',
      'a model of your own begins with its sites: { C: { mass: 12.011 } }',
    );
  return place.mistake(
    `there is no model “${name}”`,
    didYouMean(name, all) ?? `there are: ${all.join(', ')}; or describe your own under models`,
  );
}

const siteKeys = ['kinds', 'rods', 'bonds', 'angles', 'dihedrals', 'excluded'] as const;
const chainKeys = ['beads', 'length', 'mass', 'sigma', 'epsilon'] as const;

function refuseKeys(
  spec: ModelSpec,
  keys: readonly (keyof ModelSpec)[],
  what: string,
  place: SpecReader,
): void {
  const key = keys.find(one => spec[one] !== undefined);
  if (key) throw place.mistake(`${what} has no use for “${key}”`, 'leave it out', key);
}

function chainModel(key: string, spec: ModelSpec, place: SpecReader): MoleculeModel {
  refuseKeys(spec, siteKeys, 'a bead–rod chain', place);
  const number = (name: 'beads' | 'length' | 'mass') => {
    const value = spec[name];
    if (value === undefined)
      throw place.mistake(
        `“${name}” is missing`,
        'a chain has beads, the length of its rods and the mass of a bead',
      );
    return place.number(value, name);
  };
  const [sigma, epsilon] = [spec.sigma ?? 0, spec.epsilon ?? 0];
  const parameters = {
    beads: number('beads'),
    length: number('length'),
    mass: number('mass'),
    sigma: place.number(sigma, 'sigma'),
    epsilon: place.number(epsilon, 'epsilon'),
  };
  const model = place.attempt(() => beadRodChain(parameters));
  return key === chainName ? model : renamed(model, key, spec);
}

/** Renames kinds, so that different chains in one file have different kinds. */
function renamed(model: MoleculeModel, key: string, spec: ModelSpec): MoleculeModel {
  return {
    ...model,
    title: spec.title ?? key,
    name: spec.name ?? key,
    synonyms: [...model.synonyms, ...(spec.synonyms ?? []), key],
    kinds: model.kinds.map(kind => ({ ...kind, name: key })),
    sites: model.sites.map(site => ({ ...site, kind: key })),
  };
}
