// docs/benchmarks.md, made from the saved results. What we lose stands first.

import { brief } from '../suites/alternatives/numbers.ts';
import { formatAlternatives } from '../suites/alternatives/report.ts';
import { formatMolecules } from '../suites/molecules/report.ts';
import { markdownTable } from '../table-text.ts';
import type { Results } from './results.ts';

export const figureNames = { precision: 'benchmarks-precision', growth: 'benchmarks-growth' };

export function benchmarkPage(results: Results): string {
  return `${[
    '# Beside the alternatives',
    '',
    'Made by `npm run bench -- --save` from `bench/results`: each suite was measured in one run, on one machine, program',
    'after program in turns, and is to be read as ratios. `npm run peers` installs the other programs; `bench/README.md` says',
    'how each is measured. Single ratios scatter by 10 to 20 %, and by more on a machine that others share, as this one.',
    '',
    '## Where we lose',
    '',
    ...losses(results),
    '',
    '## General systems',
    '',
    `![Error at the end against processor time](images/${figureNames.precision}.svg)`,
    '',
    `![Time per step against the length of a chain](images/${figureNames.growth}.svg)`,
    '',
    formatAlternatives(results.alternatives),
    '',
    '## RATTLE beside C',
    '',
    ...engine(results),
    '',
    '## Molecules',
    '',
    formatMolecules(results.molecules),
  ].join('\n')}\n`;
}

/** Every program that is faster than our best at the same task. */
function losses({ alternatives, molecules, engine }: Results): string[] {
  const faster = (ratio: number | null) => ratio !== null && ratio < 1;
  const raced = alternatives.races.flatMap(({ workload, finishes }) =>
    finishes
      .filter(({ isOurs, ratio }) => !isOurs && faster(ratio))
      .map(({ contestant, ratio, goal }) => [
        `${workload.name}, ${goal.of} error ${goal.atMost}`,
        contestant,
        ratio,
      ]),
  );
  const walked = alternatives.walks.flatMap(({ walk, finishes }) =>
    finishes
      .filter(({ isOurs, ratio }) => !isOurs && faster(ratio))
      .map(({ contestant, ratio }) => [`${walk.name}, a step`, contestant, ratio]),
  );
  const inC = engine.measurements.flatMap(({ name, c }) =>
    c && c.ratio > 1 ? [[`${name}, a RATTLE step`, engine.machine.compiler ?? 'C', 1 / c.ratio]] : [],
  );
  const moved = molecules.workloads.flatMap(({ title, peers }) =>
    peers.filter(({ ratio }) => faster(ratio)).map(({ name, ratio }) => [title, name, ratio]),
  );
  const rows = [...raced, ...walked, ...inC, ...moved] as [string, string, number][];
  if (rows.length === 0) return ['Nowhere in this run.'];
  const cells = rows
    .sort((a, b) => a[2] - b[2])
    .map(([task, program, ratio]) => [task, program, `${(1 / ratio).toFixed(2)}×`]);
  return markdownTable([['task', 'faster program', 'our time / theirs'], ...cells]);
}

function engine({ engine: { machine, measurements, scaling } }: Results): string[] {
  const rows = measurements.map(({ name, ours, c }) => [
    name,
    brief(ours.nanoseconds),
    c ? `${brief(c.nanoseconds)}` : '–',
    c ? c.ratio.toFixed(2) : '–',
    c ? c.nativeRatio.toFixed(2) : '–',
  ]);
  const growth = scaling ? `, growing like linksᵉ with e = ${scaling.ours.toFixed(2)}` : '';
  return [
    `Nanoseconds per step at round-off tolerance${growth}. C is ${machine.compiler ?? 'missing'}, −O3, written by hand for the one system;`,
    '“native” is compiled for this very machine.',
    '',
    ...markdownTable([['workload', 'ours', 'C', 'ours / C', 'ours / C native'], ...rows]),
  ];
}
