// A problem file (YAML, or JSON, which is YAML) becomes a problem; mistakes carry the file and the line.

import { isNode, LineCounter, parseDocument } from 'yaml';
import { type ProblemOptions, problem } from './from-formulas.ts';
import type { Problem } from './problem.ts';
import { type Path, ProblemError } from './problem-error.ts';
import type { ProblemSpec } from './schema.ts';

export interface LoadOptions extends ProblemOptions {
  /** Name of the file, for messages. */
  readonly file?: string;
}

/** Where the parser speaks to programmers. */
const plainWords: Record<string, string> = {
  MULTIPLE_DOCS: 'the file holds more than one document; keep one and remove the line “---”',
  RESOURCE_EXHAUSTION: 'it is nested too deeply',
};

const maxBytes = 20_000_000;

/** Reads the text of a problem file. Throws a ProblemError. */
export function load(text: string, options: LoadOptions = {}): Problem {
  const { spec, locate } = parse(text, options.file ?? 'problem');
  try {
    return problem(spec as ProblemSpec, options);
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
    });
  const locate = (path: Path) => {
    for (let length = path.length; length > 0; length--) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return file;
  };
  return { spec: dataOf(document, file), locate };
}

function dataOf(document: ReturnType<typeof parseDocument>, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw new ProblemError([], `not a problem: ${error instanceof Error ? error.message : String(error)}`, {
      location: file,
    });
  }
}
