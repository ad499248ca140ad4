// The whole state of the app in a link: the document as JSON, compressed, in the part after #. Links come from anywhere: lengths are
// limited while unpacking, and every field is checked. The format “deflate” ends with a checksum, without which a changed character
// could open as another document.

import {
  list,
  names,
  number,
  type Schema,
  strict,
  text,
  whole,
} from '../../src/file/sections/schema-types.ts';
import { type Document, emptyDocument, mostLanes } from '../state/studio.ts';

type Compression = 'deflate' | 'deflate-raw';

/** Beginnings of links with their compression; new links have the first, those of version 0.2 and before the second. */
const formats: Readonly<Record<string, Compression>> = { '#d=': 'deflate', '#s=': 'deflate-raw' };
const [prefix] = Object.keys(formats);

/** A document, or why the link holds none. */
export type Linked =
  | { readonly document: Document; readonly reason?: undefined }
  | { readonly document: null; readonly reason: string };

/** Characters of a link, and bytes of its document: as long as the longest problem file and the files that it names. */
const [mostCharacters, mostBytes] = [8_000_000, 40_000_000];

const positive = (): Schema<number> => number().refine(value => value > 0, 'must be positive');

/** Options of a method as it takes them; whether it knows them is asked when the lane is made. */
const methodOptions = strict({
  flow: text().optional(),
  solver: text().optional(),
  composition: text().optional(),
  tolerance: number().optional(),
  beta: number().optional(),
  inner: text().optional(),
  temperature: number().optional(),
  friction: number().optional(),
  substeps: whole().optional(),
  seed: whole().optional(),
});

const documentSchema = strict({
  name: text().optional(),
  text: text(),
  set: names(number()).optional(),
  start: names(number()).optional(),
  lanes: list(strict({ method: text(), options: methodOptions, omega: positive().optional() }))
    .length(0, `has more than ${mostLanes} methods`, mostLanes)
    .optional(),
  step: positive().nullable().optional(),
  files: names(text()).optional(),
});

/** null when the address has no document at all. */
export async function documentOfLink(hash: string): Promise<Linked | null> {
  // A link that is cut off after its first letter is one still.
  if (!/^#[ds](=|$)/.test(hash)) return null;
  const refuse = (reason: string): Linked => ({
    document: null,
    reason: `The link cannot be opened: ${reason}`,
  });
  if (hash.length > mostCharacters) return refuse('it is too long.');
  let json: string;
  try {
    json = await unpacked(
      hash.slice(prefix.length),
      formats[hash.slice(0, prefix.length)] ?? formats[prefix],
    );
  } catch (error) {
    const isTooLong = error instanceof RangeError;
    return refuse(isTooLong ? error.message : 'it is damaged or incomplete. Copy the whole link again.');
  }
  return documentOf(json) ?? refuse('what it holds is no document of the studio.');
}

function documentOf(json: string): Linked | null {
  let data: unknown;
  try {
    data = JSON.parse(json);
  } catch {
    return null;
  }
  const { value, issues } = documentSchema.parse(data);
  if (value) return { document: { ...emptyDocument, ...(value as Partial<Document>) } };
  const [{ path, message }] = issues;
  const place = path.length > 0 ? `“${path.join('.')}” ` : '';
  return {
    document: null,
    reason: `The link cannot be opened: ${place}${message || 'is not of the right kind'}.`,
  };
}

export async function linkOfDocument(document: Document): Promise<string> {
  return prefix + (await packed(JSON.stringify(document)));
}

async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream(formats[prefix]));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function unpacked(text: string, format: Compression): Promise<string> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
  const all = await through(bytes, new DecompressionStream(format));
  return new TextDecoder('utf-8', { fatal: true }).decode(all);
}

/** The bytes after the stream; a RangeError as soon as they are too many, before the rest is made. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    length += value.length;
    if (length > mostBytes) {
      await reader.cancel();
      throw new RangeError(`it unpacks to more than ${mostBytes / 1e6} MB.`);
    }
  }
  const all = new Uint8Array(length);
  pieces.reduce((at, piece) => {
    all.set(piece, at);
    return at + piece.length;
  }, 0);
  return all;
}
