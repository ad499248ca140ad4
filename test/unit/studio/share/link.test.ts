// Links come from anywhere: each is a whole document or a reason.

import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { documentOfLink, linkOfDocument } from '../../../../studio/share/link.ts';
import { emptyDocument } from '../../../../studio/state/studio.ts';

const hashOf = (data: unknown) => `#s=${deflateRawSync(JSON.stringify(data)).toString('base64url')}`;
const reasonOf = async (hash: string) => (await documentOfLink(hash))?.reason;

const lane = { method: 'rattle', options: { solver: 'newton' } };
const document = {
  ...emptyDocument,
  name: 'a',
  text: 'coordinates: [x]',
  set: { m: 1 },
  start: { x: 2 },
  lanes: [lane],
  step: 0.1,
  files: { 'a.gro': 'text' },
};

describe('a link', () => {
  it('holds the whole document', async () => {
    expect(await documentOfLink(await linkOfDocument(document))).toEqual({ document });
    expect((await documentOfLink(hashOf({ text: 'x' })))?.document).toEqual({ ...emptyDocument, text: 'x' });
  });

  it('of another kind is none of ours', async () => {
    expect(await documentOfLink('')).toBeNull();
    expect(await documentOfLink('#papers')).toBeNull();
  });

  const malformed: Record<string, unknown> = {
    'no object': 7,
    null: null,
    'a list': [document],
    'no text': { name: 'a' },
    'a text that is a number': { text: 7 },
    'a name that is a list': { ...document, name: [] },
    'a parameter that is text': { ...document, set: { m: '1' } },
    'a parameter that is null': { ...document, set: { m: null } },
    'a start that is a list': { ...document, start: [1] },
    'a step of text': { ...document, step: '0.1' },
    'a step of zero': { ...document, step: 0 },
    'a negative step': { ...document, step: -1 },
    'lanes that are none': { ...document, lanes: { method: 'rattle' } },
    'a lane without method': { ...document, lanes: [{ options: {} }] },
    'a lane without options': { ...document, lanes: [{ method: 'rattle' }] },
    'a lane that is null': { ...document, lanes: [null] },
    'an option of the wrong kind': { ...document, lanes: [{ method: 'rattle', options: { solver: 7 } }] },
    'an unknown option': { ...document, lanes: [{ method: 'rattle', options: { __x: 7 } }] },
    'a negative omega': { ...document, lanes: [{ ...lane, omega: -1 }] },
    'five lanes': { ...document, lanes: Array.from({ length: 5 }, () => lane) },
    'ten thousand lanes': { ...document, lanes: Array.from({ length: 10_000 }, () => lane) },
    'a file that is no text': { ...document, files: { a: {} } },
    'an unknown field': { ...document, more: 1 },
  };
  it.each(Object.entries(malformed))('with %s is refused with a reason', async (_, data) => {
    expect(await reasonOf(hashOf(data))).toMatch(/^The link cannot be opened: .+\.$/);
  });

  it('that is cut off or changed is refused', async () => {
    const hash = await linkOfDocument({
      ...document,
      text: 'coordinates: [x, y, z]\npotential: sin(x)*cos(y)',
    });
    for (const length of [3, 4, 10, hash.length / 2, hash.length - 2])
      expect(await reasonOf(hash.slice(0, length))).toMatch(/damaged or incomplete|no document/);
    expect(await reasonOf('#s=%%%')).toMatch(/damaged/);
    expect(await reasonOf('#d')).toMatch(/damaged/);
  });

  it('with any one character changed is refused: it never opens as another document', async () => {
    const hash = await linkOfDocument({ ...document, text: 'coordinates: [x]\npotential: 9.81*x' });
    // The last character may hold bits that no byte needs.
    for (let at = 3; at < hash.length - 1; at++)
      for (const character of 'AZaz09-_') {
        if (hash[at] === character) continue;
        expect(await reasonOf(hash.slice(0, at) + character + hash.slice(at + 1))).toMatch(/damaged/);
      }
  });

  it('is not unpacked beyond a limit', async () => {
    const zeros = deflateRawSync(Buffer.alloc(200_000_000)).toString('base64url');
    expect(await reasonOf(`#s=${zeros}`)).toMatch(/unpacks to more than 40 MB/);
    expect(await reasonOf(`#s=${'A'.repeat(9_000_000)}`)).toMatch(/too long/);
  });
});
