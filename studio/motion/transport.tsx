// Play, pause, one step, backwards, restart; speed; and a timeline.

import { useStudio } from '../state/context.ts';
import type { Speed } from '../state/studio.ts';

const speeds: readonly Speed[] = [0.1, 0.25, 0.5, 1, 2, 5, 10, 'max'];
const speedLabel = (speed: Speed) => (speed === 'max' ? 'as fast as it can' : `${speed} per second`);

const digits = (value: number) => (Math.abs(value) >= 1e5 ? value.toExponential(2) : value.toFixed(3));

function rateText(stepsPerSecond: number): string {
  if (stepsPerSecond >= 1e6) return `${(stepsPerSecond / 1e6).toFixed(1)} M steps/s`;
  if (stepsPerSecond >= 1e3) return `${(stepsPerSecond / 1e3).toFixed(1)} k steps/s`;
  return `${stepsPerSecond.toFixed(0)} steps/s`;
}

export function Transport() {
  const studio = useStudio();
  const frame = studio.frame.value;
  const time = frame?.lanes[0]?.time ?? 0;
  const [first, last] = frame?.history ?? [0, 0];
  const isRunning = frame?.isRunning ?? false;
  const isRefused = frame?.isRefused ?? false;
  return (
    <fieldset class="transport" aria-label="Motion controls">
      <div class="buttons">
        <button
          type="button"
          class="primary"
          disabled={isRefused}
          onClick={() => (isRunning ? studio.pause() : studio.play())}
        >
          {isRunning ? 'Pause' : 'Play'}
        </button>
        <button type="button" disabled={isRefused} onClick={() => studio.stepOnce()}>
          Step
        </button>
        <button type="button" onClick={() => studio.play(-1)} disabled={isRefused || time <= 0}>
          Reverse
        </button>
        <button type="button" onClick={() => studio.restart()}>
          Restart
        </button>
        <label>
          Speed{' '}
          <select
            value={String(studio.speed.value)}
            onChange={event => {
              const { value } = event.currentTarget;
              studio.setSpeed(value === 'max' ? 'max' : Number(value));
            }}
          >
            {speeds.map(speed => (
              <option key={speed} value={String(speed)}>
                {speedLabel(speed)}
              </option>
            ))}
          </select>
        </label>
        <output class="clock" aria-label="Time">
          t = {digits(time)}
        </output>
        <span class="rate">{isRunning ? rateText(frame?.stepsPerSecond ?? 0) : ''}</span>
      </div>
      {isRefused && (
        <p class="note" role="status">
          The check refuses this problem, so nothing moves.{' '}
          <button type="button" onClick={() => studio.force()}>
            Run anyway
          </button>
        </p>
      )}
      <input
        type="range"
        aria-label="Go back in time"
        min={first}
        max={Math.max(last, first + 1e-9)}
        step="any"
        value={Math.min(time, last)}
        onInput={event => studio.seek(Number(event.currentTarget.value))}
      />
    </fieldset>
  );
}
