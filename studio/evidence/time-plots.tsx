// Energy error, residuals, and any other number of the motion over time; one colour for each lane.

import { useState } from 'preact/hooks';
import { laneColours } from '../motion/view.ts';
import { useStudio } from '../state/context.ts';
import type { Studio } from '../state/studio.ts';
import { type Curve, Plot } from './plot.tsx';

/** One curve for each lane and column. */
function curvesOf(studio: Studio, columns: readonly string[]): Curve[] {
  const titles = studio.lanes.value.filter(lane => lane.obstacle === null).map(lane => lane.title);
  return studio.rows.value.flatMap((rows, k) =>
    columns
      .filter(name => rows.columns.includes(name))
      .map((name, c) => ({
        label: `${titles[k]} ${name}`,
        colour: laneColours[k % laneColours.length],
        ...(c > 0 ? { dash: [6, 4] } : {}),
        x: rows.column('time'),
        y: rows.column(name),
      })),
  );
}

const fixed = ['time', 'energy', 'energy_error', 'g', 'hidden'];

export function TimePlots() {
  const studio = useStudio();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const columns = [...new Set(studio.lanes.value.flatMap(lane => lane.columns))];
  const others = columns.filter(name => !fixed.includes(name));
  const plotted = chosen.filter(name => others.includes(name));
  return (
    <>
      <Plot
        title="Energy error"
        unit="H − H₀"
        scale="linear"
        curves={() => curvesOf(studio, ['energy_error'])}
      />
      {columns.includes('g') && (
        <Plot
          title="Constraints"
          unit="|g|, dashed |{g,H}|"
          scale="log"
          curves={() => curvesOf(studio, ['g', 'hidden'])}
        />
      )}
      {plotted.map(name => (
        <Plot
          key={name}
          title={name.replace(/^lambda_/, 'λ ')}
          unit=""
          scale="linear"
          curves={() => curvesOf(studio, [name])}
        />
      ))}
      {others.length > 0 && (
        <label>
          Also plot{' '}
          <select
            value=""
            onChange={event => {
              const { value } = event.currentTarget;
              if (value)
                setChosen(
                  plotted.includes(value) ? plotted.filter(name => name !== value) : [...plotted, value],
                );
            }}
          >
            <option value="">choose …</option>
            {others.map(name => (
              <option key={name} value={name}>
                {plotted.includes(name) ? `✓ ${name}` : name}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}
