// The methods that run side by side, one to four, and prepared comparisons.

import type { AboutProblem, LaneSpec } from '../../engine/protocol.ts';
import { useStudio } from '../../state/context.ts';
import { chosenLanes, mostLanes } from '../../state/studio.ts';
import '../../style/methods.css';
import { LaneForm } from './lane-form.tsx';
import { gentleOmega, nextLane } from './lane-specs.ts';
import { type Preset, presetsFor } from './presets.ts';

export function Lanes() {
  const studio = useStudio();
  const about = studio.about.value;
  if (!about) return null;
  const document = studio.document.value;
  const lanes = chosenLanes(document, about);
  const omega = about.run.omega ?? gentleOmega(document.step ?? about.run.step);
  const replace = (k: number, specs: readonly LaneSpec[]) => studio.setLanes(lanes.toSpliced(k, 1, ...specs));
  return (
    <div class="lanes">
      {lanes.map((spec, k) => (
        <LaneForm
          key={k}
          index={k}
          spec={spec}
          about={about}
          omega={omega}
          running={studio.lanes.value[k]}
          onChange={next => replace(k, [next])}
          onRemove={lanes.length > 1 ? () => replace(k, []) : null}
        />
      ))}
      <button
        type="button"
        disabled={lanes.length >= mostLanes}
        onClick={() => studio.setLanes([...lanes, nextLane(about, lanes, omega)])}
      >
        Add a method to compare
      </button>
      <Recommended about={about} />
      <Presets about={about} />
    </div>
  );
}

function Recommended({ about }: { readonly about: AboutProblem }) {
  const method = about.methods.find(({ name }) => name === about.recommended);
  return (
    <p class="recommended">
      {method ? (
        <>
          Recommended: <strong>{method.title}</strong> – {about.recommendedBecause}.
        </>
      ) : (
        `No method can be recommended: ${about.recommendedBecause}.`
      )}
    </p>
  );
}

function Presets({ about }: { readonly about: AboutProblem }) {
  const studio = useStudio();
  const presets = presetsFor(about);
  function compare({ lanes, step }: Preset): void {
    if (step !== null) studio.setStep(step);
    studio.setLanes(lanes);
  }
  if (presets.length === 0) return null;
  return (
    <div class="presets">
      <h4>Comparisons</h4>
      <ul>
        {presets.map(preset => (
          <li key={preset.title}>
            <button type="button" onClick={() => compare(preset)}>
              {preset.title}
            </button>{' '}
            <span>{preset.shows}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
