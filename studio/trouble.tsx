// Something went wrong that is nobody's typing: said once, in words, and the page goes on.

import { useStudio } from './state/context.ts';

export function Trouble() {
  return (
    <>
      <Reading />
      <Message />
    </>
  );
}

/** A large problem takes its time, and need not have it. */
function Reading() {
  const studio = useStudio();
  if (!studio.isReading.value) return null;
  return (
    <div class="trouble reading" role="status">
      <p>The engine is reading the problem; a large one takes a while.</p>
      <button type="button" onClick={() => studio.interrupt()}>
        Stop
      </button>
    </div>
  );
}

function Message() {
  const studio = useStudio();
  const message = studio.error.value;
  if (message === null) return null;
  return (
    <div class="trouble" role="alert">
      <p>{message}</p>
      <button type="button" onClick={() => studio.clearError()}>
        Close
      </button>
    </div>
  );
}
