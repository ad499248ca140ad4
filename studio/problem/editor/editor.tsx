// The problem file: an editor with colours, completion and marks where something is wrong; a plain field until it is here.

import { useEffect, useRef } from 'preact/hooks';
import type { ProblemFile } from '../../formulas/problem-file.ts';
import { useStudio } from '../../state/context.ts';
import '../../style/editor.css';
import { useLazy, useSeen } from '../lazy.ts';
import type { CodeEditor } from './code-editor.ts';
import { keptSettings } from './kept-settings.ts';
import { MistakeNote } from './mistake-note.tsx';

export function Editor({ file }: { readonly file: ProblemFile | null }) {
  const studio = useStudio();
  const place = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const editor = useRef<CodeEditor | null>(null);
  const known = useRef(file);
  known.current = file;
  const code = useLazy(useSeen(place), () => import('./code-editor.ts'));
  const { text } = studio.document.value;
  const mistake = studio.fileError.value;
  const methods = studio.about.value?.methods;

  useEffect(() => {
    if (!code || !place.current) return;
    const made = code.createCodeEditor(place.current, studio.document.peek().text, (typed, read) =>
      studio.edit(typed, read ? keptSettings(known.current, read, studio.document.peek().set) : undefined),
    );
    editor.current = made;
    if (field.current && document.activeElement === field.current) made.focus(field.current.selectionStart);
    return () => made.dispose();
  }, [code]);
  // The newest text, not that of this rendering: the typist may be ahead of it.
  useEffect(() => editor.current?.setText(studio.document.peek().text), [text, code]);
  useEffect(() => editor.current?.setFileError(mistake), [mistake, code]);
  useEffect(() => editor.current?.setWords(file, methods ?? []), [file, methods, code]);

  return (
    <div class="editor">
      <div ref={place} class="code" />
      {!code && (
        <textarea
          ref={field}
          aria-label="Problem file"
          spellcheck={false}
          rows={14}
          value={text}
          onInput={event => studio.edit(event.currentTarget.value)}
        />
      )}
      <MistakeNote mistake={mistake} />
    </div>
  );
}
