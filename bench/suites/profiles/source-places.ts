// Call frames of a bundle as places in the sources: by the source map beside it, where there is one.

import { existsSync, readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { V8Profile } from './samples.ts';

/** The same profile, with the address of the source file in every call frame that has one. */
export function atSources(profile: V8Profile): V8Profile {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string) => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const map = readMap(url);
    maps.set(url, map);
    return map;
  };
  const nodes = profile.nodes.map(node => {
    const { url, lineNumber, columnNumber = 0 } = node.callFrame;
    const entry = url.startsWith('file:') ? mapOf(url)?.findEntry(lineNumber, columnNumber) : undefined;
    if (!entry || !('originalSource' in entry)) return node;
    return {
      ...node,
      callFrame: { ...node.callFrame, url: new URL(String(entry.originalSource), url).href },
    };
  });
  return { ...profile, nodes };
}

function readMap(url: string): SourceMap | null {
  const file = `${fileURLToPath(url)}.map`;
  return existsSync(file) ? new SourceMap(JSON.parse(readFileSync(file, 'utf8')) as SourceMapPayload) : null;
}
