// Chooses the solver of each cluster of rods. The default is the closed form for single rods, SETTLE for rigid water,
// Newton with dense matrices for a few rods, sparse direct Newton for chains, trees and rings; in WebAssembly where there
// are kernels for them.

import { rodName } from '../../particles/names.ts';
import {
  type IndependentRods,
  type RodSettings,
  type RodSystem,
  rodSolverLimits,
  rodSolverNames,
} from '../../particles/system.ts';
import { ProblemError } from '../../problem/problem-error.ts';
import { loadParticleKernels } from '../wasm/host/load.ts';
import { createSettleKernel } from '../wasm/water/settle-kernel.ts';
import { type Cluster, findClusters } from './clusters.ts';
import { lincs } from './lincs.ts';
import { chainNewton, clusterNewton } from './newton-rods.ts';
import { settle } from './settle.ts';
import { singleRods } from './single-rods.ts';
import { type RodSolver, rodTolerance, runInSequence } from './solver.ts';
import { sweepRods } from './sweep-rods.ts';
import { rodTable } from './table.ts';
import { newtonKernel, type RodBatch, withKernels } from './wasm-solver.ts';

export type RodSolverName = NonNullable<RodSettings['solver']>;

export interface ChosenRodSolver extends RodSolver {
  /** For display: one line for each solver in use. */
  readonly parts: readonly string[];
  /** Tolerance of the iterations; null where every rod is solved in closed form. */
  readonly tolerance: number | null;
}

/** Below this tolerance, round-off decides when an iteration ends. */
const finestTolerance = 1e-14;
const defaults = {
  tolerance: rodTolerance,
  solver: 'auto',
  maxSweeps: 1000,
  lincsOrder: 8,
  lincsIterations: 8,
} as const;
type Settings = Required<RodSettings>;

/**
 * Rods are independent at the start: no solver checks this again. `kernels`: returns the WebAssembly instance; called only where
 * one is of use.
 */
export function createRodSolver(
  { system }: IndependentRods,
  options: RodSettings = {},
  kernels = loadParticleKernels,
): ChosenRodSolver {
  const settings: Settings = { ...defaults, ...options };
  checkSettings(settings);
  const clusters = findClusters(system);
  const batches = makers[settings.solver](system, clusters, settings);
  const { solvers, parts } = withKernels(system.count, batches, kernels);
  const isClosed =
    settings.solver === 'settle' ||
    (settings.solver === 'auto' && clusters.every(({ shape }) => shape === 'water' || shape === 'rod'));
  const tolerance = isClosed ? null : settings.tolerance;
  return { ...runInSequence(solvers), title: parts.join(', '), parts, tolerance };
}

function checkSettings(settings: Settings): void {
  const { tolerance, solver } = settings;
  if (!rodSolverNames.includes(solver))
    throw new ProblemError(['solver'], `“${solver}” is no solver for rods`, {
      hint: `choose from ${rodSolverNames.join(', ')}`,
    });
  if (!(tolerance >= finestTolerance && tolerance < 1))
    throw new ProblemError(['tolerance'], `${tolerance} cannot be asked of rods`, {
      hint: `give a number from ${finestTolerance} to 1; ${rodTolerance} is usual`,
    });
  for (const key of ['maxSweeps', 'lincsOrder', 'lincsIterations'] as const)
    if (!(Number.isInteger(settings[key]) && settings[key] >= 0 && settings[key] <= rodSolverLimits[key]))
      throw new ProblemError([key], `${settings[key]} is not a count`, {
        hint: `give a whole number from 0 to ${rodSolverLimits[key]}`,
      });
}

type Maker = (system: RodSystem, clusters: readonly Cluster[], settings: Settings) => RodBatch[];

const makers: Readonly<Record<RodSolverName, Maker>> = {
  auto: (system, clusters, settings) => [
    ...settleSolvers(system, shaped(clusters, 'water')),
    ...singleSolvers(system, shaped(clusters, 'rod')),
    ...newtonSolvers(system, [...shaped(clusters, 'small'), ...shaped(clusters, 'large')], settings),
  ],
  settle: (system, clusters) => {
    const other = clusters.find(({ shape }) => shape !== 'water');
    if (other)
      throw new ProblemError(['solver'], `SETTLE cannot keep ${rodName(system, other.rods[0])}`, {
        hint: 'it is for rigid water: two equal arms, the distance of their ends, equal masses there. Use “auto”',
      });
    return settleSolvers(system, clusters);
  },
  newton: newtonSolvers,
  sweep: (system, clusters, { tolerance, maxSweeps }) => {
    if (clusters.length === 0) return [];
    const starts = [0];
    for (const { rods } of clusters) starts.push(starts[starts.length - 1] + rods.length);
    const plain = sweepRods(tableOf(system, clusters), Int32Array.from(starts), { tolerance, maxSweeps });
    return [{ plain }];
  },
  lincs: (system, clusters, settings) =>
    groupedBy(clusters, topology).map(batch => ({ plain: lincsSolver(system, batch, settings) })),
};

const shaped = (clusters: readonly Cluster[], shape: Cluster['shape']) =>
  clusters.filter(cluster => cluster.shape === shape);

const topology = (cluster: Cluster) => cluster.topology;

/** Clusters grouped by key, in the order in which keys first occur. */
function groupedBy(clusters: readonly Cluster[], key: (cluster: Cluster) => string): Cluster[][] {
  const groups = new Map<string, Cluster[]>();
  for (const cluster of clusters) {
    const group = groups.get(key(cluster));
    if (group) group.push(cluster);
    else groups.set(key(cluster), [cluster]);
  }
  return [...groups.values()];
}

const tableOf = (system: RodSystem, clusters: readonly Cluster[]) =>
  rodTable(
    system,
    clusters.flatMap(({ rods }) => rods),
  );

function singleSolvers(system: RodSystem, clusters: readonly Cluster[]): RodBatch[] {
  return clusters.length > 0 ? [{ plain: singleRods(tableOf(system, clusters)) }] : [];
}

function newtonSolvers(system: RodSystem, clusters: readonly Cluster[], { tolerance }: Settings): RodBatch[] {
  return groupedBy(clusters, topology).map(batch => {
    const table = tableOf(system, batch);
    const make = batch[0].shape === 'large' ? chainNewton : clusterNewton;
    return {
      plain: make(table, batch[0].rods.length, tolerance),
      kernel: newtonKernel(system, batch, tolerance),
    };
  });
}

/** Numbers of the rods O–H1, O–H2 and H1–H2. */
function waterRods(system: RodSystem, { particles: [o, h1, h2], rods }: Cluster): number[] {
  const joins = (k: number, i: number) => system.rods[k].a === i || system.rods[k].b === i;
  const between = (i: number, j: number) => rods.find(k => joins(k, i) && joins(k, j)) ?? rods[0];
  return [between(o, h1), between(o, h2), between(h1, h2)];
}

function waterKind(system: RodSystem, cluster: Cluster) {
  const [o, h] = cluster.particles;
  const [arm, , base] = waterRods(system, cluster).map(k => system.rods[k].length);
  return { massO: system.mass[o], massH: system.mass[h], arm, base };
}

function settleSolvers(system: RodSystem, clusters: readonly Cluster[]): RodBatch[] {
  const sameKind = (cluster: Cluster) => Object.values(waterKind(system, cluster)).join(' ');
  return groupedBy(clusters, sameKind).map(batch => {
    const kind = waterKind(system, batch[0]);
    const sites = batch.map(({ particles }) => particles);
    const rods = batch.map(cluster => waterRods(system, cluster));
    const model = { ...kind, OH: kind.arm, HH: kind.base };
    return {
      plain: settle({ ...kind, sites, rods, nameOf: rod => rodName(system, rod) }),
      kernel: (kernels, arrays) => createSettleKernel(kernels, arrays, { model, sites }),
    };
  });
}

function lincsSolver(system: RodSystem, batch: readonly Cluster[], settings: Settings): RodSolver {
  const { tolerance, lincsOrder: order, lincsIterations: corrections } = settings;
  const solver = lincs(tableOf(system, batch), batch[0].rods.length, { tolerance, order, corrections });
  const radius = solver.spectralRadius(system.positions);
  if (radius < 1) return solver;
  throw new ProblemError(
    ['solver'],
    `LINCS cannot keep ${rodName(system, batch[0].rods[0])} and those joined to it: its series grows by ${radius.toPrecision(3)} in each term`,
    { hint: 'rods that close triangles are coupled too strongly; use “auto” or “newton”' },
  );
}
