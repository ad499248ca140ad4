// Rods that WebAssembly keeps. The plain solvers of the same rods are its judges: where a kernel gives up, they take the
// solve over, or say which rod is lost.

import { done, type Outcome } from '../../solvers/outcome.ts';
import { loadParticleKernels, type ParticleKernels } from '../../wasm/load.ts';
import { createSystemArrays, type RodKernel, type SystemArrays } from '../../wasm/system-arrays.ts';
import { inTurn } from './in-turn.ts';
import type { RodSolver } from './rod-solver.ts';

/** A plain solver, and what does the same in WebAssembly, if anything does. */
export interface RodBatch {
  readonly plain: RodSolver;
  readonly kernel?: KernelMaker | undefined;
}

export type KernelMaker = (kernels: ParticleKernels, arrays: SystemArrays) => RodKernel;

/** The batches for a system of so many particles, by kernels where there are some; and what each is called. */
export function withKernels(
  count: number,
  batches: readonly RodBatch[],
): { readonly solvers: readonly RodSolver[]; readonly parts: readonly string[] } {
  const kernels = batches.some(({ kernel }) => kernel) ? loadParticleKernels() : null;
  const parts = batches.map(({ plain, kernel }) =>
    kernels && kernel ? `${plain.title}, in WebAssembly` : plain.title,
  );
  if (!kernels) return { solvers: batches.map(({ plain }) => plain), parts };
  const others = batches.filter(({ kernel }) => !kernel);
  return { solvers: [kernelRods(kernels, count, batches), ...others.map(({ plain }) => plain)], parts };
}

/** Those of the batches that have a kernel. */
function kernelRods(kernels: ParticleKernels, count: number, batches: readonly RodBatch[]): RodSolver {
  const arrays = createSystemArrays(kernels, count);
  const fast = batches.flatMap(({ kernel }) => (kernel ? [kernel(kernels, arrays)] : []));
  const plain = inTurn(batches.flatMap(batch => (batch.kernel ? [batch.plain] : [])));
  const [old, x, p] = [arrays.old, arrays.x, arrays.p].map(at => kernels.memory.stretch(at, 3 * count));
  const move = (h: number) => {
    for (const kernel of fast) if (!kernel.moveOntoRods(h)) return false;
    return true;
  };
  const project = () => {
    for (const kernel of fast) if (!kernel.projectMomenta()) return false;
    return true;
  };
  return {
    title: `${fast.length} kinds of rods in WebAssembly`,
    moveOntoRods(from, h, positions, momenta): Outcome {
      old().set(from);
      x().set(positions);
      p().set(momenta);
      if (!move(h)) return plain.moveOntoRods(from, h, positions, momenta);
      positions.set(x());
      momenta.set(p());
      return done;
    },
    projectMomenta(positions, momenta): Outcome {
      x().set(positions);
      p().set(momenta);
      if (!project()) return plain.projectMomenta(positions, momenta);
      momenta.set(p());
      return done;
    },
  };
}
