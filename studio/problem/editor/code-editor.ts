// Code editor with CodeMirror; this chunk is loaded when the editor becomes visible.

import { autocompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { yaml } from '@codemirror/lang-yaml';
import { setDiagnostics } from '@codemirror/lint';
import { Annotation, type EditorState, type Extension } from '@codemirror/state';
import { basicSetup, EditorView } from 'codemirror';
import type { AboutMethod, FileError } from '../../engine/protocol.ts';
import { type ProblemFile, readProblemFile } from '../../formulas/problem-file.ts';
import { codeTheme } from './code-theme.ts';
import { completionsAt, type Word, type WordKind } from './completion.ts';
import { formulaColours } from './formula-colours.ts';
import { vocabularyOf } from './vocabulary.ts';
import { replaceVocabulary, vocabularyField } from './vocabulary-field.ts';

export interface CodeEditor {
  /** Does nothing when it is the text already. */
  setText(text: string): void;
  setFileError(mistake: FileError | null): void;
  /** Names for completion and colours. */
  setWords(file: ProblemFile | null, methods: readonly AboutMethod[]): void;
  focus(at: number): void;
  dispose(): void;
}

/** The typed text, and its data where it can be read. */
export type OnTyped = (text: string, file: ProblemFile | null) => void;

/** Marks a change that was not typed. */
const fromOutside = Annotation.define<true>();

export function createCodeEditor(parent: HTMLElement, text: string, onTyped: OnTyped): CodeEditor {
  const view = new EditorView({ parent, doc: text, extensions: extensions(onTyped) });
  return {
    setText(next) {
      if (next === view.state.doc.toString()) return;
      view.dispatch({
        changes: { from: 0, to: view.state.doc.length, insert: next },
        annotations: fromOutside.of(true),
      });
    },
    setFileError(mistake) {
      view.dispatch(setDiagnostics(view.state, mistake ? [diagnosticOf(view.state, mistake)] : []));
    },
    setWords(file, methods) {
      view.dispatch({ effects: replaceVocabulary.of(vocabularyOf(file, methods)) });
    },
    focus(at) {
      view.focus();
      view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
    },
    dispose: () => view.destroy(),
  };
}

function extensions(onTyped: OnTyped): Extension[] {
  return [
    basicSetup,
    yaml(),
    vocabularyField,
    formulaColours,
    autocompletion({ override: [completions] }),
    codeTheme,
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': 'Problem file' }),
    EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      const isTyped = transactions.some(transaction => transaction.annotation(fromOutside) === undefined);
      if (!docChanged || !isTyped) return;
      const typed = state.doc.toString();
      onTyped(typed, readProblemFile(typed));
    }),
  ];
}

/** The whole line; a mistake without a line belongs to the file, and is shown at its first. */
function diagnosticOf({ doc }: EditorState, { line, message, hint }: FileError) {
  const { from, to, text } = doc.line(Math.min(Math.max(line ?? 1, 1), doc.lines));
  const indent = text.length - text.trimStart().length;
  return {
    from: from + indent,
    to,
    severity: 'error' as const,
    message: hint === null ? message : `${message}\n→ ${hint}`,
  };
}

const icons: Readonly<Record<WordKind, string>> = {
  key: 'property',
  coordinate: 'variable',
  momentum: 'variable',
  parameter: 'constant',
  function: 'function',
  constant: 'constant',
  value: 'enum',
};

const optionOf = ({ label, kind, detail, apply }: Word) => ({
  label,
  type: icons[kind],
  ...(detail === undefined ? {} : { detail }),
  ...(apply === undefined ? {} : { apply }),
});

function completions({ state, pos, explicit }: CompletionContext): CompletionResult | null {
  const offer = completionsAt(state.doc.toString(), pos, state.field(vocabularyField));
  const isBegun = offer !== null && offer.from < pos;
  if (!offer || !(isBegun || explicit)) return null;
  return { from: offer.from, options: offer.words.map(optionOf), validFor: /^[\p{L}\p{N}_-]*$/u };
}
