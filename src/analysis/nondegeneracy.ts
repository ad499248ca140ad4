// Nondegeneracy: the matrix Nᵢⱼ = {{H, gᵢ}, gⱼ} must be invertible on g = {g,H} = 0; it is G M⁻¹ Gᵀ in the classical
// case. Measured after scaling: Nᵢⱼ / √(tᵢ tⱼ), where tᵢ bounds the terms of Nᵢᵢ.
// McLachlan, Modin, Verdier, Wilkins 2014, Assumption 1 and Lemma 3.11.

import { norm2, setUnit } from '../linalg/dense.ts';
import { createDenseLU } from '../linalg/lu.ts';
import { createBrackets } from '../problem/brackets.ts';
import { classicalParts } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type ConstraintChain, constraintChain } from './constraint-chain.ts';
import { counted, type Finding, listed, type Verdict } from './finding.ts';
import { consistentStates, type Inconsistent } from './nearest-consistent.ts';
import { denseSpectrum, gramSpectrum, type Spectrum, spectrum } from './spectrum.ts';

/** Index of the differential–algebraic equations. */
export type Index = number | 'none' | 'higher than 3' | 'not unique' | 'unknown';

export interface NondegeneracyReport {
  readonly finding: Finding;
  /** null where it was not measured. */
  readonly nondegenerate: boolean | null;
  readonly condition: number;
  readonly index: Index;
  readonly chain: ConstraintChain | null;
}

const id = 'nondegeneracy';
const title = 'Multipliers determined';
const singular = 1e-11;
const nearlySingular = 1e-8;
/** Factor by which nearby states must be further from singular to count as regular. */
const regularNearby = 1e-7;
const smallMatrix = 40;
const largestMatrix = 400;

/** Extreme singular values of the scaled matrix N; null for matrices that are neither small nor sparse. */
function nondegeneracySpectrum(problem: Problem, z: State): Spectrum | null {
  const { g } = problem;
  const separable = classicalParts(problem);
  if (g.m > smallMatrix && separable) {
    const values = new Float64Array(g.jacobianPattern.index.length);
    g.jacobian(z, values);
    return gramSpectrum(g.jacobianPattern, values, separable.inverseMass);
  }
  if (g.m > largestMatrix) return null;
  const scaled = scaledMatrix(problem, z);
  if (!scaled) return spectrum(0, 1);
  return g.m <= smallMatrix ? denseSpectrum(scaled, g.m, g.m) : estimated(scaled, g.m);
}

/** N / √(tᵢ tⱼ); null when some tᵢ is zero, which makes row and column i zero. */
function scaledMatrix(problem: Problem, z: State): Float64Array | null {
  const { m } = problem.g;
  const N = new Float64Array(m * m);
  createBrackets(problem).nondegeneracy(z, N);
  const terms = termSizes(problem, z);
  if (terms.some(t => !(t > 0))) return null;
  for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) N[i * m + j] /= Math.sqrt(terms[i] * terms[j]);
  return N;
}

/** tᵢ = |gᵢ'' X_{gᵢ}| |X_H| + |H'' X_{gᵢ}| |X_{gᵢ}|, each product separately for q and p, so that units do not matter. */
function termSizes(problem: Problem, z: State): Float64Array {
  const { n, g, H } = problem;
  const brackets = createBrackets(problem);
  const [XH, X, image] = Array.from({ length: 3 }, () => new Float64Array(2 * n));
  const unit = new Float64Array(g.m);
  brackets.hamiltonianField(z, XH);
  return Float64Array.from({ length: g.m }, (_, i) => {
    setUnit(i, unit);
    brackets.constraintField(z, unit, X);
    g.hessianTimes(z, unit, X, image);
    const bend = pairingBound(image, XH);
    H.hessianTimes(z, X, image);
    return bend + pairingBound(image, X);
  });
}

/** |c_q| |v_q| + |c_p| |v_p| ≥ |c · v| */
function pairingBound(c: Float64Array, v: Float64Array): number {
  const n = c.length / 2;
  return norm2(c.subarray(0, n)) * norm2(v.subarray(0, n)) + norm2(c.subarray(n)) * norm2(v.subarray(n));
}

function estimated(A: Float64Array, m: number): Spectrum {
  const lu = createDenseLU(m);
  const reciprocal = lu.factor(A) ? lu.reciprocalCondition() : 0;
  return { smallest: reciprocal, largest: 1, condition: 1 / reciprocal };
}

/** `z` must be consistent; the constraints of the problem must be independent there. */
export function checkNondegeneracy(problem: Problem, z: State): NondegeneracyReport {
  const values = nondegeneracySpectrum(problem, z);
  if (!values) return notMeasured();
  const extremes = { 'smallest singular value': values.smallest, condition: values.condition };
  const measured = { ...singleValue(problem, z), ...extremes };
  if (values.smallest > singular) {
    const finding = { id, title, measured, ...regular(values) };
    return { finding, nondegenerate: true, condition: values.condition, index: 3, chain: null };
  }
  const base = { nondegenerate: false, condition: values.condition };
  if (regularNear(problem, z)) {
    const finding: Finding = { id, title, measured, ...degeneratePoint };
    return { ...base, finding, index: 3, chain: null };
  }
  const chain = constraintChain(problem, z);
  const finding: Finding = { id, title, verdict: 'fail', measured, ...inWords(chain, problem.g.m) };
  return { ...base, finding, index: indexOf(chain), chain };
}

/** The matrix itself, where it is one number. */
function singleValue(problem: Problem, z: State): Record<string, number> {
  if (problem.g.m !== 1) return {};
  const N = new Float64Array(1);
  createBrackets(problem).nondegeneracy(z, N);
  return { '{{H,g},g}': N[0] };
}

function notMeasured(): NondegeneracyReport {
  const finding: Finding = {
    id,
    title,
    verdict: 'warn',
    measured: {},
    summary: 'Not measured: the matrix {{H,g_i},g_j} is too large and not sparse.',
    advice: 'Check a smaller problem of the same kind.',
  };
  return { finding, nondegenerate: null, condition: Number.NaN, index: 'unknown', chain: null };
}

function regular({ smallest }: Spectrum): { verdict: Verdict; summary: string; advice?: string } {
  const summary = 'The matrix {{H,g_i},g_j} is invertible, so the multipliers are determined (index 3).';
  if (smallest > nearlySingular) return { verdict: 'pass', summary };
  return {
    verdict: 'warn',
    summary: 'The matrix {{H,g_i},g_j} is invertible, but nearly singular here.',
    advice: 'The motion passes close to a degenerate state; take small steps and watch the solver.',
  };
}

const degeneratePoint = {
  verdict: 'fail',
  summary: 'This is a degenerate point: {{H,g_i},g_j} is singular here, but not at consistent states nearby.',
  advice:
    'The multipliers are infinite or not determined at this one state. Start from a state nearby; a motion that runs ' +
    'into such a point ends there.',
} as const;

function regularNear(problem: Problem, z: State): boolean {
  return consistentStates(problem, z, 0.03).some(
    state => (nondegeneracySpectrum(problem, state)?.smallest ?? 0) > regularNearby,
  );
}

/** The finding when no state satisfies the hidden constraints. */
export function unsolvable({ g }: Problem, found: Inconsistent): Finding {
  const names = listed(found.blamed.map(i => g.names[i]));
  return {
    id,
    title,
    verdict: 'fail',
    measured: { 'smallest residual of {g,H}': found.residual },
    summary: `No state that satisfies the hidden constraints {g,H} = 0 was found; ${names} cannot be kept by any motion.`,
    advice: 'Either H pushes off this constraint at every state, or the start is far from a consistent one.',
  };
}

export function indexOf(chain: ConstraintChain): Index {
  if (chain.outcome === 'closed') return chain.index;
  return chain.outcome === 'not unique' ? 'not unique' : 'higher than 3';
}

function levelsInWords(chain: ConstraintChain): string {
  return chain.levels
    .filter(({ fresh }) => fresh > 0)
    .map(
      ({ name, fresh, satisfied }) =>
        `${name} constraint: ${counted(fresh, 'new independent condition')}, ` +
        `${satisfied ? 'satisfied' : 'violated'} by the start`,
    )
    .join('; ');
}

function inWords(chain: ConstraintChain, m: number): Pick<Finding, 'summary' | 'advice'> {
  const levels = levelsInWords(chain);
  const found = levels ? ` Found: ${levels}.` : '';
  const ended = chain.reason ? ` Not known which: ${chain.reason}.` : '';
  switch (chain.outcome) {
    case 'closed':
      return {
        summary: `The matrix {{H,g_i},g_j} is singular: the index is ${chain.index}, not 3.${found}`,
        advice:
          'SHAKE and RATTLE do not apply: they would leave the further conditions to chance. Choose coordinates in ' +
          'which these conditions hold by themselves, or give the constrained coordinate a kinetic energy.',
      };
    case 'not unique':
      return {
        summary:
          'The matrix {{H,g_i},g_j} is singular and solutions are not unique: ' +
          `${m - chain.determined} of ${counted(m, 'multiplier')} ${m - chain.determined === 1 ? 'is' : 'are'} never determined.${found}`,
        advice:
          'H does not change along the fibre of the constraint, so nothing decides how to move along it. Remove the ' +
          'constraint with the coordinate it holds, or add the energy that is missing (a mass for this coordinate).',
      };
    case 'contradictory':
      return {
        summary: `The matrix {{H,g_i},g_j} is singular, and no state satisfies all further conditions.${found}`,
        advice: 'No motion keeps these constraints. Correct the Hamiltonian or the constraints.',
      };
    case 'undetermined':
      return {
        summary: `The matrix {{H,g_i},g_j} is singular: the index is higher than 3, or solutions are not unique.${found}${ended}`,
        advice:
          'SHAKE and RATTLE do not apply. Try a smaller problem of the same kind to find the missing conditions.',
      };
  }
}
