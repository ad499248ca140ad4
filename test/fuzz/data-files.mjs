// Mutated share links, checkpoints and structure files. Each is damaged as text, or changed as data and sealed again: with the right
// compression or checksum, as someone would who crafts it.

import { readFileSync } from 'node:fs';
import { deflateRawSync, deflateSync } from 'node:zlib';
import { changed, damaged } from './mutations.mjs';

const linked = {
  name: 'planar-pendulum',
  text: 'coordinates: [x, y]\npotential: 9.81*y\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1 }\n',
  set: { L: 2 },
  start: { x: 1, y: 0 },
  lanes: [{ method: 'rattle', options: { solver: 'newton' } }],
  step: 0.01,
  files: { 'a.xyz': '1\n\nO 0 0 0\n' },
};

/** `isSealed`: the compression is right and only the contents may be wrong. */
export function changedLink(random) {
  const isSealed = random.chance(0.5);
  const document = isSealed ? changed(random, structuredClone(linked)) : linked;
  return { isSealed, isOld: random.chance(0.5), document, damage: random.below(2 ** 31) };
}

/** A link's characters after damage that is told by one number. */
export const damagedLink = (random, link) => {
  const [head, body] = [link.slice(0, 3), link.slice(3)];
  return head + damaged(random, body).replace(/[^\w-]/g, 'A');
};

/** A link with a right checksum, or of the older form without one, around any data. */
export function sealedLink(document, isOld) {
  const bytes = Buffer.from(JSON.stringify(document));
  return isOld
    ? `#s=${deflateRawSync(bytes).toString('base64url')}`
    : `#d=${deflateSync(bytes).toString('base64url')}`;
}

/** The case process takes a checkpoint of a short run and applies this. */
export function changedCheckpoint(random) {
  return { isSealed: random.chance(0.5), damage: random.below(2 ** 31) };
}

const water = readFileSync(new URL('../../cases/structures/water-100.xyz', import.meta.url), 'utf8').split(
  '\n',
);

/** Three waters in a box of 12 Å, in each of the formats. */
const atoms = water.slice(2, 11).map(line => {
  const [element, ...x] = line.trim().split(/\s+/);
  return { element, x: x.slice(0, 3).map(Number) };
});
const name = (element, i) => (element === 'O' ? 'OW' : `HW${i % 3}`);
const structures = {
  'a.xyz': `9\nLattice="12 0 0 0 12 0 0 0 12"\n${atoms.map(({ element, x }) => `${element} ${x.join(' ')}`).join('\n')}\n`,
  'a.gro': `waters\n    9\n${atoms
    .map(({ element, x }, i) => {
      const [residue, number] = [1 + Math.floor(i / 3), i + 1].map(each => String(each).padStart(5));
      const places = x.map(each => (each / 10).toFixed(3).padStart(8)).join('');
      return `${residue}SOL  ${name(element, i).padStart(5)}${number}${places}`;
    })
    .join('\n')}\n   1.20000   1.20000   1.20000\n`,
  'a.pdb': `CRYST1   12.000   12.000   12.000  90.00  90.00  90.00 P 1           1\n${atoms
    .map(({ element, x }, i) => {
      const number = String(i + 1).padStart(5);
      const places = x.map(each => each.toFixed(3).padStart(8)).join('');
      const residue = String(1 + Math.floor(i / 3)).padStart(4);
      return `ATOM  ${number} ${name(element, i).padEnd(4)} HOH A${residue}    ${places}  1.00  0.00           ${element}`;
    })
    .join('\n')}\nEND\n`,
};

export function changedStructure(random) {
  const file = random.pick(Object.keys(structures));
  const text = JSON.stringify({
    particles: {
      molecules: { tip3p: 3 },
      structure: file,
      ...(random.chance(0.5) && { temperature: '298*K', seed: 1 }),
      forces: { 'lennard-jones': {}, coulomb: {} },
    },
    run: { step: '1*fs', until: '5*fs' },
  });
  return { base: file, text, files: { [file]: damaged(random, structures[file]) } };
}
