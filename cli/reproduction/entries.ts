// The entries of papers/ in the order of the report: descriptions (papers/entries.yaml) with their experiments.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Entry, Source } from '../../papers/entry.ts';
import { experiments } from '../../papers/experiments.ts';
import { packageFolder } from '../package-folder.ts';

interface Descriptions {
  /** Texts that several set-ups share: {name} stands for one. */
  readonly texts: Readonly<Record<string, string>>;
  readonly sources: readonly (Source & { readonly entries: readonly Omit<Entry, 'source' | 'run'>[] })[];
}

const { texts, sources }: Descriptions = parse(
  readFileSync(join(packageFolder, 'papers', 'entries.yaml'), 'utf8'),
);

const filled = (text: string): string =>
  text.replace(/\{([a-z ]+)\}/g, (whole, name) => (name in texts ? filled(texts[name]) : whole));

export const entries: readonly Entry[] = sources.flatMap(({ entries: own, ...source }) =>
  own.map(entry => ({ ...entry, setup: filled(entry.setup), source, run: experiments[entry.id] })),
);
