// What a file imports: static and dynamic imports, re-exports, and import("…") in types. Type imports count like others.

import { posix } from 'node:path';
import type { SourceFile } from './source-files.ts';
import { isNode, lineFinder, type Node, parse, walk } from './syntax.ts';

export interface Import {
  readonly from: string;
  readonly line: number;
  /** As written: './flow.ts', 'zod', 'node:fs'. */
  readonly specifier: string;
  /** Path of the imported file; null for packages and Node's own modules. */
  readonly to: string | null;
}

export function importsOf(file: SourceFile): Import[] {
  const lineOf = lineFinder(file.text);
  const found: Import[] = [];
  walk(parse(file), node => {
    const source = sourceOf(node);
    if (source === null) return;
    const relative = source.startsWith('.');
    const to = relative ? posix.normalize(posix.join(posix.dirname(file.path), source)) : null;
    found.push({ from: file.path, line: lineOf(node.start), specifier: source, to });
  });
  return found.sort((a, b) => a.line - b.line);
}

const importing = new Set([
  'ImportDeclaration',
  'ImportExpression',
  'TSImportType',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
]);

function sourceOf(node: Node): string | null {
  if (!importing.has(node.type)) return null;
  const source = isNode(node.source) ? node.source : isNode(node.argument) ? node.argument : null;
  if (source === null) return null;
  const literal = isNode(source.literal) ? source.literal : source;
  return typeof literal.value === 'string' ? literal.value : null;
}

/** The package of a specifier: '@lezer/lr', 'd3-scale', or 'node:fs' as it stands. */
export function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
