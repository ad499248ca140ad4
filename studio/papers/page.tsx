// The reproduced figures with their verdicts; a click opens the system of one in the studio.

import { useEffect, useState } from 'preact/hooks';
import { runsOf } from '../../src/output/figure/text.ts';
import { readCase } from '../catalogue.ts';
import { useStudio } from '../state/context.ts';
import { emptyDocument } from '../state/studio.ts';
import '../style/papers.css';
import { figureAddress, type PaperEntry, type Report, readReport } from './report.ts';

export function PapersPage({ onOpen }: { readonly onOpen: () => void }) {
  const studio = useStudio();
  const [report, setReport] = useState<Report | 'missing' | null>(null);
  useEffect(() => {
    void readReport().then(found => setReport(found ?? 'missing'));
  }, []);
  const open = async (system: string) => {
    const files = await readCase(system);
    if (!files) return;
    studio.open({ ...emptyDocument, name: system, ...files });
    onOpen();
  };
  if (report === null) return <main class="papers">Reading …</main>;
  if (report === 'missing')
    return <main class="papers">No reproduction has been made here: cotangent reproduce makes one.</main>;
  return (
    <main class="papers">
      <h2>Published experiments, reproduced</h2>
      {report.entries.map(entry => (
        <Entry key={entry.id} entry={entry} onOpen={open} />
      ))}
    </main>
  );
}

/** Text with subscripts and superscripts, written as in figures: z_a, 10⁻⁶. */
const scripted = (text: string) =>
  runsOf(text).map(run => {
    if (run.script === 'base') return run.text;
    return run.script === 'sub' ? <sub>{run.text}</sub> : <sup>{run.text}</sup>;
  });

const marks = { holds: '✓', fails: '✗', 'differs from print': '≠' } as const;

function Entry({ entry, onOpen }: { entry: PaperEntry; onOpen: (system: string) => Promise<void> }) {
  return (
    <article id={entry.id}>
      <h3>{scripted(entry.title)}</h3>
      <p class="source">
        {entry.source.authors}, {entry.source.published}, {entry.place}
      </p>
      {entry.figures.map(({ file, caption }) => (
        <figure key={file}>
          <img src={figureAddress(file)} alt={caption} loading="lazy" />
          <figcaption>{scripted(caption)}</figcaption>
        </figure>
      ))}
      <ul>
        {entry.claims.map(({ statement, quantity, measured, verdict }) => (
          <li key={`${statement}${quantity}`} class={verdict === 'fails' ? 'fails' : 'holds'}>
            {marks[verdict]} {scripted(statement)}: {scripted(quantity)} {Number(measured.toPrecision(3))}
          </li>
        ))}
      </ul>
      <p>
        {entry.systems.map(system => (
          <button key={system} type="button" onClick={() => void onOpen(system)}>
            Open {system}
          </button>
        ))}
      </p>
    </article>
  );
}
