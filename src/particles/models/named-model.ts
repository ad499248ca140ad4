// The models by the names that problem files use.

import { argon } from './argon.ts';
import type { MoleculeModel } from './molecule-model.ts';
import { nAlkane } from './n-alkane.ts';
import { nitrogen } from './nitrogen.ts';
import { spce } from './spce.ts';
import { tip3p } from './tip3p.ts';

const models: Readonly<Record<string, MoleculeModel>> = { tip3p, spce, argon, nitrogen };

const alkanes: Readonly<Record<string, number>> = {
  butane: 4,
  hexane: 6,
  octane: 8,
  decane: 10,
  hexadecane: 16,
};

/** What can be asked for, for messages; alkane-N stands for any number of carbons. */
export const modelNames: readonly string[] = [...Object.keys(models), ...Object.keys(alkanes), 'alkane-N'];

/** The model, or null when there is none of that name. */
export function modelNamed(name: string): MoleculeModel | null {
  if (Object.hasOwn(models, name)) return models[name];
  if (Object.hasOwn(alkanes, name)) return nAlkane(alkanes[name]);
  const carbons = /^alkane-(\d+)$/.exec(name);
  return carbons ? nAlkane(Number(carbons[1])) : null;
}
