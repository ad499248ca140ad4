// What a file exports: its names, and whether it passes on names of other files.

import { parseSync } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';
import { lineFinder } from './syntax.ts';

export interface Export {
  /** 'default' for a default export, '*' for everything of another file. */
  readonly name: string;
  readonly line: number;
  /** The file the name comes from, when it is passed on. */
  readonly from: string | null;
}

export function exportsOf({ path, text }: SourceFile): Export[] {
  const lineOf = lineFinder(text);
  return parseSync(path, text).module.staticExports.flatMap(({ entries, start }) =>
    entries.map(({ exportName, moduleRequest }) => ({
      name: exportName.kind === 'Default' ? 'default' : (exportName.name ?? '*'),
      line: lineOf(start),
      from: moduleRequest?.value ?? null,
    })),
  );
}

const barrel = 'src/index.ts';
/** Namespaces of the public interface: these files may pass on names, each under the name that it has in the namespace. */
const namespaces = 'src/public/';

export function exportViolations(file: SourceFile): string[] {
  return exportsOf(file).flatMap(({ name, line, from }) => {
    const where = `${file.path}:${line}`;
    if (name === 'default') return [`${where} has a default export`];
    if (file.path.startsWith(namespaces))
      return name === '*' ? [`${where} exports everything of ${from}`] : [];
    if (file.path !== barrel) return from === null ? [] : [`${where} passes on ${name} from ${from}`];
    if (name === '*') return [`${where} exports everything of ${from}: list the names`];
    return from === null ? [`${where} defines ${name}: index.ts only lists names`] : [];
  });
}
