// A parameter of a method: a menu of names, or a number; empty means the default of the method.

import { useId } from 'preact/hooks';
import type { ParameterRecord } from '../../../src/methods/method.ts';

export interface ParameterFieldProps {
  readonly parameter: ParameterRecord;
  readonly value: string | number | undefined;
  /** To choose from, where it is a name. */
  readonly names: readonly string[];
  onChange(value: string | number | undefined): void;
}

export function ParameterField({ parameter, value, names, onChange }: ParameterFieldProps) {
  const id = useId();
  const { name, kind, summary, default: usual, least } = parameter;
  if (kind !== 'name')
    return (
      <NumberField
        label={name}
        summary={summary}
        value={typeof value === 'number' ? value : undefined}
        least={least}
        isWhole={kind === 'whole number'}
        usual={usual}
        onChange={onChange}
      />
    );
  return (
    <div class="parameter" title={summary}>
      <label for={id}>{name}</label>
      <select
        id={id}
        value={String(value ?? '')}
        onChange={event => onChange(event.currentTarget.value || undefined)}
      >
        <option value="">{usual}</option>
        {names.map(option => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </div>
  );
}

export interface NumberFieldProps {
  readonly label: string;
  readonly summary: string;
  readonly value: number | undefined;
  readonly least: number | undefined;
  readonly isWhole: boolean;
  readonly usual: string;
  onChange(value: number | undefined): void;
}

export function NumberField({ label, summary, value, least, isWhole, usual, onChange }: NumberFieldProps) {
  const id = useId();
  return (
    <div class="parameter" title={summary}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="number"
        min={least === Number.MIN_VALUE ? 0 : least}
        step={isWhole ? 1 : 'any'}
        placeholder={usual}
        value={value ?? ''}
        onChange={event => {
          const { value: text } = event.currentTarget;
          onChange(text.trim() === '' ? undefined : Number(text));
        }}
      />
    </div>
  );
}
