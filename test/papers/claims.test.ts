// Claims written as text.

import { describe, expect, it } from 'vitest';
import { claim, claimList } from '../../papers/helpers/claims.ts';

describe('claimList', () => {
  it('reads statements, quantities, values, ranges and printed words', () => {
    const [name, end] = ['z_a', 50];
    expect(claimList`
      The energy of ${name} is conserved
        largest error: over [0, ${end}]: ${1e-3} ≤ 0.5
      It is of second order
        slope: ${2.05} in [${2 - 0.1}, 2.1]
        printed: “first order”: so it says
      There are two
        number: ${2} = 2
      They are far apart
        distance: ${Number.NaN} ≥ 1e-3
    `).toEqual([
      {
        statement: 'The energy of z_a is conserved',
        quantity: 'largest error: over [0, 50]',
        measured: 1e-3,
        atMost: 0.5,
      },
      {
        statement: 'It is of second order',
        quantity: 'slope',
        measured: 2.05,
        atLeast: 1.9,
        atMost: 2.1,
        printed: '“first order”: so it says',
      },
      { statement: 'There are two', quantity: 'number', measured: 2, atLeast: 2, atMost: 2 },
      { statement: 'They are far apart', quantity: 'distance', measured: Number.NaN, atLeast: 1e-3 },
    ]);
  });

  it('refuses what is not a claim', () => {
    expect(
      () => claimList`
      A statement without a number
    `,
    ).toThrow('without a measured value');
    expect(
      () => claimList`
      quantity: ${1} ≤ 2
    `,
    ).toThrow('without a statement');
    expect(
      () => claimList`
      It holds
        quantity: ${1} ≤ many
    `,
    ).toThrow('no range');
    expect(
      () => claimList`
      It holds
        quantity: ${1} in [2, 1]
    `,
    ).toThrow('no range');
    expect(
      () => claimList`
      printed: words
    `,
    ).toThrow('without a claim');
  });
});

describe('claim', () => {
  it('is exactly one', () => {
    expect(
      claim`
      It holds
        number: ${1} ≤ 2
    `.atMost,
    ).toBe(2);
    expect(
      () => claim`
    `,
    ).toThrow('one claim');
  });
});
