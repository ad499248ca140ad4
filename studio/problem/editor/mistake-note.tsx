// What is wrong with the file, in words, with the place in the formula and a way out.

import type { FileError } from '../../engine/protocol.ts';

export function MistakeNote({ mistake }: { readonly mistake: FileError | null }) {
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
