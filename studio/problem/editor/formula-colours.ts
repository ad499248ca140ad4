// Colours inside formulas: coordinates, momenta, parameters and functions, each in its own; what is no name stays plain.

import { syntaxTree } from '@codemirror/language';
import { type EditorState, RangeSetBuilder } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { WordKind } from './completion.ts';
import { kindsOf } from './vocabulary.ts';
import { vocabularyField } from './vocabulary-field.ts';

/** Sections whose texts are for people, or names of something else. */
const prose = new Set(['name', 'description', 'provenance', 'tags', 'reference']);
const scalars = new Set(['Literal', 'QuotedLiteral', 'BlockLiteralContent']);

type Node = ReturnType<ReturnType<typeof syntaxTree>['resolveInner']>;

const kinds: readonly WordKind[] = ['coordinate', 'momentum', 'parameter', 'function', 'constant'];
const marks = new Map(kinds.map(kind => [kind, Decoration.mark({ class: `name-${kind}` })]));

/** The key at the left edge under which a node stands. */
function sectionOf(node: Node, state: EditorState): string {
  let outermost: Node | null = null;
  for (let around = node.parent; around; around = around.parent)
    if (around.name === 'Pair') outermost = around;
  const key = outermost?.firstChild;
  return key ? state.sliceDoc(key.from, key.to) : '';
}

function coloursOf({ state, visibleRanges }: EditorView): DecorationSet {
  const known = kindsOf(state.field(vocabularyField));
  const found = new RangeSetBuilder<Decoration>();
  const colour = (from: number, to: number) => {
    for (const { 0: name, index } of state.sliceDoc(from, to).matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu)) {
      const mark = marks.get(known.get(name) ?? 'key');
      if (mark) found.add(from + index, from + index + name.length, mark);
    }
  };
  for (const { from, to } of visibleRanges)
    syntaxTree(state).iterate({
      from,
      to,
      enter: ({ name, node }) => {
        if (scalars.has(name) && node.parent?.name !== 'Key' && !prose.has(sectionOf(node, state)))
          colour(node.from, node.to);
      },
    });
  return found.finish();
}

export const formulaColours = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = coloursOf(view);
    }
    update(update: ViewUpdate): void {
      const { docChanged, viewportChanged, startState, state, view } = update;
      const isOther = startState.field(vocabularyField) !== state.field(vocabularyField);
      const isParsed = syntaxTree(startState) !== syntaxTree(state);
      if (docChanged || viewportChanged || isOther || isParsed) this.decorations = coloursOf(view);
    }
  },
  { decorations: plugin => plugin.decorations },
);
