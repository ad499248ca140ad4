// Middle: the motion.

import { useEffect } from 'preact/hooks';
import { useStudio } from '../state/context.ts';

export function MotionPanel() {
  const studio = useStudio();
  const frame = studio.frame.value;
  useEffect(() => {
    if (!frame) return;
    const id = requestAnimationFrame(() => studio.drawn());
    return () => cancelAnimationFrame(id);
  }, [studio, frame]);
  return (
    <section class="panel" aria-label="Motion">
      <button type="button" onClick={() => (frame?.isRunning ? studio.pause() : studio.play())}>
        {frame?.isRunning ? 'Pause' : 'Play'}
      </button>
      <output>{frame?.lanes[0]?.time.toFixed(3)}</output>
    </section>
  );
}
