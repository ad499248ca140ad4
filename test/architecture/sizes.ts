// How long files and functions are, and how many parameters functions take.
// A line belongs to the innermost function in which its first visible character stands, so the lines of a nested
// function do not count for the one around it, and empty lines count for nobody.

import type { SourceFile } from './source-files.ts';
import { lineFinder, type Node, nameOf, parse, walk } from './syntax.ts';

export const limits = { fileLines: 400, functionLines: 60, parameters: 5 };

export function fileViolation({ path, text }: SourceFile): string | null {
  const lines = text.replace(/\n$/, '').split('\n').length;
  return lines > limits.fileLines ? `${path} has ${lines} lines` : null;
}

export interface FunctionSize {
  readonly name: string;
  readonly line: number;
  readonly ownLines: number;
  readonly parameters: number;
}

const withBody = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);
const signatures = new Set(['TSFunctionType', 'TSMethodSignature', 'TSDeclareFunction']);

interface Found {
  readonly node: Node;
  readonly name: string;
}

export function functionSizes(file: SourceFile): FunctionSize[] {
  const lineOf = lineFinder(file.text);
  const found: Found[] = [];
  walk(parse(file), (node, parent) => {
    if (withBody.has(node.type) || signatures.has(node.type))
      found.push({ node, name: functionName(node, parent) });
  });
  const bodies = found.filter(({ node }) => withBody.has(node.type)).map(({ node }) => node);
  const own = ownLines(file.text, bodies);
  return found
    .sort((a, b) => a.node.start - b.node.start)
    .map(({ node, name }) => ({
      name,
      line: lineOf(node.start),
      ownLines: own.get(node) ?? 0,
      parameters: parameterCount(node),
    }));
}

function functionName(node: Node, parent: Node | null): string {
  const named = [node.id, node.key, parent?.id, parent?.key, parent?.left];
  return named.map(nameOf).find(name => name !== '') ?? 'a function without a name';
}

function parameterCount({ params }: Node): number {
  return Array.isArray(params) ? params.filter(param => nameOf(param) !== 'this').length : 0;
}

function ownLines(text: string, functions: readonly Node[]): Map<Node, number> {
  const counts = new Map<Node, number>();
  let offset = 0;
  for (const line of text.split('\n')) {
    const first = offset + line.search(/\S/);
    const innermost = line.trim() === '' ? undefined : innermostAt(functions, first);
    if (innermost) counts.set(innermost, (counts.get(innermost) ?? 0) + 1);
    offset += line.length + 1;
  }
  return counts;
}

function innermostAt(functions: readonly Node[], offset: number): Node | undefined {
  let best: Node | undefined;
  for (const node of functions) {
    const inside = node.start <= offset && offset < node.end;
    if (inside && (!best || node.end - node.start < best.end - best.start)) best = node;
  }
  return best;
}

export function functionViolations(file: SourceFile): string[] {
  return functionSizes(file).flatMap(({ name, line, ownLines: own, parameters }) => {
    const where = `${file.path}:${line} ${name}`;
    return [
      ...(own > limits.functionLines ? [`${where} has ${own} lines`] : []),
      ...(parameters > limits.parameters ? [`${where} takes ${parameters} parameters`] : []),
    ];
  });
}
