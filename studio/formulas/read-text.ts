// All that the page learns from the text of a problem file, at one go.

import { type ProblemFile, readProblemFile } from './problem-file.ts';
import { wholeParameters } from './whole-parameters.ts';

export function readText(text: string): { file: ProblemFile; whole: ReadonlySet<string> } | null {
  const file = readProblemFile(text);
  return file && { file, whole: wholeParameters(file) };
}
