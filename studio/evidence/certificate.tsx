// The certificate on demand: order, symplectic defect, reversal defect and the rest, measured on this problem.

import { verdictWords } from '../../src/laws/law.ts';
import { useStudio } from '../state/context.ts';

const marks = { pass: '✓', fail: '✗', 'cannot tell': '?', 'not claimed': '·' } as const;

const measured = (value: number) => {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 0.01 || value === 0 ? value.toFixed(3) : value.toExponential(1);
};

export function Certificates() {
  const studio = useStudio();
  const lanes = studio.lanes.value.filter(lane => lane.obstacle === null);
  return (
    <div class="certificates">
      {lanes.map((lane, k) => {
        const certificate = studio.certificates.value.get(k);
        return (
          <section key={lane.spec.method} aria-label={`Certificate of ${lane.title}`}>
            <header>
              <h3>{lane.title}</h3>
              <button type="button" disabled={studio.isCertifying.value} onClick={() => studio.certify(k)}>
                {studio.isCertifying.value ? 'Measuring …' : 'Measure its claims'}
              </button>
            </header>
            {certificate && (
              <table>
                <thead>
                  <tr>
                    <th scope="col">law</th>
                    <th scope="col">measured</th>
                    <th scope="col">claimed</th>
                  </tr>
                </thead>
                <tbody>
                  {certificate.measurements.map(({ law, value, claim, verdict, detail, reason, advice }) => (
                    <tr key={law} class={verdict.replace(' ', '-')} title={detail}>
                      <th scope="row">
                        <span title={verdictWords[verdict]}>{marks[verdict]}</span> {law}
                      </th>
                      <td>{measured(value)}</td>
                      <td>
                        {claim}
                        {reason && (
                          <small>{`${verdictWords[verdict]}: ${reason}${advice ? `; ${advice}` : ''}`}</small>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
          </section>
        );
      })}
      {studio.isCertifying.value && (
        <button type="button" onClick={() => studio.interrupt()}>
          Stop measuring
        </button>
      )}
    </div>
  );
}
