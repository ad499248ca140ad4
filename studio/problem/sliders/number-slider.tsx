// Input of a number: a slider, a field for the exact value, and a button that restores the value of the file.

import { useId, useMemo } from 'preact/hooks';
import { type SliderRange, shortNumber, stretchedTo } from './range.ts';

export interface NumberSliderProps {
  readonly label: string;
  /** Tooltip. */
  readonly note?: string;
  readonly value: number;
  /** The range is recomputed when this changes, not while the slider moves. */
  readonly rangeKey: string;
  range(): SliderRange;
  /** On the slider exponents of ten are moved. */
  readonly isLogarithmic?: boolean;
  readonly isChanged: boolean;
  onChange(value: number): void;
  onReset(): void;
}

export function NumberSlider(props: NumberSliderProps) {
  const { label, note, value, isLogarithmic, isChanged, onChange, onReset } = props;
  const id = useId();
  const range = useMemo(props.range, [props.rangeKey]);
  const position = isLogarithmic ? Math.log10(value) : value;
  const { least, most, step } = stretchedTo(range, position);
  const valueAt = (place: number) => (isLogarithmic ? Number((10 ** place).toPrecision(3)) : place);
  function type(text: string): void {
    const typed = Number(text);
    const isGood = text.trim() !== '' && Number.isFinite(typed) && (!isLogarithmic || typed > 0);
    if (isGood && typed !== value) onChange(typed);
  }
  return (
    <div class={isChanged ? 'number changed' : 'number'} title={note}>
      <label for={id}>{label}</label>
      <input
        type="range"
        aria-label={`${label}, slider`}
        aria-valuetext={shortNumber(value)}
        min={least}
        max={most}
        step={isLogarithmic || Number.isInteger(step) ? step : 'any'}
        value={position}
        onInput={event => onChange(rounded(valueAt(Number(event.currentTarget.value)), step, isLogarithmic))}
      />
      <input
        id={id}
        type="number"
        step="any"
        value={shortNumber(value)}
        onChange={event => type(event.currentTarget.value)}
      />
      <button
        type="button"
        class="reset"
        disabled={!isChanged}
        aria-label={`Reset ${label}`}
        onClick={onReset}
      >
        ↺
      </button>
    </div>
  );
}

/** To whole steps counted from zero, so that round numbers can be reached. */
function rounded(value: number, step: number, isLogarithmic = false): number {
  return isLogarithmic ? value : Number((Math.round(value / step) * step).toPrecision(12));
}
