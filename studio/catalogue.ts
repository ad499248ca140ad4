// Catalogue of problems on the page: titles are bundled, texts are fetched on demand.

const texts = import.meta.glob<string>('../cases/*.yaml', { query: '?raw', import: 'default' });
const structures = import.meta.glob<string>('../cases/structures/*', { query: '?raw', import: 'default' });

const nameOf = (path: string) => path.replace(/^.*\//, '').replace(/\.yaml$/, '');

export const caseNames: readonly string[] = Object.keys(texts).map(nameOf).sort();

export interface CaseFiles {
  readonly text: string;
  /** Files that the problem names, by their names in it. */
  readonly files: Readonly<Record<string, string>>;
}

/** null when there is no such problem. */
export async function readCase(name: string): Promise<CaseFiles | null> {
  const read = texts[`../cases/${name}.yaml`];
  if (!read) return null;
  const text = await read();
  const named = Object.keys(structures).filter(path => text.includes(path.replace('../cases/', '')));
  const contents = await Promise.all(named.map(path => structures[path]()));
  return {
    text,
    files: Object.fromEntries(named.map((path, k) => [path.replace('../cases/', ''), contents[k]])),
  };
}
