// All methods of the registry by family; those that do not apply show the reason.

import type { AboutMethod } from '../../engine/protocol.ts';

export interface MethodMenuProps {
  readonly label: string;
  readonly chosen: string;
  readonly methods: readonly AboutMethod[];
  readonly recommended: string | null;
  onChoose(method: AboutMethod): void;
}

export function MethodMenu({ label, chosen, methods, recommended, onChoose }: MethodMenuProps) {
  const families = [...new Set(methods.map(({ family }) => family))];
  const current = methods.find(({ name }) => name === chosen);
  return (
    <select
      aria-label={label}
      title={current?.title}
      value={chosen}
      onChange={event => {
        const method = methods.find(({ name }) => name === event.currentTarget.value);
        if (method) onChoose(method);
      }}
    >
      {families.map(family => (
        <optgroup key={family} label={family}>
          {methods
            .filter(method => method.family === family)
            .map(method => (
              <option key={method.name} value={method.name} disabled={method.obstacle !== null}>
                {optionText(method, recommended)}
              </option>
            ))}
        </optgroup>
      ))}
    </select>
  );
}

function optionText(
  { name, title, needsPenalty, obstacle }: AboutMethod,
  recommended: string | null,
): string {
  if (obstacle !== null) return `${title} – ${obstacle}`;
  const mark = name === recommended ? '★ ' : '';
  return `${mark}${title}${needsPenalty ? ' (penalty)' : ''}`;
}
