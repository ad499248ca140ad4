// Rods solved in WebAssembly. The plain solvers of the same rods are the fallback: where a kernel fails, they repeat the
// solve, or report which rod fails.

import type { RodSystem } from '../../particles/system.ts';
import { done, type Outcome } from '../../solvers/outcome.ts';
import type { ParticleKernels } from '../wasm/host/particle-kernels.ts';
import { createSystemArrays, type RodKernel, type SystemArrays } from '../wasm/host/system-arrays.ts';
import { couplingWidth, createRodClusters, isAlongChain, type RodEnds } from '../wasm/rods/cluster-kernel.ts';
import { type Cluster, largestSmall } from './clusters.ts';
import { type RodSolver, runInSequence } from './solver.ts';

/** A plain solver, and the WebAssembly kernel of the same rods, if there is one. */
export interface RodBatch {
  readonly plain: RodSolver;
  readonly kernel?: KernelMaker | undefined;
}

type KernelMaker = (kernels: ParticleKernels, arrays: SystemArrays) => RodKernel;

/** Solvers of all batches in a system of `count` particles, by kernels where there are some, and their titles. */
export function withKernels(
  count: number,
  batches: readonly RodBatch[],
  load: () => ParticleKernels | null,
): { readonly solvers: readonly RodSolver[]; readonly parts: readonly string[] } {
  const kernels = batches.some(({ kernel }) => kernel) ? load() : null;
  const parts = batches.map(({ plain, kernel }) =>
    kernels && kernel ? `${plain.title}, in WebAssembly` : plain.title,
  );
  if (!kernels) return { solvers: batches.map(({ plain }) => plain), parts };
  const others = batches.filter(({ kernel }) => !kernel);
  return { solvers: [kernelRods(kernels, count, batches), ...others.map(({ plain }) => plain)], parts };
}

/** One solver for all batches that have a kernel. */
function kernelRods(kernels: ParticleKernels, count: number, batches: readonly RodBatch[]): RodSolver {
  const arrays = createSystemArrays(kernels, count);
  const fast = batches.flatMap(({ kernel }) => (kernel ? [kernel(kernels, arrays)] : []));
  const plain = runInSequence(batches.flatMap(batch => (batch.kernel ? [batch.plain] : [])));
  const [old, x, p] = [arrays.old, arrays.x, arrays.p].map(at => kernels.memory.stretch(at, 3 * count));
  const move = (h: number) => {
    for (const kernel of fast) if (!kernel.moveOntoRods(h)) return false;
    return true;
  };
  const project = () => {
    for (const kernel of fast) if (!kernel.projectMomenta()) return false;
    return true;
  };
  let declined = 0;
  return {
    title: `${fast.length} kinds of rods in WebAssembly`,
    declined: () => declined,
    moveOntoRods(from, h, positions, momenta): Outcome {
      old().set(from);
      x().set(positions);
      p().set(momenta);
      if (!move(h)) {
        declined++;
        return plain.moveOntoRods(from, h, positions, momenta);
      }
      positions.set(x());
      momenta.set(p());
      return done;
    },
    projectMomenta(positions, momenta): Outcome {
      x().set(positions);
      p().set(momenta);
      if (!project()) {
        declined++;
        return plain.projectMomenta(positions, momenta);
      }
      momenta.set(p());
      return done;
    },
  };
}

// Newton's method in WebAssembly for clusters of one topology.

/** undefined: anchored particles, or a matrix that is sparse rather than a band. */
export function newtonKernel(
  system: RodSystem,
  clusters: readonly Cluster[],
  tolerance: number,
): KernelMaker | undefined {
  const { rods, mass } = system;
  const orders = clusters.map(cluster => alongChain(system, cluster));
  const ends = endsOf(system, clusters[0], orders[0]);
  if (!ends || couplingWidth(ends) >= largestSmall) return undefined;
  const lengths = clusters.map(cluster => cluster.rods.map(k => rods[k].length));
  return (kernels, arrays) =>
    createRodClusters(kernels, arrays, { particles: orders, lengths, ends, mass, tolerance });
}

/** The particles along the chain, if it is one: their order is along it except, perhaps, for a swap of the first two. */
function alongChain(system: RodSystem, cluster: Cluster): readonly number[] {
  const [first, second, ...others] = cluster.particles;
  const turned = [second, first, ...others];
  const ends = endsOf(system, cluster, turned);
  return ends && isAlongChain(ends) ? turned : cluster.particles;
}

/** The ends of its rods as indices in this order of its particles; null where one is anchored. */
function endsOf({ rods }: RodSystem, cluster: Cluster, order: readonly number[]): RodEnds[] | null {
  const place = new Map(order.map((particle, at) => [particle, at]));
  const ends = cluster.rods.map(k => [place.get(rods[k].a) ?? -1, place.get(rods[k].b) ?? -1] as const);
  return ends.flat().includes(-1) ? null : ends;
}
