// Selections of particles: [0, 5], all, or { molecules: [0, methane], sites: [C] }, the named sites of those molecules.

import { didYouMean } from '../../formula/nearest-name.ts';
import type { ParticleSystem } from '../../particles/system.ts';
import type { NamedComponent } from './molecules.ts';
import type { Selection } from './section-schema.ts';
import type { SpecReader } from './spec-reader.ts';

export interface Selectable {
  readonly system: ParticleSystem;
  readonly components: readonly NamedComponent[];
}

/** Ascending, each once. */
export function selectedParticles(
  selection: Selection,
  { system, components }: Selectable,
  place: SpecReader,
): number[] {
  const all = Array.from({ length: system.count }, (_, i) => i);
  if (selection === 'all') return all;
  if (Array.isArray(selection)) {
    const wrong = selection.find(i => i >= system.count);
    if (wrong === undefined) return [...new Set(selection)].sort((i, j) => i - j);
    throw place.mistake(
      `there is no particle ${wrong}`,
      `particles are numbered from 0 to ${system.count - 1}`,
    );
  }
  const { molecules, sites } = selection;
  const inMolecules = molecules && moleculeTest(molecules, { system, components }, place.below('molecules'));
  const unknown = sites?.find(name => !system.names.includes(name));
  if (unknown !== undefined) {
    const names = [...new Set(system.names)];
    const hint = didYouMean(unknown, names) ?? `sites are: ${names.slice(0, 20).join(', ')}`;
    throw place.mistake(`no particle is called “${unknown}”`, hint, 'sites');
  }
  return all.filter(
    i => (inMolecules?.(system.molecule[i]) ?? true) && (sites?.includes(system.names[i]) ?? true),
  );
}

/** Selects molecules by number, or by the name of the model in the file or in its structure. */
function moleculeTest(
  wanted: readonly (number | string)[],
  { system, components }: Selectable,
  place: SpecReader,
): (molecule: number) => boolean {
  const names = new Map(components.map(({ key, model }) => [key, model.name]));
  const count = system.moleculeNames.length;
  const found = wanted.map(one => {
    if (typeof one === 'string') {
      const name = names.get(one) ?? one;
      if (system.moleculeNames.includes(name)) return name;
      const known = [...names.keys()];
      throw place.mistake(
        `no molecule is called “${one}”`,
        didYouMean(one, known) ?? `there are: ${known.join(', ')}`,
      );
    }
    if (one < count) return one;
    throw place.mistake(`there is no molecule ${one}`, `molecules are numbered from 0 to ${count - 1}`);
  });
  return molecule => found.includes(molecule) || found.includes(system.moleculeNames[molecule]);
}
