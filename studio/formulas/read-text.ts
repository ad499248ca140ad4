// Names, formulas and integer parameters of a problem file, read in one pass.

import { type ProblemFile, readProblemFile } from './problem-file.ts';
import { wholeParameters } from './whole-parameters.ts';

export function readText(text: string): { file: ProblemFile; whole: ReadonlySet<string> } | null {
  const file = readProblemFile(text);
  return file && { file, whole: wholeParameters(file) };
}
