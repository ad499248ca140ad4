// Problems of the catalogue and small ones written for these tests.

import { readFileSync } from 'node:fs';
import type { Finding } from '../../../src/analysis/finding.ts';
import { load } from '../../../src/file/load.ts';
import type { Problem } from '../../../src/problem/problem.ts';

export function catalogue(name: string, set: Record<string, number> = {}): Problem {
  return load(readFileSync(new URL(`../../../cases/${name}.yaml`, import.meta.url), 'utf8'), { set });
}

/** A problem from lines of YAML. */
export function written(...lines: string[]): Problem {
  return load(lines.join('\n'));
}

/** The finding with this id; missing ones fail the test. */
export function findingOf(findings: readonly Finding[], id: string): Finding {
  const found = findings.find(finding => finding.id === id);
  if (!found) throw new Error(`no finding ${id} among ${findings.map(finding => finding.id).join(', ')}`);
  return found;
}

export const circle = (initial: string) =>
  written('coordinates: [x, y]', 'constraints: { rod: x^2 + y^2 = 1 }', `initial: ${initial}`);
