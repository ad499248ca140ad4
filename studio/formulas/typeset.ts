// Mathematics on the page. This file brings KaTeX along and is fetched when formulas are first seen.

import katex from 'katex';
import 'katex/dist/katex.min.css';
import { type FormulaGroup, formulaGroups } from './file-formulas.ts';
import type { ProblemFile } from './problem-file.ts';

export function groupsOf(file: ProblemFile): readonly FormulaGroup[] {
  return formulaGroups(file);
}

/** With MathML beside it, for screen readers. */
export function typeset(tex: string, into: HTMLElement): void {
  katex.render(tex, into, { displayMode: true, fleqn: true, throwOnError: false });
}
