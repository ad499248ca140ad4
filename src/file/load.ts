// A problem file (YAML, or JSON, which is YAML) becomes a problem; mistakes carry the file and the line.

import {
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  type Scalar,
  visit,
} from 'yaml';
import type { Problem } from '../problem/problem.ts';
import { type Path, ProblemError } from '../problem/problem-error.ts';
import { type ProblemOptions, problem } from './build-problem.ts';
import { particleProblem } from './particles/section.ts';
import { describesParticles, type ProblemSpec } from './sections/schema.ts';

/** Options of `load`: the file name for messages, and how to read files that the problem names. */
export interface LoadOptions extends ProblemOptions {
  /** Name of the file, for messages. */
  readonly file?: string;
  /** The text of a file that the problem names, relative to the problem file. */
  readonly readFile?: (file: string) => string;
}

/** Plain wording for messages of the parser. */
const plainWords: Record<string, string> = {
  MULTIPLE_DOCS: 'the file holds more than one document; keep one and remove the line “---”',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
};

const quotesHint = 'inside { } a formula with brackets needs quotes: { a: "r[0] = r[1]" }';

const maxBytes = 20_000_000;

/** Reads the text of a problem file. Throws a ProblemError. */
export function load(text: string, options: LoadOptions = {}): Problem {
  const { spec, locate } = parse(text, options.file ?? 'problem');
  try {
    return describesParticles(spec) ? particleProblem(spec, options) : problem(spec as ProblemSpec, options);
  } catch (error) {
    if (error instanceof ProblemError) throw error.located(locate);
    throw error;
  }
}

/** The data of the file, and a function that finds the line of a key. */
function parse(text: string, file: string): { spec: unknown; locate: (path: Path) => string } {
  if (text.length > maxBytes)
    throw new ProblemError([], `the file is larger than ${maxBytes} characters`, { location: file });
  const lines = new LineCounter();
  // The parser's own check for duplicates takes quadratic time: they are found below, by a set.
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const lineAt = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [mistake] = document.errors;
  if (mistake)
    throw new ProblemError([], `not valid YAML: ${plainWords[mistake.code] ?? mistake.message}`, {
      location: lineAt(mistake.pos[0]),
      hint: mistake.code === 'UNEXPECTED_TOKEN' ? quotesHint : undefined,
    });
  const repeated = repeatedKey(document);
  if (repeated)
    throw new ProblemError([], `not valid YAML: the key “${repeated.value}” is given twice`, {
      location: lineAt(repeated.range?.[0] ?? 0),
      hint: 'remove or rename one of them',
    });
  const locate = (path: Path) => {
    const offset = offsetOf(document.contents, path);
    return offset === null ? file : lineAt(offset);
  };
  return { spec: dataOf(document, file), locate };
}

function repeatedKey(document: ReturnType<typeof parseDocument>): Scalar | null {
  let repeated: Scalar | null = null;
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) {
          repeated = key;
          return visit.BREAK;
        }
        seen.add(key.value);
      }
    },
  });
  return repeated;
}

/** Offset in the text of the end of the path, or of its longest existing part: a key of a map or an item of a list. */
function offsetOf(contents: Node | null, path: Path): number | null {
  let [at, offset]: [unknown, number | null] = [contents, null];
  for (const key of path) {
    const next = below(at, String(key)) ?? below(at, withoutIndex(String(key)));
    if (!next?.place?.range) break;
    [at, offset] = [next.value, next.place.range[0]];
  }
  return offset;
}

function below(node: unknown, key: string): { place: Node | null; value: unknown } | null {
  if (isSeq(node)) {
    const item = node.items[Number(key)];
    return isNode(item) ? { place: item, value: item } : null;
  }
  if (!isMap(node)) return null;
  const pair = node.items.find(({ key: own }) => isScalar(own) && String(own.value) === key);
  return pair ? { place: pair.key as Scalar, value: pair.value } : null;
}

/** Members of a family or vector equation are located at its key: links[3] at links. */
const withoutIndex = (key: string): string => key.replace(/(\[[^[\]]*\])+$/, '');

function dataOf(document: ReturnType<typeof parseDocument>, file: string): unknown {
  const refuse = (reason: string) => new ProblemError([], `not a problem: ${reason}`, { location: file });
  let data: unknown;
  try {
    data = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
  if (containsItself(data, new Set())) throw refuse('a part of it contains itself');
  return data;
}

/** An alias inside its own anchor: infinite data. */
function containsItself(data: unknown, around: Set<object>): boolean {
  if (typeof data !== 'object' || data === null) return false;
  if (around.has(data)) return true;
  around.add(data);
  const found = Object.values(data).some(inner => containsItself(inner, around));
  around.delete(data);
  return found;
}
