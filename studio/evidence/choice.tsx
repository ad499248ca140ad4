// Select box of names.

export interface ChoiceProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly value: string;
  onChoose(name: string): void;
}

export function Choice({ label, names, value, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <select value={value} onChange={event => onChoose(event.currentTarget.value)}>
        {names.map(name => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
