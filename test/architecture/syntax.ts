// A thin view of the syntax tree: parse, walk, and turn offsets into lines.

import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

/** The node, the node around it, and the key under which it hangs there. */
export type Visit = (node: Node, parent: Node | null, key: string) => void;

export function parse({ path, text }: SourceFile): Node {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path}: ${errors[0].message}`);
  return program as unknown as Node;
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}

/** Every node once, parents before children. */
export function walk(top: Node, visit: Visit): void {
  const stack: { node: Node; parent: Node | null; key: string }[] = [{ node: top, parent: null, key: '' }];
  for (let item = stack.pop(); item !== undefined; item = stack.pop()) {
    const { node, parent, key } = item;
    visit(node, parent, key);
    for (const [name, value] of Object.entries(node)) {
      if (name === 'parent') continue;
      for (const child of Array.isArray(value) ? value : [value])
        if (isNode(child)) stack.push({ node: child, parent: node, key: name });
    }
  }
}

/** Line numbers, from 1, for offsets into the text. */
export function lineFinder(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return offset => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

/** The name that a node has as an identifier or a literal key, or ''. */
export function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'PrivateIdentifier') return String(node.name);
  return node.type === 'Literal' ? String(node.value) : '';
}
