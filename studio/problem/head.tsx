// Title of the problem, and the button that opens the catalogue.

import { useState } from 'preact/hooks';
import { useStudio } from '../state/context.ts';
import { CheckBadge } from './check/report.tsx';
import { useLazy } from './lazy.ts';

export function ProblemHead({ description }: { readonly description: string }) {
  const studio = useStudio();
  const [isOpen, setOpen] = useState(false);
  const catalogue = useLazy(isOpen, () => import('./catalogue/dialog.tsx'));
  return (
    <header class="problem-head">
      <div>
        <h2>{studio.about.value?.name ?? studio.document.value.name}</h2>
        <CheckBadge />
      </div>
      <button type="button" class="primary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Catalogue…
      </button>
      {description && <p>{description}</p>}
      {isOpen && catalogue && <catalogue.CatalogueDialog onClose={() => setOpen(false)} />}
    </header>
  );
}
