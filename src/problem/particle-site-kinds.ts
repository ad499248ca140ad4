// The kinds of a model’s sites: declared under `kinds`, or by σ and ε of the sites themselves. Without a word a site is of the
// kind that has its name, or its name without final digits: H1, H2 and H3 are of kind H.

import type { Kind } from '../particles/models/molecule-model.ts';
import type { ModelSpec } from './particle-model-schema.ts';
import type { Formula, Place } from './particle-place.ts';

export function siteKind(name: string, given: string | undefined, kinds: ReadonlyMap<string, Kind>): string {
  if (given !== undefined) return given;
  return kinds.has(name) ? name : kindFromName(name);
}

const kindFromName = (name: string) => name.replace(/\d+$/, '') || name;

export function readKinds(spec: ModelSpec, place: Place): Map<string, Kind> {
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

/** σ and ε belong together; without both there is no Lennard-Jones force. */
function readCore(
  name: string,
  { sigma, epsilon }: { sigma?: Formula | undefined; epsilon?: Formula | undefined },
  place: Place,
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
