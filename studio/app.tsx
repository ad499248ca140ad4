// Page layout: the panels problem, motion and evidence side by side, or behind tabs on a narrow screen.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { readCase } from './catalogue.ts';
import { createEngine } from './engine/client.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { EvidencePanel } from './evidence/panel.tsx';
import { MotionPanel } from './motion/panel.tsx';
import { PapersPage } from './papers/page.tsx';
import { ProblemPanel } from './problem/panel.tsx';
import { documentOfLink } from './share/link.ts';
import { ShareMenu } from './share/menu.tsx';
import { StudioContext } from './state/context.ts';
import { type Document, emptyDocument, Studio } from './state/studio.ts';
import { StatusBanner } from './status-banner.tsx';

const panels = ['problem', 'motion', 'evidence'] as const;
type Panel = (typeof panels)[number];

const firstCase = 'double-pendulum';

export function App() {
  const studio = useMemo(() => new Studio(createEngine), []);
  const [page, setPage] = useState<'studio' | 'papers'>(location.hash === '#papers' ? 'papers' : 'studio');
  const [shown, setShown] = useState<Panel>('motion');
  const subject = studio.about.value?.scene;
  useEffect(() => {
    void openFirst(studio);
    return acceptDrops(studio);
  }, [studio]);
  return (
    <StudioContext.Provider value={studio}>
      <header class="bar">
        <h1>Cotangent</h1>
        <nav aria-label="Pages">
          <button type="button" aria-pressed={page === 'studio'} onClick={() => setPage('studio')}>
            Studio
          </button>
          <button type="button" aria-pressed={page === 'papers'} onClick={() => setPage('papers')}>
            Papers
          </button>
        </nav>
        <ShareMenu />
      </header>
      <StatusBanner />
      {page === 'papers' ? (
        <ErrorBoundary name="papers" subject={subject}>
          <PapersPage onOpen={() => setPage('studio')} />
        </ErrorBoundary>
      ) : (
        <>
          <div class="tabs" role="tablist" aria-label="Panels">
            {panels.map(panel => (
              <button
                key={panel}
                type="button"
                role="tab"
                aria-selected={shown === panel}
                onClick={() => setShown(panel)}
              >
                {panel}
              </button>
            ))}
          </div>
          <main class="panels" data-shown={shown}>
            <ErrorBoundary name="problem" subject={subject}>
              <ProblemPanel />
            </ErrorBoundary>
            <ErrorBoundary name="motion" subject={subject}>
              <MotionPanel />
            </ErrorBoundary>
            <ErrorBoundary name="evidence" subject={subject}>
              <EvidencePanel />
            </ErrorBoundary>
          </main>
        </>
      )}
    </StudioContext.Provider>
  );
}

/** A problem file may be dropped anywhere on the page. Returns a function that removes the listeners. */
function acceptDrops(studio: Studio): () => void {
  const listeners = new AbortController();
  const { signal } = listeners;
  addEventListener('dragover', event => event.preventDefault(), { signal });
  addEventListener(
    'drop',
    event => {
      event.preventDefault();
      documentOfFiles([...(event.dataTransfer?.files ?? [])]).then(
        document => studio.open(document),
        error => studio.showError(String(error instanceof Error ? error.message : error)),
      );
    },
    { signal },
  );
  return () => listeners.abort();
}

/** Opens the document of the link, or the double pendulum. */
async function openFirst(studio: Studio): Promise<void> {
  const linked = await documentOfLink(location.hash);
  if (linked?.document) {
    studio.open(linked.document);
    return;
  }
  if (linked) studio.showError(`${linked.reason} The double pendulum is shown instead.`);
  const files = await readCase(firstCase);
  if (files) studio.open({ ...emptyDocument, name: firstCase, ...files });
}

const isProblem = (name: string) => /\.(ya?ml|json)$/i.test(name);

/** The document of dropped files: one problem file, and the files that it names. Throws when none is a problem file. */
async function documentOfFiles(files: readonly File[]): Promise<Document> {
  const problem = files.find(({ name }) => isProblem(name));
  if (!problem)
    throw new Error(`${files.map(({ name }) => name).join(', ')}: drop a problem file (.yaml or .json) here`);
  const others = await Promise.all(
    files.filter(file => file !== problem).map(async file => [file.name, await file.text()] as const),
  );
  return {
    ...emptyDocument,
    name: problem.name.replace(/\.[^.]+$/, ''),
    text: await problem.text(),
    files: Object.fromEntries(others),
  };
}
