// The quick set of one source: every claim holds, and every figure can be drawn.

import { describe, expect, it } from 'vitest';
import { rangeText } from '../../cli/reproduction/claim-text.ts';
import { entries } from '../../cli/reproduction/entries.ts';
import { createLab } from '../../cli/reproduction/lab.ts';
import { captionOf, verdictOf } from '../../papers/entry.ts';
import { figure } from '../../src/output/figure/figure.ts';

export function quickSet(key: string): void {
  describe(`the quick set of ${key}`, () => {
    it.each(entries.filter(({ source }) => source.key === key))('$id: $title', entry => {
      const { claims, figures } = entry.run(createLab('quick', () => {}));
      const failing = claims
        .map(claim => ({ ...claim, verdict: verdictOf(claim) }))
        .filter(({ verdict }) => verdict === 'fails')
        .map(claim => `${claim.statement}: ${claim.quantity} ${claim.measured}, wanted ${rangeText(claim)}`);
      expect(failing).toEqual([]);
      expect(claims.length).toBeGreaterThan(0);
      expect(figures.length).toBeGreaterThan(0);
      for (const spec of figures) {
        expect(figure(spec)).not.toMatch(/NaN|undefined/);
        expect(captionOf(entry, spec)).not.toBe('');
      }
    });
  });
}
