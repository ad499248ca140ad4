// Catalogue dialog: thumbnails, titles and descriptions. The text of a problem is fetched when it is chosen.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { readCase } from '../../catalogue.ts';
import { useStudio } from '../../state/context.ts';
import { emptyDocument } from '../../state/studio.ts';
import '../../style/catalogue.css';
import entries from './catalogue-index.json';
import { type CaseEntry, findCases } from './find-cases.ts';

const pictures = import.meta.glob<string>('./thumbnails/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const pictureOf = (name: string) =>
  `data:image/svg+xml,${encodeURIComponent(pictures[`./thumbnails/${name}.svg`] ?? '')}`;

const beginning = `name: My problem
parameters: { m: 1, g: 9.81, L: 1 }
coordinates: [x, y]
mass: m
potential: m*g*y
constraints:
  rod: x^2 + y^2 = L^2
initial: { x: L }
run: { method: rattle, step: 0.01, until: 10 }
`;

export function CatalogueDialog({ onClose }: { readonly onClose: () => void }) {
  const studio = useStudio();
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  const [failure, setFailure] = useState('');
  const groups = useMemo(() => findCases(entries, search), [search]);
  useEffect(() => dialog.current?.showModal(), []);
  async function choose({ name, title }: CaseEntry): Promise<void> {
    const files = await readCase(name).catch(() => null);
    if (!files) {
      setFailure(`“${title}” could not be fetched. Is the page still connected?`);
      return;
    }
    studio.open({ ...emptyDocument, name, ...files });
    dialog.current?.close();
  }
  function begin(): void {
    studio.open({ ...emptyDocument, text: beginning });
    dialog.current?.close();
  }
  return (
    <dialog ref={dialog} class="catalogue" aria-label="Catalogue of problems" onClose={onClose}>
      <header>
        <input
          type="search"
          placeholder="Search, for example pendulum"
          aria-label="Search the catalogue"
          value={search}
          onInput={event => setSearch(event.currentTarget.value)}
        />
        <button type="button" onClick={begin}>
          Start a new one
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {failure && <p role="alert">{failure}</p>}
      <div class="found" aria-live="polite">
        {groups.length === 0 && <p>No problem has these words.</p>}
        {groups.map(({ title, cases }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <ul>
              {cases.map(entry => (
                <li key={entry.name}>
                  <CaseButton entry={entry} onChoose={choose} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </dialog>
  );
}

interface CaseButtonProps {
  readonly entry: CaseEntry;
  readonly onChoose: (entry: CaseEntry) => Promise<void>;
}

function CaseButton({ entry, onChoose }: CaseButtonProps) {
  return (
    <button type="button" class="case" onClick={() => void onChoose(entry)}>
      <img src={pictureOf(entry.name)} alt="" width={120} height={80} />
      <strong>{entry.title}</strong>
      <span>{entry.description}</span>
    </button>
  );
}
