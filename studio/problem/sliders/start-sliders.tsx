// The start, entry by entry; folded away where it is long.

import { useState } from 'preact/hooks';
import type { Named } from '../../engine/protocol.ts';
import { useStudio } from '../../state/context.ts';
import { NumberSlider } from './number-slider.tsx';
import { startRange } from './range.ts';
import { without } from './without.ts';

/** More than this are folded away. */
const few = 12;
/** More than this are not listed. */
const most = 100;

export function StartSliders() {
  const studio = useStudio();
  const about = studio.about.value;
  const count = 2 * (about?.coordinates.length ?? 0);
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const isShown = isOpen ?? count <= few;
  if (!about || count === 0) return null;
  const listed = about.initial.slice(0, most);
  return (
    <details open={isShown} onToggle={({ currentTarget: { open } }) => open !== isShown && setOpen(open)}>
      <summary>Start ({count} numbers)</summary>
      {isShown && listed.map(entry => <StartSlider key={entry.name} entry={entry} others={listed} />)}
      {isShown && count > listed.length && <p>… and {count - listed.length} more, in the file alone.</p>}
    </details>
  );
}

const isMomentum = (name: string) => name.startsWith('p_');

function StartSlider({ entry, others }: { readonly entry: Named; readonly others: readonly Named[] }) {
  const studio = useStudio();
  const document = studio.document.value;
  const { name } = entry;
  const value = document.start[name] ?? entry.value;
  const alike = others.filter(other => isMomentum(other.name) === isMomentum(name));
  return (
    <NumberSlider
      label={name}
      value={value}
      rangeKey={document.text}
      range={() =>
        startRange(
          value,
          alike.map(other => other.value),
        )
      }
      isChanged={Object.hasOwn(document.start, name)}
      onChange={next => studio.setStart(name, next)}
      onReset={() => studio.open({ ...document, start: without(document.start, name) })}
    />
  );
}
