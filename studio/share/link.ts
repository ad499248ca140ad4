// The whole state of the app in a link: the document as JSON, compressed, in the part after #.

import { type Document, emptyDocument } from '../state/studio.ts';

const prefix = '#s=';

/** null when the link holds none, or one that cannot be read. */
export async function documentOfLink(hash: string): Promise<Document | null> {
  if (!hash.startsWith(prefix)) return null;
  try {
    const data: unknown = JSON.parse(await unpacked(hash.slice(prefix.length)));
    return isDocument(data) ? { ...emptyDocument, ...data } : null;
  } catch {
    return null;
  }
}

export async function linkOfDocument(document: Document): Promise<string> {
  return prefix + (await packed(JSON.stringify(document)));
}

function isDocument(data: unknown): data is Partial<Document> & { text: string } {
  return typeof data === 'object' && data !== null && typeof (data as Document).text === 'string';
}

async function packed(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

async function unpacked(text: string): Promise<string> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw')));
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
