// cotangent reproduce [ID|all]: runs the published experiments again, draws their figures and evaluates their claims.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { Entry } from '../../papers/entry.ts';
import { nearestName } from '../../src/formula/nearest-name.ts';
import { parseCount, parseRealPath } from '../options.ts';
import { claimLine } from '../reproduction/claim-text.ts';
import { entries } from '../reproduction/entries.ts';
import { runAll } from '../reproduction/pool.ts';
import { writeReport } from '../reproduction/report-page.ts';
import { isPassed, type Reproduced } from '../reproduction/result.ts';
import { createProgress, duration, paint } from '../terminal.ts';
import { UserError } from '../user-error.ts';

interface Flags {
  readonly quick?: boolean;
  readonly out: string;
  readonly threads: number;
  readonly json?: boolean;
}

const examples = `
Examples:
  cotangent reproduce                      everything; about ten minutes on two cores
  cotangent reproduce --quick              everything, reduced; about a minute
  cotangent reproduce ls94-fig-3           one figure
  cotangent reproduce ls94                 all of one source
  cotangent list papers                    all entries`;

export function reproduceCommand(program: Command): void {
  program
    .command('reproduce')
    .description('repeat the experiments of published papers, draw their figures and evaluate their claims')
    .argument('[ids...]', 'entries, or the key of a source, or all', ['all'])
    .option('--quick', 'a reduced version of each experiment')
    .option('--out <folder>', 'folder of the report and the figures', parseRealPath, 'reproduction')
    .option(
      '--threads <count>',
      'number of entries that run in parallel',
      parseCount,
      Math.min(4, availableParallelism()),
    )
    .option('--json', 'print one JSON object instead of text')
    .addHelpText('after', examples)
    .action(reproduce);
}

async function reproduce(ids: readonly string[], flags: Flags): Promise<void> {
  const chosen = choose(ids);
  const progress = createProgress('entries');
  const start = performance.now();
  const results = await runAll(chosen, flags.quick ? 'quick' : 'full', flags.threads, {
    onProgress: (done, total, running) => progress.update(done, total, running.join(', ')),
    onResult: result => {
      progress.clear();
      if (!flags.json) printResult(result);
    },
  });
  progress.clear();
  const seconds = (performance.now() - start) / 1000;
  writeReport(flags.out, results, seconds);
  const failed = results.filter(result => !isPassed(result));
  if (flags.json)
    console.log(
      JSON.stringify({ seconds, passed: failed.length === 0, entries: results.map(asData) }, null, 2),
    );
  else printEnd(results, failed, seconds, flags.out);
  if (failed.length > 0) process.exitCode = 1;
}

function choose(ids: readonly string[]): readonly Entry[] {
  const wanted = new Set(ids.flatMap(id => matching(id)));
  return entries.filter(entry => wanted.has(entry));
}

function matching(id: string): readonly Entry[] {
  if (id === 'all') return entries;
  const found = entries.filter(entry => entry.id === id || entry.source.key === id);
  if (found.length > 0) return found;
  const nearest = nearestName(id, [
    ...entries.map(entry => entry.id),
    ...entries.map(({ source }) => source.key),
  ]);
  const hint = nearest ? `did you mean “${nearest}”?` : 'cotangent list papers shows them';
  throw new UserError(`there is no entry “${id}”; ${hint}`);
}

function printResult(result: Reproduced): void {
  const mark = isPassed(result) ? paint('✓', 'green') : paint('✗', 'red');
  console.log(
    `${mark} ${paint(result.id, 'bold')}  ${result.title} ${paint(`(${duration(result.seconds)})`, 'dim')}`,
  );
  if (result.trouble) console.log(`    ${paint(result.trouble, 'red')}`);
  for (const claim of result.claims) console.log(`    ${claimLine(claim)}`);
}

function printEnd(
  all: readonly Reproduced[],
  failed: readonly Reproduced[],
  seconds: number,
  out: string,
): void {
  const claims = all.flatMap(({ claims }) => claims);
  const differs = claims.filter(({ verdict }) => verdict === 'differs from print').length;
  const kept = claims.filter(({ verdict }) => verdict === 'holds').length;
  console.log(
    `\n${all.length} entries, ${claims.length} claims: ${kept} hold, ${differs} differ from print with evidence, ` +
      `${claims.length - kept - differs} fail (${duration(seconds)})`,
  );
  console.log(`report: ${join(out, 'index.html')}`);
  if (failed.length > 0) console.log(paint(`failed: ${failed.map(({ id }) => id).join(', ')}`, 'red'));
}

/** Without the pictures, which lie in files. */
function asData({ figures, ...rest }: Reproduced) {
  return { ...rest, figures: figures.map(({ name, caption }) => ({ name, caption })) };
}
