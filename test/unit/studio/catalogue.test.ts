// With --update the index of the catalogue is written instead of compared.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { load } from '../../../src/file/load.ts';
import { type CaseEntry, findCases } from '../../../studio/problem/catalogue/find-cases.ts';
import { thumbnail } from '../../../studio/problem/catalogue/thumbnail.ts';

const cases = new URL('../../../cases/', import.meta.url);
const studio = new URL('../../../studio/problem/catalogue/', import.meta.url);
const names = readdirSync(cases)
  .filter(file => file.endsWith('.yaml'))
  .map(file => file.replace(/\.yaml$/, ''))
  .sort();
const read = (name: string) => readFileSync(new URL(`${name}.yaml`, cases), 'utf8');

function entryOf(name: string): CaseEntry {
  const { name: title, description, tags } = parse(read(name)) as Record<string, string & string[]>;
  return { name, title, description, tags: tags.join(', ') };
}
const entries = names.map(entryOf);

describe('the catalogue of the studio', () => {
  it('has an index that says what the files say', async () => {
    const index = `${JSON.stringify(entries, null, 2)}\n`;
    await expect(index).toMatchFileSnapshot('../../../studio/problem/catalogue/catalogue-index.json');
  });

  it('has one thumbnail for each problem, of at most 4 kB', () => {
    const pictures = readdirSync(new URL('thumbnails/', studio)).sort();
    expect(pictures).toEqual(names.map(name => `${name}.svg`).sort());
    for (const picture of pictures) {
      const svg = readFileSync(new URL(`thumbnails/${picture}`, studio), 'utf8');
      expect(svg.length, picture).toBeLessThanOrEqual(4096);
      expect(svg, picture).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  it.each(['double-pendulum', 'torus', 'chain', 'asymmetric-top', 'redundant-square'])(
    'has a thumbnail that shows a run of today: %s',
    name => {
      const stored = readFileSync(new URL(`thumbnails/${name}.svg`, studio), 'utf8');
      expect(thumbnail(load(read(name), { file: name }))).toBe(stored);
    },
  );
});

describe('looking for a problem', () => {
  const found = (search: string) =>
    findCases(entries, search).flatMap(({ cases: all }) => all.map(({ name }) => name));

  it('finds all without a word, each under one heading', () => {
    expect(found('').sort()).toEqual(names);
    expect(found('  ').length).toBe(names.length);
  });

  it('finds words in names, titles, descriptions and tags', () => {
    expect(found('double pendulum')).toContain('double-pendulum');
    expect(found('double-pendulum')).toContain('double-pendulum-penalty');
    expect(found('TIP3P')).toContain('water-7');
    expect(found('rope')).toEqual(['chain']);
    expect(found('xyzzy')).toEqual([]);
  });

  it('sets apart what is meant to fail', () => {
    const groups = findCases(entries, '');
    expect(groups.at(-1)?.cases.map(({ name }) => name)).toEqual([
      'failing-index-five',
      'failing-not-unique',
    ]);
    expect(groups[0].title).toBe('Pendulums');
  });
});
