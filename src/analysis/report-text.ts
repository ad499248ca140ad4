// A report as plain text for the terminal: a mark, a title and a sentence for each finding, its numbers below with
// three significant digits, advice indented. No colours here.

import type { Report } from './check.ts';
import { type Finding, threeDigits, type Verdict } from './finding.ts';

const marks: Readonly<Record<Verdict, string>> = { pass: '✓', warn: '!', fail: '✗' };

const ordinaryWidth = 100;

const conclusions: Readonly<Record<Verdict, string>> = {
  pass: 'The problem is well posed.',
  warn: 'The problem can be run, with care.',
  fail: 'The problem should not be run as it stands.',
};

export function reportText(report: Report, width = ordinaryWidth): string {
  const widest = Math.max(0, ...report.findings.map(({ title }) => title.length));
  const blocks = report.findings.map(finding => findingText(finding, widest, width));
  const conclusion = `${marks[report.verdict]} ${conclusions[report.verdict]}`;
  return [report.problem, ...blocks, conclusion].join('\n');
}

function findingText(finding: Finding, widest: number, width: number): string {
  const { title, verdict, summary, measured, advice } = finding;
  const indent = ' '.repeat(widest + 6);
  const head = `  ${marks[verdict]} ${title.padEnd(widest)}  `;
  const lines = wrapped(summary, width - indent.length).map((line, i) => (i === 0 ? head : indent) + line);
  const numbers = Object.entries(measured).map(([name, value]) => `${name} ${shown(value)}`);
  for (const line of wrapped(numbers.join(' · '), width - indent.length)) lines.push(indent + line);
  if (advice)
    wrapped(advice, width - indent.length - 2).forEach((line, i) => {
      lines.push(`${indent}${i === 0 ? '→ ' : '  '}${line}`);
    });
  return lines.join('\n');
}

function shown(value: number | string): string {
  return typeof value === 'number' ? threeDigits(value) : value;
}

/** Lines of at most so many characters, broken between words. */
export function wrapped(text: string, limit: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length > 0 && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = word;
    } else line = line.length > 0 ? `${line} ${word}` : word;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
