// What the documentation tests need of Markdown: links, anchors of headings, and blocks of code.

import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';

export interface Link {
  readonly line: number;
  /** File, relative to the project folder; the page itself for '#…'. */
  readonly to: string;
  readonly anchor: string | null;
}

const fence = /^\s*(```|~~~)/;

/** The text with code blanked out, so that nothing in it looks like a link or a heading. */
function prose(text: string): string[] {
  let inside = false;
  return text.split('\n').map(line => {
    if (fence.test(line)) {
      inside = !inside;
      return '';
    }
    return inside ? '' : line;
  });
}

/** Links to files of the project; addresses with a scheme are left alone. */
export function relativeLinks({ path, text }: SourceFile): Link[] {
  return prose(text).flatMap((line, i) =>
    [...line.replace(/`[^`]*`/g, '').matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g)]
      .map(match => match[1])
      .filter(target => !/^[a-z][a-z+.-]*:/i.test(target))
      .map(target => {
        const [file, anchor] = target.split('#');
        const to = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), decodeURI(file)));
        return { line: i + 1, to, anchor: anchor ?? null };
      }),
  );
}

/** Anchors of the headings, as GitHub makes them. */
export function anchorsOf(text: string): Set<string> {
  const seen = new Map<string, number>();
  const anchors = new Set<string>();
  for (const line of prose(text)) {
    const heading = /^#{1,6}\s+(.*?)\s*#*$/.exec(line);
    if (!heading) continue;
    const base = slug(heading[1]);
    const count = seen.get(base) ?? 0;
    seen.set(base, count + 1);
    anchors.add(count === 0 ? base : `${base}-${count}`);
  }
  return anchors;
}

function slug(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_\- ]/gu, '')
    .replaceAll(' ', '-');
}

/** The blocks of code in one language, in the order of the page. */
export function codeBlocks(text: string, language: string): string[] {
  const blocks = [...text.matchAll(/^```(\S+)[^\n]*\n([\s\S]*?)^```\s*$/gm)];
  return blocks.filter(match => match[1] === language).map(match => match[2]);
}

export interface Library {
  exists(path: string): boolean;
  /** Anchors of a page; null for anything that is not Markdown. */
  anchors(path: string): Set<string> | null;
}

export function brokenLinks(page: SourceFile, library: Library): string[] {
  return relativeLinks(page).flatMap(({ line, to, anchor }) => {
    const where = `${page.path}:${line}`;
    if (!library.exists(to)) return [`${where} points to ${to}, which does not exist`];
    const missing = anchor !== null && library.anchors(to)?.has(anchor) === false;
    return missing ? [`${where} points to #${anchor}, which ${to} does not have`] : [];
  });
}
