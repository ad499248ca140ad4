// The numbers of the problem: its step, its parameters, its start.

import { useStudio } from '../../state/context.ts';
import type { Reading } from '../reading.ts';
import { NumberSlider } from './number-slider.tsx';
import { parameterRange, shortNumber, stepRange, wholeRange } from './range.ts';
import { StartSliders } from './start-sliders.tsx';
import { without } from './without.ts';

export function Sliders({ reading }: { readonly reading: Reading | null }) {
  const studio = useStudio();
  const { set, start, step } = studio.document.value;
  const isChanged = Object.keys(set).length > 0 || Object.keys(start).length > 0 || step !== null;
  if (!studio.about.value) return null;
  return (
    <div class="sliders">
      <StepSlider />
      {reading && <ParameterSliders reading={reading} />}
      <StartSliders key={studio.document.value.name} />
      <button
        type="button"
        disabled={!isChanged}
        onClick={() => studio.open({ ...studio.document.value, set: {}, start: {}, step: null })}
      >
        Back to the numbers of the file
      </button>
    </div>
  );
}

function StepSlider() {
  const studio = useStudio();
  const document = studio.document.value;
  const proposed = studio.about.value?.run.step ?? 0.01;
  return (
    <NumberSlider
      label="step"
      note={`Length of a time step; the file proposes ${shortNumber(proposed)}`}
      value={document.step ?? proposed}
      rangeKey={`${proposed}`}
      range={() => stepRange(proposed)}
      isLogarithmic={true}
      isChanged={document.step !== null}
      onChange={step => studio.setStep(step)}
      onReset={() => studio.open({ ...document, step: null })}
    />
  );
}

/** Those of the file; units, which problems with particles define too, have no slider. */
function ParameterSliders({ reading: { file, whole } }: { readonly reading: Reading }) {
  const studio = useStudio();
  const document = studio.document.value;
  const known = new Map(studio.about.value?.parameters.map(({ name, value }) => [name, value]));
  return (
    <>
      {file.parameters.map(({ name, text }) => {
        const value = document.set[name] ?? known.get(name);
        if (value === undefined) return null;
        return (
          <NumberSlider
            key={name}
            label={name}
            note={`In the file: ${text}`}
            value={value}
            rangeKey={document.text}
            range={() => (whole.has(name) ? wholeRange(value) : parameterRange(value))}
            isChanged={Object.hasOwn(document.set, name)}
            onChange={next => studio.setParameter(name, next)}
            onReset={() => studio.open({ ...document, set: without(document.set, name) })}
          />
        );
      })}
    </>
  );
}
