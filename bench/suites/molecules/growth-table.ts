// How the time of a step grows with the number of waters, time ∝ Nᵉ: between all pairs of them and within a cut-off.

import { growthExponent } from '../../measure/growth.ts';
import { markdownTable } from '../../table-text.ts';

export interface SizedWorkload {
  readonly id: string;
  readonly particles: number;
  readonly ours: { readonly stepsPerSecond: number } | null;
  readonly peers: readonly { readonly name: string; readonly stepsPerSecond: number | null }[];
}

/** Workloads of one kind by the beginning of their names; a cluster of seven fits into the nearest memory and is left out. */
const kinds = [
  { title: 'liquid', begins: 'water-', least: 0 },
  { title: 'cluster, all pairs', begins: 'cluster-', least: 300 },
];

export function growthSection(workloads: readonly SizedWorkload[]): string[] {
  const tables = kinds.flatMap(({ title, begins, least }) => {
    const chosen = workloads.filter(({ id, particles }) => id.startsWith(begins) && particles >= least);
    if (chosen.length < 2) return [];
    const names = ['ours', ...chosen[0].peers.map(({ name }) => name)];
    const [first, last] = [chosen[0], chosen[chosen.length - 1]].map(({ particles }) => particles / 3);
    return names.map(name => [`${title}, ${first} to ${last}`, name, exponentOf(chosen, name)]);
  });
  if (tables.length === 0) return [];
  return [
    '',
    '### Growth with size',
    '',
    'Exponent e of the time of a step, ∝ Nᵉ, between the smallest and the largest number N of waters.',
    '',
    ...markdownTable([['waters', 'program', 'e'], ...tables]),
  ];
}

function exponentOf(workloads: readonly SizedWorkload[], name: string): string {
  const points = workloads.flatMap(({ particles, ours, peers }) => {
    const one = name === 'ours' ? ours : peers.find(peer => peer.name === name);
    return one?.stepsPerSecond ? { size: particles, time: 1 / one.stepsPerSecond } : [];
  });
  return growthExponent(points)?.toFixed(2) ?? '–';
}
