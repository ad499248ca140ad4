// Editor of the problem file: syntax colours, completion and error marks. A plain text field until its code is loaded.

import { useEffect, useRef } from 'preact/hooks';
import { type ProblemFile, unchangedSettings } from '../../formulas/problem-file.ts';
import { useStudio } from '../../state/context.ts';
import '../../style/editor.css';
import type { FileError } from '../../engine/protocol.ts';
import { useLazy, useSeen } from '../lazy.ts';
import type { CodeEditor } from './code-editor.ts';

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
      studio.edit(
        typed,
        read ? unchangedSettings(known.current, read, studio.document.peek().set) : undefined,
      ),
    );
    editor.current = made;
    if (field.current && document.activeElement === field.current) made.focus(field.current.selectionStart);
    return () => made.dispose();
  }, [code]);
  // The newest text, not that of this rendering: typing may be ahead of it.
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

/** Error message of the problem file: line, reason, excerpt of the formula and suggestion. */
function MistakeNote({ mistake }: { readonly mistake: FileError | null }) {
  const [head, ...excerpt] = mistake?.message.split('\n') ?? [];
  return (
    <div class="mistake" role="status">
      {mistake && (
        <>
          <p>
            {mistake.line !== null && <strong>Line {mistake.line}: </strong>}
            {head}
          </p>
          {excerpt.length > 0 && <pre>{excerpt.join('\n')}</pre>}
          {mistake.hint && <p class="hint">→ {mistake.hint}</p>}
        </>
      )}
    </div>
  );
}
