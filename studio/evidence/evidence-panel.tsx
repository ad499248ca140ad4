// Right: the evidence.

import { useStudio } from '../state/context.ts';

export function EvidencePanel() {
  const studio = useStudio();
  return (
    <section class="panel" aria-label="Evidence">
      {studio.lanes.value.map(lane => (
        <p key={lane.spec.method}>{lane.obstacle ?? lane.title}</p>
      ))}
    </section>
  );
}
