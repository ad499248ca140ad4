// Live report of the check. A button repairs an inconsistent start.

import { useState } from 'preact/hooks';
import type { Finding } from '../../../src/analysis/finding.ts';
import type { Named } from '../../engine/protocol.ts';
import { useStudio } from '../../state/context.ts';
import { Section } from '../section.tsx';
import { shortNumber } from '../sliders/range.ts';

const place = 'check';
const verdictWords = { pass: 'passed', warn: 'warnings', fail: 'refused' } as const;

/** The verdict in short, and the way to the whole report. */
export function CheckBadge() {
  const studio = useStudio();
  const verdict = studio.about.value?.verdict;
  if (studio.fileError.value) return <span class="badge fail">mistake in the file</span>;
  if (!verdict) return null;
  return (
    <button
      type="button"
      class={`badge ${verdict}`}
      aria-label={`Check ${verdictWords[verdict]}: show the report`}
      onClick={() => document.getElementById(place)?.scrollIntoView({ behavior: 'smooth' })}
    >
      {verdictWords[verdict]}
    </button>
  );
}

/** The start before it was repaired, and of which text. */
interface Unrepaired {
  readonly text: string;
  readonly initial: readonly Named[];
}

export function CheckReport() {
  const studio = useStudio();
  const [unrepaired, setUnrepaired] = useState<Unrepaired | null>(null);
  const about = studio.about.value;
  if (!about) return null;
  const { verdict, findings, canBeRepaired, initial } = about;
  const { text } = studio.document.value;
  function repair(): void {
    setUnrepaired({ text, initial });
    studio.repair();
  }
  const badge = <span class={`badge ${verdict}`}>{verdictWords[verdict]}</span>;
  return (
    <Section
      title="Check"
      aside={badge}
      isOpen={verdict !== 'pass' || unrepaired?.text === text}
      key={verdict}
    >
      <div id={place} aria-live="polite">
        {canBeRepaired && (
          <p class="repair">
            The start does not lie on the constraints, and a consistent one is near.{' '}
            <button type="button" class="primary" onClick={repair}>
              Repair the start
            </button>
          </p>
        )}
        {!canBeRepaired && unrepaired?.text === text && (
          <Repaired before={unrepaired.initial} after={initial} />
        )}
        <ul class="findings">
          {findings.map(finding => (
            <FindingItem key={finding.id} finding={finding} />
          ))}
        </ul>
      </div>
    </Section>
  );
}

const mostShown = 8;

function Repaired({
  before,
  after,
}: {
  readonly before: readonly Named[];
  readonly after: readonly Named[];
}) {
  const changed = after.filter(({ value }, k) => value !== before[k]?.value);
  const told = changed.slice(0, mostShown).map(({ name, value }) => `${name} = ${shortNumber(value)}`);
  const more = changed.length > mostShown ? ` and ${changed.length - mostShown} more` : '';
  return (
    <p class="repair">
      The start was repaired: {told.join(', ')}
      {more}.
    </p>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }) {
  const { title, verdict, summary, advice } = finding;
  return (
    <li>
      <strong>{title}</strong> <span class={`badge ${verdict}`}>{verdict}</span>
      <p>{summary}</p>
      {advice && <p class="advice">{advice}</p>}
    </li>
  );
}
