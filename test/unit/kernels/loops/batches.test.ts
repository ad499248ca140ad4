import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { ConstraintBatches, groupBy } from '../../../../src/kernels/loops/batches.ts';

function groupsOf(text: string) {
  const { formulas, n } = load(text);
  if (!formulas) throw new Error('not classical');
  return new ConstraintBatches(formulas.graph, formulas.constraints, n);
}

const chain = (links: number) => `
coordinates: { r: [${links}, 2], free: [3] }
constraints:
  anchor: norm2(r[0]) = 1
  links: { each: "i in 1..${links - 1}", equation: "norm2(r[i] - r[i-1]) = 1" }
initial: { "r[i][0]": { each: "i in 0..${links - 1}", value: i + 1 } }
`;

const likenesses = (items: readonly { readonly likeness: string }[]) =>
  items.map(({ likeness }) => likeness).join(' ');

describe('a chain', () => {
  const groups = groupsOf(chain(20));

  it('has points that meet two links, but for the last, and coordinates that meet none', () => {
    const { particles } = groups;
    expect(particles.map(({ coordinates }) => coordinates.length)).toEqual([
      ...new Array(20).fill(2),
      1,
      1,
      1,
    ]);
    expect(particles[7].meetings.map(({ constraint }) => constraint).toSorted((a, b) => a - b)).toEqual([
      7, 8,
    ]);
    expect(groupBy(particles, ({ meetings }) => likenesses(meetings)).map(({ length }) => length)).toEqual([
      1, 18, 1, 3,
    ]);
  });

  it('has rows that meet both neighbours', () => {
    const { rows } = groups;
    const met = ({ neighbours }: (typeof rows)[number]) =>
      neighbours.map(({ constraint }) => constraint).toSorted((a, b) => a - b);
    expect(met(rows[0])).toEqual([0, 1]);
    expect(met(rows[9])).toEqual([8, 9, 10]);
    expect(met(rows[19])).toEqual([18, 19]);
    // The rows 0 and 1 see the anchor, which has a shape of its own; the last has one neighbour.
    const alike = groupBy([...rows], ({ neighbours }) => likenesses(neighbours));
    expect(Math.max(...alike.map(({ length }) => length))).toBe(17);
  });

  it('pairs the slots of what is shared', () => {
    for (const { constraint, neighbours } of groups.rows)
      for (const { constraint: other, pairs } of neighbours)
        for (const [slot, slotThere] of pairs)
          expect(groups.coordinate(constraint, slot)).toBe(groups.coordinate(other, slotThere));
  });
});

it('lists what looks alike alike, in whatever order it was written', () => {
  const star = groupsOf(`
coordinates: { c: [2], r: [6, 2] }
constraints:
  out: { each: "i in 0..2", equation: "norm2(r[i] - c) = 1" }
  in: { each: "i in 3..5", equation: "norm2(c - r[i]) = 1" }
  again: norm2(r[0] - r[3]) = 2
`);
  const [hub] = star.particles;
  expect(hub.coordinates).toEqual([0, 1]);
  const found = likenesses(hub.meetings).split(' ');
  expect(found).toEqual(found.toSorted());
});

it('cuts coordinates that are too many to be one', () => {
  const { particles } = groupsOf(`
coordinates: { x: [20] }
constraints: { sphere: "norm2(x) = 1" }
initial: { "x[0]": 1 }
`);
  expect(particles.map(({ coordinates }) => coordinates.length).toSorted()).toEqual([2, 6, 6, 6]);
  expect(particles.flatMap(({ coordinates }) => coordinates).toSorted((a, b) => a - b)).toEqual([
    ...new Array(20).keys(),
  ]);
});
