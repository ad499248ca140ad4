// Nothing of the browser or of Node in src, and no state of its own: no mutable variable at the top of a module, no
// empty container waiting there to be filled, no list or map at the top that a function changes, no hidden source of
// time or chance.
// A name that the file declares anywhere counts as its own, so a local called `document` is fine.

import type { SourceFile } from './source-files.ts';
import { isNode, lineFinder, type Node, nameOf, parse, walk } from './syntax.ts';

const foreign = new Set([
  ...['document', 'window', 'navigator', 'self', 'localStorage', 'globalThis', 'global'],
  ...['process', 'Buffer', 'require', '__dirname', '__filename', 'console', 'setTimeout', 'performance'],
]);
const unrepeatable = new Set(['Math.random', 'Date.now']);

export function globalViolations(file: SourceFile): string[] {
  const program = parse(file);
  const lineOf = lineFinder(file.text);
  const found: { start: number; text: string }[] = [...moduleState(program), ...changedLists(program)];
  const own = declaredNames(program);
  walk(program, (node, parent, key) => {
    const name = nameOf(node);
    if (node.type === 'Identifier' && foreign.has(name) && !own.has(name) && isReference(parent, key))
      found.push({ start: node.start, text: `uses the global ${name}` });
    const member = `${nameOf(node.object)}.${nameOf(node.property)}`;
    if (node.type === 'MemberExpression' && unrepeatable.has(member))
      found.push({ start: node.start, text: `uses ${member}: runs would not repeat` });
  });
  return found
    .sort((a, b) => a.start - b.start)
    .map(({ start, text }) => `${file.path}:${lineOf(start)} ${text}`);
}

/** An identifier that stands for a value, not for a property or a key. */
function isReference(parent: Node | null, key: string): boolean {
  if (parent === null) return true;
  if (parent.type === 'MemberExpression') return key !== 'property' || parent.computed === true;
  if (key === 'key') return parent.computed === true;
  return !parent.type.startsWith('TS') && !parent.type.startsWith('Import');
}

const declaring = new Set([
  ...['VariableDeclarator', 'ImportSpecifier', 'ImportNamespaceSpecifier'],
  ...['FunctionDeclaration', 'ClassDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'],
]);

function declaredNames(program: Node): Set<string> {
  const names = new Set<string>();
  walk(program, node => {
    if (!declaring.has(node.type)) return;
    for (const part of [node.id, node.local, ...(Array.isArray(node.params) ? node.params : [])])
      for (const name of boundNames(part)) names.add(name);
  });
  return names;
}

/** The names that a pattern binds: x, { a, b: c }, [d, …e], f = 1. */
function boundNames(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === 'Identifier') return [nameOf(pattern)];
  const parts = [pattern.properties, pattern.elements, pattern.value, pattern.left, pattern.argument];
  return parts.flat().flatMap(boundNames);
}

function moduleState(program: Node): { start: number; text: string }[] {
  const body = Array.isArray(program.body) ? program.body.filter(isNode) : [];
  return body
    .map(statement => (isNode(statement.declaration) ? statement.declaration : statement))
    .filter(statement => statement.type === 'VariableDeclaration')
    .flatMap(statement => stateIn(statement));
}

function stateIn(statement: Node): { start: number; text: string }[] {
  const { start, kind } = statement;
  if (kind !== 'const') return [{ start, text: `a module keeps no state: “${kind}” at the top` }];
  const declarators = Array.isArray(statement.declarations) ? statement.declarations.filter(isNode) : [];
  return declarators
    .filter(({ init }) => isEmptyContainer(init))
    .map(declarator => ({
      start: declarator.start,
      text: `a module keeps no state: “${nameOf(declarator.id)}” begins empty`,
    }));
}

const changing = new Set([...['push', 'pop', 'shift', 'unshift', 'splice', 'add', 'delete', 'clear']]);

/** Calls such as `list.push(…)` on a constant at the top of the module; one that begins empty is reported as such. */
function changedLists(program: Node): { start: number; text: string }[] {
  const body = Array.isArray(program.body) ? program.body.filter(isNode) : [];
  const tops = new Set(
    body
      .map(statement => (isNode(statement.declaration) ? statement.declaration : statement))
      .flatMap(({ declarations }) => (Array.isArray(declarations) ? declarations.filter(isNode) : []))
      .filter(({ id, init }) => nameOf(id) !== '' && !isEmptyContainer(init))
      .map(({ id }) => nameOf(id)),
  );
  const found: { start: number; text: string }[] = [];
  walk(program, ({ type, start, callee }) => {
    if (type !== 'CallExpression' || !isNode(callee) || !changing.has(nameOf(callee.property))) return;
    const name = nameOf(callee.object);
    if (tops.has(name)) found.push({ start, text: `a module keeps no state: “${name}” is changed` });
  });
  return found;
}

const containers = new Set(['Map', 'Set', 'WeakMap', 'WeakSet', 'Array', 'Object']);

function isEmptyContainer(init: unknown): boolean {
  if (!isNode(init)) return false;
  const parts = init.elements ?? init.properties ?? init.arguments;
  if (!Array.isArray(parts) || parts.length > 0) return false;
  return init.type !== 'NewExpression' ? init.type !== 'CallExpression' : containers.has(nameOf(init.callee));
}
