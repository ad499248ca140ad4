// Problem panel, on the left: title, formulas, file, sliders, methods, check.

import { Formulas } from '../formulas/formulas.tsx';
import { useStudio } from '../state/context.ts';
import '../style/problem.css';
import { CheckReport } from './check/report.tsx';
import { Editor } from './editor/editor.tsx';
import { ProblemHead } from './head.tsx';
import { Lanes } from './methods/lanes.tsx';
import { useReading } from './reading.ts';
import { Section } from './section.tsx';
import { Sliders } from './sliders/sliders.tsx';

export function ProblemPanel() {
  const studio = useStudio();
  const reading = useReading(studio.document.value.text);
  return (
    <section class="panel problem" aria-label="Problem">
      <ProblemHead description={reading?.file.description ?? ''} />
      <Section title="Formulas">
        <Formulas file={reading?.file ?? null} />
      </Section>
      <Section title="File">
        <Editor file={reading?.file ?? null} />
      </Section>
      <Section title="Numbers">
        <Sliders reading={reading} />
      </Section>
      <Section title="Methods">
        <Lanes />
      </Section>
      <CheckReport />
    </section>
  );
}
