// Status banner: errors of the engine that no edit of the file causes, and the notice while a large problem loads.

import { useStudio } from './state/context.ts';

export function StatusBanner() {
  return (
    <>
      <Reading />
      <Message />
    </>
  );
}

/** Notice while the engine loads a problem, with a button to stop it. */
function Reading() {
  const studio = useStudio();
  if (!studio.isReading.value) return null;
  return (
    <div class="trouble reading" role="status">
      <p>Loading the problem; a large one takes a while.</p>
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
