// Formulas of the problem, typeset.

import { useEffect, useMemo, useRef } from 'preact/hooks';
import { useLazy, useSeen } from '../problem/lazy.ts';
import type { ProblemFile } from './problem-file.ts';
import '../style/formulas.css';

type Typesetter = typeof import('./typeset.ts');

export function Formulas({ file }: { readonly file: ProblemFile | null }) {
  const place = useRef<HTMLDivElement>(null);
  const typesetter = useLazy(useSeen(place), () => import('./typeset.ts'));
  const groups = useMemo(() => (file && typesetter ? typesetter.groupsOf(file) : []), [file, typesetter]);
  return (
    <div ref={place} class="formulas" aria-busy={typesetter === null}>
      {typesetter &&
        groups.map(({ title, lines }) => (
          <section key={title} aria-label={title}>
            {lines.map(tex => (
              <Formula key={tex} tex={tex} typesetter={typesetter} />
            ))}
          </section>
        ))}
    </div>
  );
}

function Formula({ tex, typesetter }: { readonly tex: string; readonly typesetter: Typesetter }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (place.current) typesetter.typeset(tex, place.current);
  }, [tex, typesetter]);
  return <div ref={place} class="formula" />;
}
