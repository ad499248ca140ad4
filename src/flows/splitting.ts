// Splittings of H = ½ pᵀM⁻¹p + V(q) into kicks p ← p − b h ∇V(q) and drifts q ← q + a h M⁻¹p, from a table.
// Explicit, symplectic; symmetric and of order two when the table is a palindrome.
// Reference: McLachlan, SIAM J. Sci. Comput. 16 (1995) 151; see the table below.

import { createLastPoint } from '../linalg/last-point.ts';
import type { Hamiltonian, Separable } from '../problem/hamiltonian.ts';
import type { State } from '../problem/state.ts';
import { failed } from '../solvers/outcome.ts';
import type { Flow } from './flow.ts';
import { checkStep } from './identity.ts';

/**
 * A splitting of H = ½pᵀM⁻¹p + V(q) into kicks p −= bₖh∇V(q) and drifts q += aₖhM⁻¹p, from a table: explicit,
 * symplectic, symmetric when the table is a palindrome. McLachlan, SIAM J. Sci. Comput. 16 (1995) 151.
 */
export function splitting(H: Hamiltonian, scheme: KickDriftScheme): Flow {
  return H.separable ? kickDrift(H, H.separable, scheme) : needsSeparable(scheme.name);
}

function kickDrift(H: Hamiltonian, separable: Separable, { kicks, drifts }: KickDriftScheme): Flow {
  const { n } = H;
  const { inverseMass } = separable;
  const last = drifts.length;
  const cache = createGradientCache(separable, n);
  const between = new Float64Array(n);
  // For push: q at each kick; the p part stays 0, since V''(q) does not look at it.
  const points = kicks.map(() => new Float64Array(2 * n));
  const direction = new Float64Array(2 * n);
  const image = new Float64Array(2 * n);
  let stepSize = 0;

  const gradient = (k: number, z: State) => {
    if (k === 0) return cache.atStart(z);
    if (k === last) return cache.atEnd(z);
    separable.gradient(z, between);
    return between;
  };
  const kick = (k: number, h: number, z: State) => {
    for (let i = 0; i < n; i++) points[k][i] = z[i];
    const dV = gradient(k, z);
    const bh = kicks[k] * h;
    for (let i = 0; i < n; i++) z[n + i] -= bh * dV[i];
  };
  const drift = (k: number, h: number, z: State) => {
    const ah = drifts[k] * h;
    for (let i = 0; i < n; i++) z[i] += ah * inverseMass[i] * z[n + i];
  };
  const pushKick = (k: number, v: Float64Array) => {
    for (let i = 0; i < n; i++) direction[i] = v[i];
    H.hessianTimes(points[k], direction, image);
    const bh = kicks[k] * stepSize;
    for (let i = 0; i < n; i++) v[n + i] -= bh * image[i];
  };

  return {
    domain: 'phase space',
    memory: [],
    step(z, h, out) {
      stepSize = h;
      out.set(z);
      for (let k = 0; k <= last; k++) {
        if (kicks[k] !== 0) kick(k, h, out);
        if (k < last) drift(k, h, out);
      }
      return checkStep(z, h, out);
    },
    push(v, out) {
      out.set(v);
      for (let k = 0; k <= last; k++) {
        if (kicks[k] !== 0) pushKick(k, out);
        if (k < last) drift(k, stepSize, out);
      }
    },
  };
}

function needsSeparable(name: string): Flow {
  const failure = failed(
    'not supported',
    `${name} needs H = ½ pᵀM⁻¹p + V(q); for a general H take verlet, midpoint or gauss`,
  );
  return { domain: 'phase space', memory: [], step: () => failure };
}

// Palindromic kick–drift schemes: kick kicks[0]·h, drift drifts[0]·h, kick kicks[1]·h, … and a last kick.
// A kick is p ← p − b h ∇V(q), a drift q ← q + a h M⁻¹p. Kicks sum to 1, drifts sum to 1.
//   two stages    kicks b, 1 − 2b, b                 drifts ½, ½
//   three stages  kicks b, ½ − b, ½ − b, b           drifts a, 1 − 2a, a
// References: McLachlan, SIAM J. Sci. Comput. 16 (1995) 151; Predescu et al., Mol. Phys. 110 (2012) 967, eq. (26);
// Blanes, Casas, Sanz-Serna, SIAM J. Sci. Comput. 36 (2014) A1556, section 6.

/** Coefficients of a splitting: kicks bₖ and drifts aₖ, each of sum 1. */
export interface KickDriftScheme {
  readonly name: string;
  readonly order: number;
  readonly reference: string;
  /** One more than drifts. */
  readonly kicks: readonly number[];
  readonly drifts: readonly number[];
}

/** The scan for a stability limit ends at 2n: no splitting into n drifts is stable beyond (Jeltsch and Nevanlinna 1981). */
const [scanStep, slack] = [1e-3, 1e-9];

/**
 * The product hω from which an oscillator of frequency ω is unstable: there the trace of the step as a matrix leaves [−2, 2].
 * Blanes, Casas, Sanz-Serna 2014, §2.3.
 */
export function stabilityLimitOf({ kicks, drifts }: KickDriftScheme): number {
  const isStable = (z: number) => Math.abs(traceOfStep(kicks, drifts, z)) <= 2 + slack;
  let z = scanStep;
  while (z < 2 * drifts.length && isStable(z)) z += scanStep;
  return Math.min(z, 2 * drifts.length);
}

/** The trace of the step for H = (p² + z²q²)/2 and h = 1. */
function traceOfStep(kicks: readonly number[], drifts: readonly number[], z: number): number {
  let trace = 0;
  for (const start of [0, 1]) {
    let [q, p] = [1 - start, start];
    kicks.forEach((b, k) => {
      p -= b * z * z * q;
      q += (drifts[k] ?? 0) * p;
    });
    trace += start === 0 ? q : p;
  }
  return trace;
}

function twoStage(name: string, b: number, reference: string): KickDriftScheme {
  return { name, order: 2, reference, kicks: [b, 1 - 2 * b, b], drifts: [0.5, 0.5] };
}

function threeStage(name: string, a: number, b: number, reference: string): KickDriftScheme {
  return { name, order: 2, reference, kicks: [b, 0.5 - b, 0.5 - b, b], drifts: [a, 1 - 2 * a, a] };
}

const mclachlan = 'McLachlan, SIAM J. Sci. Comput. 16 (1995) 151';
const predescu = 'Predescu et al., Mol. Phys. 110 (2012) 967, eq. (26)';
const bcss = 'Blanes, Casas, Sanz-Serna, SIAM J. Sci. Comput. 36 (2014) A1556, section 6';

export const velocityVerlet: KickDriftScheme = {
  name: 'velocity Verlet',
  order: 2,
  reference: 'Swope, Andersen, Berens, Wilson, J. Chem. Phys. 76 (1982) 637',
  kicks: [0.5, 0.5],
  drifts: [1],
};

/** Two Verlet steps of half the length: the yardstick for the two-stage schemes. */
export const twoStageVerlet = twoStage('two-stage Verlet', 1 / 4, bcss);
/** Least sum of squares of the two leading error coefficients. */
export const twoStageMinimumError = twoStage('two-stage minimum error', 0.1931833275037836, mclachlan);
/** Least expected energy error of the oscillator for all ωh < 2. */
export const twoStageBcss = twoStage('two-stage BCSS', 0.21178, bcss);

/** Three Verlet steps of a third of the length: the yardstick for the three-stage schemes. */
export const threeStageVerlet = threeStage('three-stage Verlet', 1 / 3, 1 / 6, bcss);
/** The two leading error coefficients are equal, so that to leading order they only rescale the energy. */
export const threeStagePredescu = threeStage(
  'three-stage Predescu',
  0.2904856090751287,
  0.10899142540342532,
  predescu,
);
/** Least expected energy error of the oscillator for all ωh < 3. */
export const threeStageBcss = threeStage('three-stage BCSS', 0.29619504261126, 0.11888010966548, bcss);

export const splittingSchemes: readonly KickDriftScheme[] = [
  velocityVerlet,
  twoStageVerlet,
  twoStageMinimumError,
  twoStageBcss,
  threeStageVerlet,
  threeStagePredescu,
  threeStageBcss,
];

// ∇V where a step begins is often known: the step before ended there, or a multiplier solver repeats the step from the same q
// with other p. It is reused for bitwise the same q only (linalg/last-point.ts).

export interface GradientCache {
  /** ∇V at the q where a step begins. */
  atStart(z: State): Float64Array;
  /** ∇V at the q where a step ends. */
  atEnd(z: State): Float64Array;
}

export function createGradientCache(V: Separable, n: number): GradientCache {
  const [start, end] = [createLastPoint(n), createLastPoint(n)];
  const [startGradient, endGradient] = [new Float64Array(n), new Float64Array(n)];
  return {
    atStart(z) {
      if (start.is(z)) return startGradient;
      if (end.is(z)) startGradient.set(endGradient);
      else V.gradient(z, startGradient);
      start.set(z);
      return startGradient;
    },
    atEnd(z) {
      V.gradient(z, endGradient);
      end.set(z);
      return endGradient;
    },
  };
}
