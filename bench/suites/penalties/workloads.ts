// The workloads of the penalties: one system each, stepped with its constraints, with a penalty in their place, and in
// angles. Parameters of the double pendulum and of the DNA model: Tao and Owhadi 2016, §4.1, Fig. 1, and §4.4. The chains
// take the same hω, and the step that the catalogue proposes for them.

import { existsSync } from 'node:fs';
import type { CaseChoice } from '../../measure/stepper.ts';
import { caseFile } from '../../measure/stepper.ts';

/** What a row integrates: the constrained problem, the penalised one, the one in angles, or the only one there is. */
export type System = 'constrained' | 'penalised' | 'angles' | 'as given';

export interface Row {
  readonly method: string;
  readonly system: System;
  readonly h: number;
}

export interface PenaltyWorkload extends Omit<CaseChoice, 'omega'> {
  readonly name: string;
  /** Number of constraints, or of angles where there are none. */
  readonly links: number;
  readonly omega: number | null;
  readonly beta: number;
  readonly rows: readonly Row[];
  /** Times are those of blocks from the start to here. */
  readonly block: number;
  /** When positions are compared with the exact ones. */
  readonly at: number;
  /** Until when the energy is watched. */
  readonly until: number;
  /** The same system in the angles of its rods from the downward vertical. */
  readonly angles?: {
    readonly file: string;
    rods(parameters: Readonly<Record<string, number>>): readonly number[];
  };
}

/** The row that the others are measured by: the first with this method. */
export const yardstick = 'zhang-skeel';
/** O(n): the time per step of these must not grow faster with the links than with this power. */
export const mustGrowLinearly = ['zhang-skeel', 'zhang-skeel-simplified', 'zhang-skeel-stiff'];
export const largestExponent = 1.1;

const rowsOf = (system: System, h: number, methods: readonly string[]) =>
  methods.map((method): Row => ({ method, system, h }));

/**
 * The methods of a constrained problem: long steps for those that bear them, 0.1/ω for the explicit ones. Verlet bears
 * 0.4/ω, too: rods of length about 1 vibrate with up to 4ω, and it is stable below 2 radians.
 */
const methodsAt = (h: number, omega: number): readonly Row[] => [
  ...rowsOf('constrained', h, ['rattle', 'shake']),
  ...rowsOf('penalised', h, ['newmark', 'newmark-one-newton', ...mustGrowLinearly]),
  ...rowsOf('penalised', 0.1 / omega, ['verlet', 'variational-euler']),
  ...rowsOf('penalised', 0.4 / omega, ['verlet']),
];

const inAngles = (h: number) => rowsOf('angles', h, ['variational-euler', 'midpoint']);

const doublePendulum: PenaltyWorkload = {
  ...{ name: 'double pendulum', file: 'double-pendulum', set: {}, links: 2, omega: 20, beta: 0.4 },
  rows: [...methodsAt(0.1, 20), ...inAngles(0.1)],
  ...{ block: 50, at: 5, until: 50 },
  angles: { file: 'double-pendulum-angles', rods: ({ L1, L2 }) => [L1, L2] },
};

const chain = { file: 'n-pendulum', omega: 200, beta: 0.4, at: 1, rows: methodsAt(0.005, 200) };

const chainOfTen: PenaltyWorkload = {
  ...{ ...chain, name: 'chain of 10', set: { N: 10 }, links: 10, block: 1, until: 5 },
  rows: [...chain.rows, ...inAngles(0.005)],
  angles: { file: 'n-pendulum-angles', rods: ({ N, L }) => Array.from({ length: N }, () => L) },
};

const longChains = [100, 1000, 10_000].map(
  (links): PenaltyWorkload => ({
    ...{ ...chain, name: `chain of ${links}`, set: { N: links }, links },
    ...{ block: links > 1000 ? 0.5 : 1, until: 2 },
  }),
);

const dna: PenaltyWorkload = {
  ...{ name: 'DNA', file: 'dna', set: {}, links: 200, omega: null, beta: 0.3 },
  rows: [
    ...rowsOf('as given', 0.2, ['verlet']),
    ...rowsOf('as given', 1, ['zhang-skeel', 'newmark']),
    ...rowsOf('as given', 2, ['zhang-skeel', 'newmark']),
    // From 1 on its fixed-point iteration diverges.
    ...rowsOf('as given', 0.5, ['midpoint']),
  ],
  ...{ block: 200, at: 10, until: 2000 },
};

const workloads: readonly PenaltyWorkload[] = [doublePendulum, chainOfTen, ...longChains, dna];

export interface Choice {
  readonly chosen: readonly PenaltyWorkload[];
  /** Workloads whose case is not in the catalogue. */
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
}

export function choose(only: readonly string[] = workloads.map(({ name }) => name)): Choice {
  const wanted = only.map(workloadNamed);
  const isHere = ({ file }: PenaltyWorkload) => existsSync(caseFile(file));
  return {
    chosen: wanted.filter(isHere),
    skipped: wanted
      .filter(workload => !isHere(workload))
      .map(({ name, file }) => ({ name, reason: `there is no case “${file}”` })),
  };
}

function workloadNamed(name: string): PenaltyWorkload {
  const found = workloads.find(workload => workload.name === name);
  if (found) return found;
  throw new Error(`there is no workload “${name}”; there are: ${workloads.map(one => one.name).join(', ')}`);
}
