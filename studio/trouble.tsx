// Something went wrong that is nobody's typing: said once, in words, and the page goes on.

import { useStudio } from './state/context.ts';

export function Trouble() {
  const studio = useStudio();
  const message = studio.trouble.value;
  if (message === null) return null;
  return (
    <div class="trouble" role="alert">
      <p>{message}</p>
      <button type="button" onClick={() => studio.forgetTrouble()}>
        Close
      </button>
    </div>
  );
}
