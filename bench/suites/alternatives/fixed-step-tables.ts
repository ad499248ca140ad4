// What the walks found: the cost of a step, what such steps keep, and memory.

import { isDrift } from '../../measure/energy.ts';
import { growthExponent, leastLinks } from '../../measure/growth.ts';
import type { WalkFinish, WalkResult } from './fixed-step.ts';
import { type Cell, type Column, matrix, section } from './matrix.ts';
import { brief, megabytes, plusMinus, times } from './numbers.ts';
import type { Walk } from './workloads.ts';

/** What is shown of a report. */
interface Walked {
  readonly contestants: readonly { readonly name: string }[];
  readonly walks: readonly WalkResult[];
}

type Show = (finish: WalkFinish) => string;

export function walkSections(report: Walked): string[] {
  const { walks, contestants } = report;
  const cost = columns(walks, nameOf, ({ seconds, ratio }) => `${brief(1e6 * seconds)}${times(ratio)}`);
  const growth: Column = ['growth', contestant => growthOf(walks, contestant)];
  const memory = columns(walks, nameOf, finish => megabytes(finish.memory));
  return [
    ...section(
      'Microseconds per step of fixed length 0.01',
      'In brackets: how many times as long as our RATTLE. Growth: time ∝ linksᵉ from 100 links on.',
      matrix(contestants, [...cost, growth]),
    ),
    ...keptSections(report),
    ...section(
      'Largest resident memory, MB',
      'Of the whole process, with its runtime.',
      matrix(contestants, memory),
    ),
  ];
}

/** Most walks are looked at up to this time. */
const usualLook = 100;

function keptSections({ walks, contestants }: Walked): string[] {
  const title = ({ name, lookUntil }: Walk) => (lookUntil === usualLook ? name : `${name}, t = ${lookUntil}`);
  const table = (show: Show) => matrix(contestants, columns(walks, title, show));
  return [
    ...section(
      'What such steps keep: worst energy error',
      `Largest |H − H₀| up to t = ${usualLook} unless said.`,
      table(({ energy }) => energy?.toExponential(0) ?? 'fails'),
    ),
    ...section(
      'What such steps keep: drift of the energy per time',
      'By least squares over the same time, with its standard error; “none”: below three of them. Chains of 10 links and more have not settled in so short a time: a slope of theirs need not go on.',
      table(({ drift }) => {
        if (!drift) return '–';
        return isDrift(drift) ? plusMinus(drift.slope, drift.error) : 'none';
      }),
    ),
    ...section(
      'What such steps keep: worst constraint',
      'Largest |g| over the same time.',
      table(({ constraint }) => constraint?.toExponential(0) ?? 'fails'),
    ),
  ];
}

const nameOf = ({ name }: Walk) => name;

const columns = (walks: readonly WalkResult[], titleOf: (walk: Walk) => string, show: Show) =>
  walks.map(({ walk, finishes }): Column => {
    const cell: Cell = contestant => {
      const one = finishes.find(finish => finish.contestant === contestant);
      return one ? show(one) : '–';
    };
    return [titleOf(walk), cell];
  });

function growthOf(walks: readonly WalkResult[], contestant: string): string {
  const chains = walks
    .filter(({ walk: { system, links } }) => system === 'chain' && links >= leastLinks)
    .flatMap(({ walk: { links }, finishes }) => {
      const one = finishes.find(finish => finish.contestant === contestant);
      return one ? { size: links, time: one.seconds } : [];
    });
  return growthExponent(chains)?.toFixed(2) ?? '–';
}
