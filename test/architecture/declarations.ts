// The declarations (.d.ts) that users of the library see: the public names, whether each has a JSDoc comment, and which types
// their signatures mention. Read from what the compiler emits, so that inferred types count as well.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, posix } from 'node:path';
import { parseSync } from 'oxc-parser';
import { filesBelow, root, type SourceFile } from './source-files.ts';
import { isNode, type Node, nameOf, walk } from './syntax.ts';

/** A name declared in a file; the same thing under whatever name it is exported. */
export interface Declared {
  readonly path: string;
  readonly name: string;
}

export interface PublicName extends Declared {
  /** As a user writes it: `simulate`, `flows.verlet`. */
  readonly shown: string;
}

export type Declarations = ReadonlyMap<string, SourceFile>;

/** Emits the declarations of src/index.ts and of all that it reaches. */
export function emitDeclarations(): Declarations {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-types-'));
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      emitDeclarationOnly: true,
      outDir: folder,
      rootDir: root,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    files: [join(root, 'src/index.ts')],
    include: [],
  };
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = join(root, 'node_modules/typescript/bin/tsc');
    const { stdout, status } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stdout);
    const paths = filesBelow(['src'], '.ts').map(({ path }) => path);
    return new Map(paths.flatMap(path => emitted(folder, path)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function emitted(folder: string, path: string): [string, SourceFile][] {
  try {
    return [[path, { path, text: readFileSync(join(folder, path.replace(/\.ts$/, '.d.ts')), 'utf8') }]];
  } catch {
    return [];
  }
}

const exportsIn = ({ path, text }: SourceFile) =>
  parseSync(path, text).module.staticExports.flatMap(({ entries }) => entries);

const target = (from: string, specifier: string) =>
  specifier.startsWith('.') ? posix.normalize(posix.join(posix.dirname(from), specifier)) : specifier;

/** The exports of a file, those that it passes on included. */
export function publicNames(files: Declarations, path = 'src/index.ts', prefix = ''): PublicName[] {
  const file = files.get(path);
  if (!file) throw new Error(`no declarations for ${path}`);
  return exportsIn(file).flatMap(({ exportName, importName, localName, moduleRequest }) => {
    const shown = `${prefix}${exportName.name}`;
    if (exportName.name === null) return [];
    if (!moduleRequest) return [{ shown, path, name: localName.name ?? exportName.name }];
    const from = target(path, moduleRequest.value);
    if (importName.kind === 'All' || importName.kind === 'AllButDefault')
      return publicNames(files, from, `${shown}.`);
    return [{ shown, path: from, name: importName.name ?? exportName.name }];
  });
}

/** The statements that declare a name; several for overloads. */
export function statementsOf(file: SourceFile, name: string): Node[] {
  const program = parseSync(`${file.path.slice(0, -3)}.d.ts`, file.text).program as unknown as Node;
  const body = Array.isArray(program.body) ? program.body.filter(isNode) : [];
  return body.filter(statement => {
    const declaration = isNode(statement.declaration) ? statement.declaration : statement;
    const declarators = Array.isArray(declaration.declarations)
      ? declaration.declarations.filter(isNode)
      : [];
    return [declaration.id, ...declarators.map(({ id }) => id)].some(id => nameOf(id) === name);
  });
}

/** Whether a JSDoc comment stands right before the first of the statements. */
export function isDocumented(file: SourceFile, name: string): boolean {
  const [first] = statementsOf(file, name);
  const before = first ? file.text.slice(0, first.start).trimEnd() : '';
  return before.endsWith('*/') && before.lastIndexOf('/**') > before.lastIndexOf('*/', before.length - 3);
}

/** The types that a declaration mentions, by the place where they are declared; those of the language are left out. */
export function typesIn(file: SourceFile, name: string): Declared[] {
  const found = new Map<string, Declared>();
  const add = (declared: Declared | null) => {
    if (declared) found.set(`${declared.path} ${declared.name}`, declared);
  };
  for (const statement of statementsOf(file, name)) {
    const own = typeParameters(statement);
    walk(statement, node => {
      if (node.type === 'TSImportType') add(importedType(file, node));
      const reference = node.type === 'TSTypeReference' ? node.typeName : node.expression;
      const isReference = node.type === 'TSTypeReference' || node.type === 'TSInterfaceHeritage';
      const used = isReference ? leftmost(reference) : '';
      if (used !== '' && !own.has(used)) add(resolved(file, used));
    });
  }
  return [...found.values()].filter(({ path, name: other }) => path !== file.path || other !== name);
}

/** Of a.b.c the a. */
function leftmost(node: unknown): string {
  if (!isNode(node)) return '';
  return node.type === 'TSQualifiedName' ? leftmost(node.left) : nameOf(node);
}

function typeParameters(statement: Node): Set<string> {
  const names = new Set<string>();
  walk(statement, node => {
    if (node.type === 'TSTypeParameter') names.add(nameOf(node.name));
    if (node.type === 'TSMappedType') names.add(nameOf(node.key));
  });
  return names;
}

function importedType(file: SourceFile, node: Node): Declared | null {
  const source = isNode(node.source) ? String(node.source.value) : '';
  return { path: target(file.path, source), name: leftmost(node.qualifier) };
}

/** Where a name of a file is declared: there, in the file that it is imported from, or nowhere for a type of the language. */
function resolved(file: SourceFile, name: string): Declared | null {
  for (const { entries, moduleRequest } of parseSync(file.path, file.text).module.staticImports)
    for (const { localName, importName } of entries)
      if (localName.value === name)
        return { path: target(file.path, moduleRequest.value), name: importName.name ?? name };
  return statementsOf(file, name).length > 0 ? { path: file.path, name } : null;
}
