// Who may see whom. In src a room imports only from rooms before it in the list, and from itself; type imports count.
// That flows and fibres use solvers/outcome.ts needs no exception: solvers stand before them.

import { builtinModules } from 'node:module';
import { type Import, packageOf } from './imports.ts';

export const rooms: readonly string[] = [
  'linalg',
  'random',
  'formula',
  'particles',
  'problem',
  'file',
  'analysis',
  'solvers',
  'flows',
  'fibres',
  'integrators',
  'groups',
  'stochastic',
  'kernels',
  'methods',
  'statistics',
  'observers',
  'run',
  'laws',
  'studies',
  'output',
  'public',
];

/** Packages that a room may use; all others depend on nothing. */
const packages: Readonly<Record<string, readonly string[]>> = {
  formula: ['@lezer/lr', '@lezer/common'],
  file: ['yaml'],
  output: ['d3-scale', 'd3-shape', 'h5wasm'],
};

/** Around src: which other top folders a folder may import. Tests see everything. */
const outside: Readonly<Record<string, readonly string[]>> = {
  src: [],
  cases: ['src'],
  papers: ['src', 'cases'],
  bench: ['src', 'cases'],
  studio: ['src', 'cases', 'papers'],
  cli: ['src', 'cases', 'papers', 'bench'],
};

const topOf = (path: string) => path.split('/')[0];
const roomOf = (path: string) => path.split('/')[1];

const at = ({ from, line }: Import) => `${from}:${line}`;

/** What is wrong with one import, in words; null when it is allowed. */
export function layerViolation(found: Import): string | null {
  const top = topOf(found.from);
  if (top === 'test') return null;
  if (found.to === null) return top === 'src' ? packageViolation(found) : null;
  const target = topOf(found.to);
  if (target !== top)
    return outside[top]?.includes(target) ? null : `${at(found)} ${top}/ may not import ${target}/`;
  return top === 'src' ? roomViolation(found, roomOf(found.to)) : null;
}

function roomViolation(found: Import, to: string): string | null {
  const from = roomOf(found.from);
  if (from === to || from === 'index.ts') return null;
  const [own, other] = [rooms.indexOf(from), rooms.indexOf(to)];
  if (own < 0) return `${at(found)} src/${from} is not in the table of rooms`;
  if (other < 0) return `${at(found)} src/${to} is not in the table of rooms`;
  return other < own ? null : `${at(found)} ${from} may not import ${to} (${found.specifier})`;
}

function packageViolation(found: Import): string | null {
  const wanted = packageOf(found.specifier);
  if (wanted.startsWith('node:') || builtinModules.includes(wanted))
    return `${at(found)} src/ may not import ${wanted}: nothing of Node there`;
  const allowed = packages[roomOf(found.from)] ?? [];
  return allowed.includes(wanted)
    ? null
    : `${at(found)} src/${roomOf(found.from)} may not import the package ${wanted}`;
}
