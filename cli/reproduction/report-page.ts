// The report as one self-contained HTML page: every entry with its set-up, figures, and claims with their verdicts.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runsOf } from '../../src/output/figure/text.ts';
import { writeWhole } from '../files/output-file.ts';
import { writeFigureFiles } from '../files/png.ts';
import { duration, short } from '../terminal.ts';
import { rangeText } from './claim-text.ts';
import { reportStyle } from './report-style.ts';
import { type EvaluatedClaim, isPassed, type Reproduced } from './result.ts';

const html = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

const scriptTags = { base: ['', ''], sub: ['<sub>', '</sub>'], super: ['<sup>', '</sup>'] } as const;

/** Text with subscripts and superscripts, written as in figures: z_a, 10⁻⁶. */
const rich = (text: string) =>
  runsOf(text)
    .map(run => `${scriptTags[run.script][0]}${html(run.text)}${scriptTags[run.script][1]}`)
    .join('');

export function reportPage(results: readonly Reproduced[], seconds: number): string {
  const sources = [...new Map(results.map(({ source }) => [source.key, source])).values()];
  const sections = sources.map(source => {
    const own = results.filter(result => result.source.key === source.key);
    return `<section id="${source.key}">
<h2>${html(source.title)}</h2>
<p class="source">${html(source.authors)}, ${html(source.published)}</p>
${own.map(entryHtml).join('\n')}
</section>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Cotangent: published experiments, reproduced</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<h1>Published experiments, reproduced</h1>
<p>${summaryText(results, seconds)}</p>
<nav>${results.map(navLink).join(' ')}</nav>
</header>
<main>
${sections.join('\n')}
</main>
</body>
</html>
`;
}

function summaryText(results: readonly Reproduced[], seconds: number): string {
  const claims = results.flatMap(({ claims }) => claims);
  const count = (verdict: string) => claims.filter(claim => claim.verdict === verdict).length;
  return (
    `${results.length} entries with ${claims.length} claims, measured in ${duration(seconds)}: ` +
    `${count('holds')} hold, ${count('differs from print')} differ from print with evidence, ${count('fails')} fail.`
  );
}

function navLink(result: Reproduced): string {
  return `<a class="${isPassed(result) ? 'pass' : 'fail'}" href="#${result.id}">${html(result.id)}</a>`;
}

function entryHtml(result: Reproduced): string {
  const { id, title, place, setup, systems, figures, claims, trouble } = result;
  const pictures = figures.map(
    ({ caption, svg }) =>
      `<figure><img alt="${html(caption)}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">
<figcaption>${rich(caption)}</figcaption></figure>`,
  );
  return `<article id="${id}">
<h3><span class="${isPassed(result) ? 'pass' : 'fail'}">${isPassed(result) ? '✓' : '✗'}</span> ${rich(title)}</h3>
<p class="source">${html(place)} · <code>cotangent reproduce ${html(id)}</code> · ${duration(result.seconds)}${systemsText(systems)}</p>
<p>${rich(setup)}</p>
${trouble ? `<p class="fail">${html(trouble)}</p>` : ''}
${pictures.join('\n')}
<table>
<thead><tr><th>claim</th><th>measured</th><th>expected</th><th>verdict</th></tr></thead>
<tbody>
${claims.map(claimHtml).join('\n')}
</tbody>
</table>
</article>`;
}

const systemsText = (systems: readonly string[]) =>
  systems.length === 0 ? '' : ` · systems: ${systems.map(name => `<code>${html(name)}</code>`).join(', ')}`;

const verdictClass = { holds: 'pass', fails: 'fail', 'differs from print': 'differs' } as const;

function claimHtml(claim: EvaluatedClaim): string {
  const { statement, quantity, measured, printed, verdict } = claim;
  const print = printed === undefined ? '' : `<br><span class="printed">Printed: ${rich(printed)}</span>`;
  return `<tr><td>${rich(statement)}<br><span class="quantity">${rich(quantity)}</span>${print}</td>
<td class="number">${short(measured)}</td><td class="number">${rangeText(claim)}</td>
<td class="${verdictClass[verdict]}">${verdict}</td></tr>`;
}

/** Writes the report: one HTML page, the figures as SVG and PNG, and the verdicts as JSON. */
export function writeReport(folder: string, results: readonly Reproduced[], seconds: number): void {
  mkdirSync(folder, { recursive: true });
  const drawn = results.flatMap(({ id, figures }) =>
    figures.map(({ name, svg }): [string, string] => [join(folder, `${id}-${name}`), svg]),
  );
  writeFigureFiles(Object.fromEntries(drawn));
  const data = results.map(({ figures, ...rest }) => ({
    ...rest,
    figures: figures.map(({ name, caption }) => ({ name, caption, file: `${rest.id}-${name}.svg` })),
  }));
  writeWhole(join(folder, 'report.json'), `${JSON.stringify({ seconds, entries: data }, null, 2)}\n`);
  writeWhole(join(folder, 'index.html'), reportPage(results, seconds));
}
