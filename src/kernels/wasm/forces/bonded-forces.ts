// Harmonic angles and Ryckaert–Bellemans dihedrals in WebAssembly, two at a time: see assembly/forces/bonded-terms.ts.

import type { ParticleSystem } from '../../../particles/system.ts';
import type { HarmonicAngles } from '../../../particles/terms/angle-harmonic.ts';
import type { RyckaertBellemans } from '../../../particles/terms/dihedrals.ts';
import { isKind } from '../../../particles/terms/kinds.ts';
import type { KernelForces } from '../host/force-kernel.ts';
import type { ParticleKernels } from '../host/particle-kernels.ts';
import { placesOf } from '../host/system-arrays.ts';

type BondedTerm = HarmonicAngles | RyckaertBellemans;

export const isBonded = isKind('harmonic-angles', 'ryckaert-bellemans');

export function bondedForces(
  kernels: ParticleKernels,
  { count, box }: ParticleSystem,
  terms: readonly BondedTerm[],
): KernelForces {
  const { memory, functions, layout } = kernels;
  const [places, slopes, work] = [24 * count, 24 * count, layout.bondedWorkBytes].map(bytes =>
    memory.allocate(bytes),
  );
  const edges = box?.edges ?? [0, 0, 0];
  const space = [...edges, ...edges.map(edge => (edge > 0 ? 1 / edge : 0))];
  const parts = terms.map(term => {
    const { particles, parameters } = even(
      term.kind === 'harmonic-angles' ? angleTable(term) : dihedralTable(term),
    );
    const tables = [
      memory.record(placesOf(inHalves(particles)), []),
      memory.record([], inHalves(parameters)),
    ];
    const record = memory.record([places, slopes, ...tables, particles.length / 2, work], space);
    return {
      record,
      forces: term.kind === 'harmonic-angles' ? functions.angleForces : functions.dihedralForces,
    };
  });
  const [positions, gradient] = [places, slopes].map(address => memory.stretch(address, 3 * count));
  /** Adds to the gradient in memory. */
  const evaluate = (x: Float64Array) => {
    positions().set(x);
    let energy = 0;
    for (const { record, forces } of parts) energy += forces(record);
    return energy;
  };
  return {
    energy: x => {
      gradient().fill(0);
      return evaluate(x);
    },
    addGradient: (x, out) => {
      gradient().set(out);
      const energy = evaluate(x);
      out.set(gradient());
      return energy;
    },
  };
}

/** Particles and parameters of each term. */
interface Table {
  readonly particles: readonly (readonly number[])[];
  readonly parameters: readonly (readonly number[])[];
}

const angleTable = ({ angles }: HarmonicAngles): Table => ({
  particles: angles.map(({ a, b, c }) => [a, b, c]),
  parameters: angles.map(({ angle, stiffness }) => [Math.PI - angle, stiffness]),
});

const dihedralTable = ({ dihedrals }: RyckaertBellemans): Table => ({
  particles: dihedrals.map(({ i, j, k, l }) => [i, j, k, l]),
  parameters: dihedrals.map(({ coefficients }) => coefficients),
});

/** Pads an odd number of terms with a term without force, on the particles of the first one. */
function even({ particles, parameters }: Table): Table {
  if (particles.length % 2 === 0) return { particles, parameters };
  const [first] = particles;
  return { particles: [...particles, first], parameters: [...parameters, parameters[0].map(() => 0)] };
}

/** Interleaves term n of the first half with term n of the second half, which rarely share a particle. */
function inHalves(terms: readonly (readonly number[])[]): number[] {
  const half = terms.length / 2;
  return terms.slice(0, half).flatMap((own, n) => own.flatMap((value, k) => [value, terms[half + n][k]]));
}
