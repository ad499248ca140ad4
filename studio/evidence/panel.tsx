// Evidence panel, on the right: plots over time, phase plane, Poincaré section, certificate.

import { useState } from 'preact/hooks';
import { useStudio } from '../state/context.ts';
import { Certificates } from './certificate.tsx';
import '../style/evidence.css';
import { PhasePlane } from './phase-plane.tsx';
import { PoincareSection } from './poincare.tsx';
import { TimePlots } from './time-plots.tsx';

const views = {
  'over time': TimePlots,
  'phase plane': PhasePlane,
  'Poincaré section': PoincareSection,
  certificate: Certificates,
} as const;
type View = keyof typeof views;

export function EvidencePanel() {
  const [view, setView] = useState<View>('over time');
  const Shown = views[view];
  return (
    <section class="panel evidence" aria-label="Evidence">
      <div class="views" role="tablist" aria-label="Kinds of evidence">
        {(Object.keys(views) as View[]).map(name => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={view === name}
            onClick={() => setView(name)}
          >
            {name}
          </button>
        ))}
      </div>
      <ReturnErrors />
      <Shown />
    </section>
  );
}

/** While time runs backwards: distance of each method from its earlier states. */
function ReturnErrors() {
  const studio = useStudio();
  const titles = studio.lanes.value.filter(lane => lane.obstacle === null).map(lane => lane.title);
  const errors = studio.frame.value?.lanes.map(lane => lane.returnError) ?? [];
  if (errors.every(error => error === null)) return null;
  return (
    <p class="return" role="status">
      Backwards, distance from where it had been:{' '}
      {errors.map((error, k) => (error === null ? '' : `${titles[k]} ${error.toExponential(1)}`)).join('; ')}
    </p>
  );
}
