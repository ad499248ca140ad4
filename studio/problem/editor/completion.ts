// Completions in a problem file. Computed from the text before the cursor alone, so that they work while the
// file is not yet valid.

export type WordKind = 'key' | 'coordinate' | 'momentum' | 'parameter' | 'function' | 'constant' | 'value';

export interface Word {
  readonly label: string;
  readonly kind: WordKind;
  readonly detail?: string;
  /** What is put in, where it is not the label. */
  readonly apply?: string;
}

/** The words of a problem file, by where they can stand. */
export interface Vocabulary {
  /** Keys of the file itself. */
  readonly keys: readonly Word[];
  /** Keys of sections that have fixed ones. */
  readonly keysOf: Readonly<Record<string, readonly Word[]>>;
  /** Names of methods, flows and the like, by the key that takes them. */
  readonly valuesOf: Readonly<Record<string, readonly Word[]>>;
  /** Coordinates and momenta. */
  readonly state: readonly Word[];
  /** All that a formula may contain. */
  readonly formula: readonly Word[];
}

export interface Completion {
  /** Where the word begins that is being typed. */
  readonly from: number;
  readonly words: readonly Word[];
}

const prose = new Set(['name', 'description', 'provenance', 'tags', 'reference']);
/** Sections that are one formula. */
const formulas = new Set(['potential', 'stiff', 'hamiltonian', 'kinetic', 'lagrangian']);
/** Keys of families, in the sections that have them. */
const familyKeys: Readonly<Record<string, readonly string[]>> = {
  constraints: ['each', 'equation'],
  initial: ['each', 'value'],
  mass: ['each', 'value'],
};

const wordPattern = /[\p{L}_][\p{L}\p{N}_]*$/u;
const keyPattern = /[\p{L}_][\p{L}\p{N}_-]*$/u;

export function completionsAt(text: string, at: number, vocabulary: Vocabulary): Completion | null {
  const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (/(^|\s)#/.test(line)) return null;
  const offer = (pattern: RegExp, words: readonly Word[]) =>
    words.length === 0 ? null : { from: at - (pattern.exec(line)?.[0] ?? '').length, words };
  if (/^[\w-]*$/.test(line)) return offer(keyPattern, unusedKeys(text, line, vocabulary));
  const place = placeAt(text.slice(0, at));
  if (!place || prose.has(place.section) || place.key === 'each' || place.key === 'coordinates') return null;
  const { section, key } = place;
  if (formulas.has(section)) return offer(wordPattern, vocabulary.formula);
  if (key === null) return offer(keyPattern, keysAt(place, vocabulary));
  const values = section === 'run' ? vocabulary.valuesOf[key] : undefined;
  return values ? offer(keyPattern, values) : offer(wordPattern, vocabulary.formula);
}

function unusedKeys(text: string, typed: string, { keys }: Vocabulary): readonly Word[] {
  const used = new Set([...text.matchAll(/^([\w-]+)\s*:/gm)].map(([, key]) => key));
  return keys.filter(({ label }) => label === typed || !used.has(label));
}

function keysAt({ section, level }: Place, { keysOf, state }: Vocabulary): readonly Word[] {
  if (level > 0) return (familyKeys[section] ?? []).map(label => ({ label, kind: 'key' }));
  return keysOf[section] ?? (section === 'initial' || section === 'mass' ? state : []);
}

interface Place {
  /** The key at the left edge under which it stands. */
  readonly section: string;
  /** The key whose value it belongs to; null where a key is expected. */
  readonly key: string | null;
  /** 0 for the keys of the section itself, more inside them. */
  readonly level: number;
}

/** The place at the end of the text. */
function placeAt(before: string): Place | null {
  const lines = before.split('\n');
  const header = lines.findLastIndex(line => /^[\w-]+\s*:/.test(line));
  if (header < 0) return null;
  const line = lines[lines.length - 1];
  const section = lines[header].slice(0, lines[header].indexOf(':')).trim();
  const isHeader = header === lines.length - 1;
  const { entry, depth } = lastEntry(isHeader ? line.slice(line.indexOf(':') + 1) : line);
  const isItem = depth === 0 && (isHeader || /^\s*-/.test(line));
  if (isItem) return { section, key: section, level: 0 };
  const key = /^\s*"?([^":{}]*?)"?\s*:(?:\s|$)/.exec(entry)?.[1] ?? null;
  const isDeeper = !isHeader && indentOf(line) > indentOf(lines[header + 1]);
  return { section, key, level: depth - Number(isHeader) + Number(isDeeper) };
}

const indentOf = (line: string) => line.length - line.trimStart().length;

/** What stands after the last { or comma between entries, and how many { } are open around it. */
function lastEntry(line: string): { readonly entry: string; readonly depth: number } {
  const open: string[] = [];
  let begin = 0;
  let isQuoted = false;
  for (let k = 0; k < line.length; k++) {
    const character = line[k];
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if ('{[('.includes(character)) open.push(character);
    else if ('}])'.includes(character)) open.pop();
    if (character === '{' || (character === ',' && open.at(-1) === '{')) begin = k + 1;
  }
  return { entry: line.slice(begin), depth: open.filter(bracket => bracket === '{').length };
}
