// Left: the problem.

import { useStudio } from '../state/context.ts';

export function ProblemPanel() {
  const studio = useStudio();
  return (
    <section class="panel" aria-label="Problem">
      <textarea
        aria-label="Problem file"
        value={studio.document.value.text}
        onInput={event => studio.edit(event.currentTarget.value)}
      />
      <p role="status">{studio.mistake.value?.message ?? ''}</p>
    </section>
  );
}
