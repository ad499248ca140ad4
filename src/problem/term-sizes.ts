// The sizes of the terms that a constraint is the difference of, which is what round-off means for its residual:
//   sizeᵢ = Σⱼ |∂gᵢ/∂zⱼ| (sⱼ + floorⱼ),     sⱼ = |zⱼ| + |h zⱼ'| on the way of a step h,
// but at least the size of the constants in gᵢ. Coordinates near zero still round like their larger neighbours: each has a floor,
// a share of the largest size,
//   floorⱼ = 0.01 · min(maxₖ sₖ, maxₖ (sₖ/wₖ) · wⱼ),    wⱼ = mⱼ^(−½) for q and q',  mⱼ^(½) for p and p',
// where the second bound holds in the metric of the masses, in which metres, ångströms and angles mean the same. Without
// masses all wⱼ are 1.

import { combination, sum } from '../formula/combination.ts';
import type { Graph, Node } from '../formula/graph.ts';
import type { Constraints } from './constraints.ts';
import type { Hamiltonian } from './hamiltonian.ts';
import type { State } from './state.ts';

/** The share of its largest neighbour that a coordinate near zero counts for. */
export const roundingShare = 0.01;

/** Term sizes vary slowly along a motion: kernels compute them again after this many steps. */
export const termSizeInterval = 8;

/** Fills out, length 2n, with the floors of the sizes s of a state or of its rate of change. */
export function createRoundingFloors({ n, separable }: Hamiltonian) {
  const weight = new Float64Array(2 * n).fill(1);
  if (separable)
    for (let j = 0; j < n; j++) {
      weight[j] = Math.sqrt(separable.inverseMass[j]) || 1;
      weight[j + n] = 1 / weight[j];
    }
  /** maxₖ sₖ and maxₖ (sₖ/wₖ) over one half. */
  const most = new Float64Array(2);
  function measureHalf(from: number, size: Float64Array): void {
    most.fill(0);
    for (let j = from; j < from + n; j++) {
      most[0] = Math.max(most[0], size[j]);
      most[1] = Math.max(most[1], size[j] / weight[j]);
    }
  }
  function fillHalf(from: number, out: Float64Array): void {
    for (let j = from; j < from + n; j++) out[j] = roundingShare * Math.min(most[0], most[1] * weight[j]);
  }
  const halves = [0, n];
  return (size: Float64Array, out: Float64Array): void => {
    for (const from of halves) {
      measureHalf(from, size);
      fillHalf(from, out);
    }
  };
}

/** Fills `floors`, length 2n, for a step h of a classical problem: those of |q| + |h M⁻¹p|. */
export function createStepFloors(H: Hamiltonian) {
  const { n, separable } = H;
  const inverseMass = separable?.inverseMass ?? new Float64Array(n);
  const fillFloors = createRoundingFloors(H);
  const size = new Float64Array(2 * n);
  return (z: State, h: number, floors: Float64Array): void => {
    for (let i = 0; i < n; i++) size[i] = Math.abs(z[i]) + Math.abs(h * inverseMass[i] * z[n + i]);
    fillFloors(size, floors);
  };
}

/** (jacobian, s, out): outᵢ = Σⱼ |∂gᵢ/∂zⱼ| (sⱼ + floorⱼ). */
export function createTermSizes({ m, jacobianPattern: { start, index } }: Constraints, H: Hamiltonian) {
  const floors = new Float64Array(2 * H.n);
  const fillFloors = createRoundingFloors(H);
  return (jacobian: Float64Array, size: Float64Array, out: Float64Array): void => {
    fillFloors(size, floors);
    for (let i = 0; i < m; i++) {
      let total = Number.MIN_VALUE * 2 ** 60;
      for (let k = start[i]; k < start[i + 1]; k++) {
        const j = index[k];
        total += Math.abs(jacobian[k]) * (size[j] + floors[j]);
      }
      out[i] = total;
    }
  };
}

/** Signs in general position: each vector meets every constraint at another angle. */
const probes = [0x9e3779b1, 0x85ebca6b, 0xc2b2ae35, 0x27d4eb2f];

/**
 * The size of the constants in g, seen from its shape alone: (∇g·u)² / |uᵀg''u|, for a circle its squared radius. Where a
 * constraint passes through the origin, (x − 1)² + y² = 1, the coordinates do not show what its terms round to.
 */
export function constraintOffsets(g: Constraints, z: State): Float64Array {
  const { m } = g;
  const [slope, bend, offsets] = [0, 1, 2].map(() => new Float64Array(m));
  for (const probe of probes) {
    const u = Float64Array.from(z, (_, j) => ((Math.imul(j + 1, probe) >>> 16) & 1 ? 1 : -1));
    g.jacobianTimes(z, u, slope);
    g.second(z, u, u, bend);
    for (let i = 0; i < m; i++) {
      const size = slope[i] ** 2 / Math.abs(bend[i]);
      // A straight constraint has no size of this kind.
      if (Number.isFinite(size)) offsets[i] = Math.max(offsets[i], size);
    }
  }
  return offsets;
}

// The same formula as expressions, for compiled code.

/** The terms |∂g/∂qⱼ| sizeⱼ, given each derivative with the size that belongs to it. */
export const termSizeNodes = (
  graph: Graph,
  pairs: readonly (readonly [derivative: Node, size: Node])[],
): Node[] => pairs.map(([derivative, size]) => graph.mul(graph.unary('abs', derivative), size));

/** Floors for few coordinates, where a sum costs less than a largest value: a share of all sizes together. */
export function floorNodes(graph: Graph, sizes: readonly Node[], inverseMass: Float64Array): Node[] {
  const together = graph.mul(graph.constant(roundingShare), sum(graph, sizes));
  if (inverseMass.every(weight => weight === inverseMass[0])) return sizes.map(() => together);
  const metric = Array.from(inverseMass, weight => Math.sqrt(weight) || 1);
  const inMetric = combination(
    graph,
    sizes.map((node, i) => ({ factor: roundingShare / metric[i], node })),
  );
  return metric.map(weight => graph.binary('min', together, graph.mul(graph.constant(weight), inMetric)));
}
