// The report as a page.

import { describe, expect, it } from 'vitest';
import { reportPage } from '../../cli/reproduction/report-page.ts';
import { reproduced } from '../../cli/reproduction/result.ts';
import { claimList } from '../../papers/helpers/claims.ts';

describe('the report page', () => {
  it('sets scripts as such, and escapes the text around them', () => {
    const entry = {
      ...{ id: 'a', title: 'From z_a', place: 'Fig. 0', setup: 'h < 10⁻⁶', systems: [] },
      source: { key: 'a', authors: 'A', title: 'A', published: '2026' },
      run: () => ({ claims: [], figures: [] }),
    };
    const claims = claimList`
      p_{n+1} converges
        slope: ${2} = 2
    `;
    const page = reportPage([reproduced(entry, { claims, figures: [] }, 1)], 1);
    expect(page).toContain('From z<sub>a</sub>');
    expect(page).toContain('h &lt; 10<sup>−6</sup>');
    expect(page).toContain('p<sub>n+1</sub> converges');
  });
});
