// Motion panel, in the middle. Lanes are drawn over each other, or each in its own canvas.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Frame } from '../engine/protocol.ts';
import { useStudio } from '../state/context.ts';
import { SceneCanvas } from './scene-canvas.tsx';
import { Transport } from './transport.tsx';
import { type Drawn, laneColours } from './view.ts';

export function MotionPanel() {
  const studio = useStudio();
  const [isOverlaid, setOverlaid] = useState(true);
  const frame = studio.frame.value;
  const scene = studio.about.value?.scene;
  const titles = studio.lanes.value.filter(lane => lane.obstacle === null).map(lane => lane.title);
  const epoch = useEpoch(frame);
  useDrawn(frame, () => studio.drawn());
  const lanes = frame ? drawnLanes(frame) : [];
  const failures =
    frame?.lanes.flatMap(({ failure }, k) => (failure === null ? [] : [`${titles[k] ?? ''}: ${failure}`])) ??
    [];
  const pictures = isOverlaid ? [lanes] : lanes.map(lane => [lane]);
  return (
    <section class="panel motion" aria-label="Motion">
      <div class={`pictures count-${pictures.length}`}>
        {scene &&
          pictures.map((shown, k) => (
            <figure key={`${k}-${pictures.length}`}>
              <SceneCanvas
                scene={scene}
                lanes={shown}
                epoch={epoch}
                label={`Motion of ${studio.about.value?.name ?? 'the problem'}${isOverlaid ? '' : ` by ${titles[k]}`}`}
              />
              {!isOverlaid && <figcaption>{titles[k]}</figcaption>}
            </figure>
          ))}
      </div>
      {scene?.note && <p class="note">{scene.note}</p>}
      {failures.map(failure => (
        <p key={failure} class="failure" role="alert">
          {failure}
        </p>
      ))}
      {titles.length > 1 && (
        <Legend titles={titles} isOverlaid={isOverlaid} onToggle={() => setOverlaid(!isOverlaid)} />
      )}
      <Transport />
    </section>
  );
}

function Legend({
  titles,
  isOverlaid,
  onToggle,
}: {
  titles: readonly string[];
  isOverlaid: boolean;
  onToggle: () => void;
}) {
  return (
    <div class="legend">
      {titles.map((title, k) => (
        <span key={title}>
          <i style={{ background: laneColours[k] }} /> {title}
        </span>
      ))}
      <button type="button" onClick={onToggle}>
        {isOverlaid ? 'Side by side' : 'Overlaid'}
      </button>
    </div>
  );
}

function drawnLanes(frame: Frame): Drawn[] {
  return frame.lanes.map(({ q, failure }, k) => ({
    q,
    colour: laneColours[k % laneColours.length],
    isStopped: failure !== null,
  }));
}

/** Number of restarts of the motion so far. */
function useEpoch(frame: Frame | null): number {
  const epoch = useRef(0);
  const seen = useRef<Frame | null>(null);
  if (frame !== seen.current) {
    seen.current = frame;
    if (frame?.isNewStart) epoch.current += 1;
  }
  return epoch.current;
}

/** Acknowledges a frame to the engine after it was drawn. */
function useDrawn(frame: Frame | null, tell: () => void): void {
  useEffect(() => {
    if (!frame) return;
    const id = requestAnimationFrame(tell);
    return () => cancelAnimationFrame(id);
  }, [frame]);
}
