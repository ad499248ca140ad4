// A problem file (YAML, or JSON, which is YAML) becomes a problem; mistakes carry the file and the line.

import { isNode, LineCounter, parseDocument } from 'yaml';
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

/** Where the parser speaks to programmers. */
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
    if (error instanceof ProblemError) throw error.at(locate(error.path));
    throw error;
  }
}

/** The data of the file, and a function that finds the line of a key. */
function parse(text: string, file: string): { spec: unknown; locate: (path: Path) => string } {
  if (text.length > maxBytes)
    throw new ProblemError([], `the file is larger than ${maxBytes} characters`, { location: file });
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  const lineAt = (offset: number) => `${file}:${lines.linePos(offset).line}`;
  const [mistake] = document.errors;
  if (mistake)
    throw new ProblemError([], `not valid YAML: ${plainWords[mistake.code] ?? mistake.message}`, {
      location: lineAt(mistake.pos[0]),
      hint: mistake.code === 'UNEXPECTED_TOKEN' ? quotesHint : undefined,
    });
  const locate = (path: Path) => {
    for (let length = path.length; length > 0; length--) {
      const keys = path.slice(0, length);
      const node = document.getIn(keys, true) ?? document.getIn(withoutIndex(keys), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return file;
  };
  return { spec: dataOf(document, file), locate };
}

/** Members of a family or vector equation are found at its key: links[3] at links. */
function withoutIndex(path: Path): Path {
  return path.with(-1, String(path.at(-1)).replace(/(\[[^[\]]*\])+$/, ''));
}

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
