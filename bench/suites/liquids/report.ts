// What the suite of the liquids found, as data and as Markdown.

import type { Machine } from '../../machine.ts';
import { markdownTable } from '../../table-text.ts';
import type { Bar, Line, Section } from './criterion.ts';

export interface LiquidReport {
  readonly date: string;
  readonly machine: Machine;
  readonly sections: readonly Section[];
  /** Whether all that has a bar meets it. */
  readonly met: boolean;
}

export function formatLiquids({ machine, sections }: LiquidReport): string {
  return [`Liquids. ${machine.processor}, Node ${machine.node}.`, ...sections.flatMap(formatSection)].join(
    '\n',
  );
}

const headings = ['quantity', 'value', 'error', 'unit', 'bar', 'met'];

export function formatSection({ title, lines, notes }: Section): string[] {
  return [
    '',
    `### ${title}`,
    '',
    ...markdownTable([headings, ...lines.map(row)]),
    '',
    ...notes.map(note => `- ${note}`),
    ...sources(lines).map(source => `- ${source}`),
  ];
}

function row({ what, value, error, unit, bar, met }: Line): string[] {
  const verdict = met === null ? '–' : met ? 'yes' : 'NO';
  return [what, number(value), error === null ? '–' : error.toPrecision(2), unit, barText(bar), verdict];
}

const number = (value: number) =>
  value !== 0 && Math.abs(value) < 0.01 ? value.toExponential(1) : String(Number(value.toPrecision(5)));

function barText(bar: Bar | null): string {
  if (bar === null) return '–';
  return 'atMost' in bar ? `≤ ${bar.atMost}` : `${number(bar.near)} ± ${bar.within.toPrecision(2)}`;
}

/** Who said what a line is held against. */
function sources(lines: readonly Line[]): string[] {
  return lines.flatMap(({ what, bar }) =>
    bar && 'near' in bar ? `${what}: ${number(bar.near)} from ${bar.source}` : [],
  );
}
