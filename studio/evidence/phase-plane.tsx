// A coordinate against its momentum, or any two numbers of the state.

import { useState } from 'preact/hooks';
import { laneColours } from '../motion/view.ts';
import { useStudio } from '../state/context.ts';
import { Choice } from './choice.tsx';
import { Plane } from './plane.tsx';

export function PhasePlane() {
  const studio = useStudio();
  const columns = studio.rows.value[0]?.columns.filter(name => name !== 'time') ?? [];
  const coordinate = studio.about.value?.coordinates[0] ?? '';
  const [chosen, setChosen] = useState<{ x?: string; y?: string }>({});
  const x = chosen.x && columns.includes(chosen.x) ? chosen.x : coordinate;
  const y = chosen.y && columns.includes(chosen.y) ? chosen.y : `p_${coordinate}`;
  if (!columns.includes(x) || !columns.includes(y))
    return <p class="note">There are too many coordinates to choose from.</p>;
  return (
    <>
      <div class="choices">
        <Choice
          label="across"
          names={columns}
          value={x}
          onChoose={name => setChosen({ ...chosen, x: name })}
        />
        <Choice label="up" names={columns} value={y} onChoose={name => setChosen({ ...chosen, y: name })} />
      </div>
      <Plane
        label={`${y} against ${x}`}
        mark="line"
        traces={() =>
          studio.rows.value.map((rows, k) => ({
            colour: laneColours[k % laneColours.length],
            x: rows.column(x),
            y: rows.column(y),
          }))
        }
      />
    </>
  );
}
