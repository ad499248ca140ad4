// What a file imports: static and dynamic imports, re-exports, and import("…") in types. Type imports count like others.

import { posix } from 'node:path';
import { parseSync } from 'oxc-parser';
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
  const make = (specifier: string, start: number): Import => ({
    from: file.path,
    line: lineOf(start),
    specifier,
    to: specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(file.path), specifier)) : null,
  });
  const { staticImports, staticExports } = parseSync(file.path, file.text).module;
  const passedOn = staticExports.flatMap(({ entries }) => entries.slice(0, 1));
  const found = [...staticImports, ...passedOn].flatMap(({ moduleRequest }) =>
    moduleRequest ? [make(moduleRequest.value, moduleRequest.start)] : [],
  );
  // Expressions and types import("…") are not in the parser's list of imports: only then is the whole tree visited.
  if (/\bimport\s*\(/.test(file.text))
    walk(parse(file), node => {
      const specifier = calledSource(node);
      if (specifier !== null) found.push(make(specifier, node.start));
    });
  return found.sort((a, b) => a.line - b.line);
}

/** The text in import("…"), as an expression or a type; null for other nodes. */
function calledSource(node: Node): string | null {
  if (node.type !== 'ImportExpression' && node.type !== 'TSImportType') return null;
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
