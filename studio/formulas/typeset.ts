// Typesetting with KaTeX; this chunk is loaded when formulas become visible.

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
