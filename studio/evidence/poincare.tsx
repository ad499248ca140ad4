// A Poincaré section: where one number of the state passes zero upwards, two others are dots.

import { useEffect, useRef, useState } from 'preact/hooks';
import { laneColours } from '../motion/view.ts';
import { useStudio } from '../state/context.ts';
import { Choice } from './choice.tsx';
import { Plane } from './plane.tsx';

interface Chosen {
  readonly through: string;
  readonly x: string;
  readonly y: string;
}

export function PoincareSection() {
  const studio = useStudio();
  const coordinates = studio.about.value?.coordinates ?? [];
  const names = [...coordinates, ...coordinates.map(name => `p_${name}`)].slice(0, 80);
  const [given, setGiven] = useState<Chosen | null>(null);
  const isKnown = given !== null && [given.through, given.x, given.y].every(name => names.includes(name));
  const chosen = isKnown && given ? given : usualChoice(coordinates);
  const dots = useDots(chosen, names);
  return (
    <>
      <div class="choices">
        <Choice
          label="where"
          names={names}
          value={chosen.through}
          onChoose={through => setGiven({ ...chosen, through })}
        />
        <span>= 0:</span>
        <Choice label="across" names={names} value={chosen.x} onChoose={x => setGiven({ ...chosen, x })} />
        <Choice label="up" names={names} value={chosen.y} onChoose={y => setGiven({ ...chosen, y })} />
      </div>
      <Plane label={`Section through ${chosen.through} = 0`} mark="dots" traces={() => dots.current} />
    </>
  );
}

/** Through the first coordinate, with the next one of the same letter as axis: the direct neighbour may depend on the first. */
function usualChoice([first = '', ...others]: readonly string[]): Chosen {
  const next = others.find(name => name[0] === first[0]) ?? others[0] ?? first;
  return { through: first, x: next, y: `p_${next}` };
}

interface Dots {
  readonly colour: string;
  readonly x: number[];
  readonly y: number[];
}

/** The points of all lanes since the section was chosen. */
function useDots({ through, x, y }: Chosen, names: readonly string[]) {
  const studio = useStudio();
  const dots = useRef<Dots[]>([]);
  useEffect(() => {
    dots.current = [];
    const [t, a, b] = [through, x, y].map(name => names.indexOf(name));
    if (t >= 0) studio.watchSection({ through: t, level: 0, x: a, y: b });
    return () => studio.watchSection(null);
  }, [studio, through, x, y, studio.about.value]);
  useEffect(
    () =>
      studio.frame.subscribe(frame => {
        if (frame?.isNewStart) dots.current = [];
        frame?.lanes.forEach(({ section }, k) => {
          dots.current[k] ??= { colour: laneColours[k % laneColours.length], x: [], y: [] };
          for (let i = 0; i < section.length; i += 2) {
            dots.current[k].x.push(section[i]);
            dots.current[k].y.push(section[i + 1]);
          }
        });
      }),
    [studio],
  );
  return dots;
}
