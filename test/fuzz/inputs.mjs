// The cases of the fuzz suite by number: of which kind, and what is given to the program. The same seed and number always make the
// same input.

import { readdirSync, readFileSync } from 'node:fs';
import { commandLine } from './command-lines.mjs';
import { changedCheckpoint, changedLink, changedStructure } from './data-files.mjs';
import { generatedProblem } from './generated-problems.mjs';
import { fileText, mutatedFile } from './mutations.mjs';
import { createRandom } from './random.mjs';

/** Bases that take a while to load or check are drawn seldom. */
const slowBases = /^(a-million|hang-|water-box|water-100|hexadecane|butane-box|box-|argon-box|nitrogen|dna)/;
const [shareOfSlow, longestBase] = [0.005, 40_000];

const folderOf = path => new URL(path, import.meta.url);

function basesIn(path) {
  const folder = folderOf(path);
  return readdirSync(folder, { recursive: true })
    .filter(name => name.endsWith('.yaml'))
    .sort()
    .map(name => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
    .filter(({ text }) => text.length < longestBase);
}

const all = {
  cases: basesIn('../../cases/'),
  designed: basesIn('../designed/'),
  bad: basesIn('../bad-input/'),
};
const isSlow = ({ name }) => slowBases.test(name);
const slow = [...all.cases, ...all.designed].filter(isSlow);
const quick = Object.fromEntries(
  Object.entries(all).map(([name, bases]) => [name, bases.filter(base => !isSlow(base))]),
);
export const baseCount = Object.values(all).flat().length;

const folders = ['cases', 'cases', 'cases', 'designed', 'designed', 'bad'];
const baseOf = ({ chance, pick }) => (chance(shareOfSlow) ? pick(slow) : pick(quick[pick(folders)]));

/** Kinds of inputs with their shares of a hundred. */
const kinds = {
  'mutated problem file': [
    40,
    random => {
      const { name, text } = baseOf(random);
      return { base: name, text: mutatedFile(random, text) };
    },
  ],
  'generated problem': [36, random => ({ text: fileText(generatedProblem(random)) })],
  'command line': [12, random => commandLine(random, quick.cases)],
  'shared link': [4, random => changedLink(random)],
  checkpoint: [4, random => changedCheckpoint(random)],
  'structure file': [4, random => changedStructure(random)],
};

export const kindNames = Object.keys(kinds);

function kindOf(share) {
  let left = 100 * share;
  for (const [name, [weight]] of Object.entries(kinds)) {
    left -= weight;
    if (left < 0) return name;
  }
  return kindNames[0];
}

export function inputOf(seed, number) {
  const random = createRandom(seed, number);
  const kind = kindOf(random.uniform());
  return { number, kind, ...kinds[kind][1](random) };
}
