// Everything that can be known before a run: findings in the order in which they matter, facts, one verdict, and
// the nearest consistent start where the given one is not. Never throws: what cannot be measured is a finding.

import { maxAbs } from '../linalg/dense.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { withConstraints } from './chosen-constraints.ts';
import {
  checkConstraints,
  checkHidden,
  constraintResidual,
  hiddenResidual,
  roundOffBound,
} from './consistency.ts';
import { constraintChain } from './constraint-chain.ts';
import { checkDerivatives } from './derivatives.ts';
import { type Facts, shapeOf } from './facts.ts';
import { type Finding, type Verdict, worstVerdict } from './finding.ts';
import { checkFinite } from './finite-start.ts';
import { checkFreedom } from './freedom.ts';
import { checkInvolution } from './involution.ts';
import { lengthScales, momentumFromRest } from './length-scales.ts';
import {
  type Consistent,
  type Inconsistent,
  nearestConsistent,
  nearestOnConstraint,
} from './nearest-consistent.ts';
import { checkNondegeneracy, indexOf, unsolvable } from './nondegeneracy.ts';
import { checkParticles, withRodNames } from './particles.ts';
import { checkRank, unreachable } from './rank.ts';

export interface Report {
  readonly problem: string;
  readonly verdict: Verdict;
  readonly findings: readonly Finding[];
  readonly facts: Facts;
  /** The nearest consistent state when the start is not consistent and one was found. */
  readonly repaired: State | null;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Notes {
  readonly findings: Finding[];
  readonly facts: Mutable<Facts>;
  repaired: State | null;
}

export function check(problem: Problem): Report {
  const notes: Notes = { findings: [], facts: unknownFacts(problem), repaired: null };
  try {
    examine(problem, notes);
  } catch (error) {
    notes.findings.push(interrupted(error));
  }
  const findings = notes.findings.map(finding => withRodNames(finding, problem));
  const verdict = worstVerdict(findings.map(finding => finding.verdict));
  return { problem: problem.name, verdict, ...notes, findings };
}

function unknownFacts(problem: Problem): Mutable<Facts> {
  return {
    ...shapeOf(problem),
    rank: null,
    redundant: [],
    coisotropic: null,
    nondegenerate: null,
    condition: null,
    degreesOfFreedom: null,
    index: 'unknown',
    consistent: null,
    scales: null,
  };
}

function interrupted(error: unknown): Finding {
  return {
    id: 'interrupted',
    title: 'Check interrupted',
    verdict: 'fail',
    measured: {},
    summary: `The rest could not be measured: ${error instanceof Error ? error.message : String(error)}`,
  };
}

function examine(problem: Problem, notes: Notes): void {
  const { findings, facts } = notes;
  findings.push(...checkParticles(problem));
  const finite = checkFinite(problem);
  findings.push(finite);
  if (finite.verdict === 'fail') return;
  facts.scales = { ...lengthScales(problem, problem.initial), energy: problem.H.value(problem.initial) };
  findings.push(checkDerivatives(problem));
  if (problem.g.m > 0) examineConstraints(problem, notes);
  else unconstrained(problem, facts);
  if (facts.degreesOfFreedom !== null) findings.push(checkFreedom(problem, facts));
}

function unconstrained(problem: Problem, facts: Mutable<Facts>): void {
  Object.assign(facts, { rank: 0, coisotropic: true, nondegenerate: true, condition: 1 });
  Object.assign(facts, { degreesOfFreedom: problem.n, index: 'none', consistent: true });
}

function examineConstraints(problem: Problem, notes: Notes): void {
  const { findings, facts } = notes;
  const on = nearestOnConstraint(problem, problem.initial);
  if (!on.ok) {
    findings.push(unreachable(problem, on), checkConstraints(problem, on));
    facts.consistent = false;
    return;
  }
  const { finding, rank, independent } = checkRank(problem, on.state);
  findings.push(finding);
  facts.rank = rank;
  facts.redundant = problem.g.names.filter((_, i) => !independent.includes(i));
  const reduced = withConstraints(problem, independent);
  if (reduced.g.m === 0) {
    findings.push(checkConstraints(problem, on));
    return;
  }
  const involution = checkInvolution(reduced, on.state);
  findings.push(involution);
  facts.coisotropic = involution.verdict === 'pass';
  if (facts.coisotropic) firstClass(problem, reduced, notes);
  else secondClass(problem, reduced, on, notes);
}

/** Coisotropic constraints: the hidden constraints belong to the problem. */
function firstClass(problem: Problem, reduced: Problem, notes: Notes): void {
  const { findings, facts } = notes;
  const nearest = nearestConsistent(reduced, problem.initial);
  if (nearest.ok || nearest.tooLarge) {
    const report = checkNondegeneracy(reduced, nearest.state);
    findings.push(report.finding);
    facts.nondegenerate = report.nondegenerate;
    facts.condition = report.condition;
    facts.index = report.index;
    facts.degreesOfFreedom = report.nondegenerate === false ? null : problem.n - reduced.g.m;
  } else {
    findings.push(unsolvable(reduced, nearest));
    facts.nondegenerate = false;
  }
  const onConstraints = checkConstraints(problem, nearest);
  const { advice, ...onHidden } = checkHidden(problem, nearest);
  // One repair mends both: it is told once.
  const isNew = advice !== undefined && advice !== onConstraints.advice;
  findings.push(onConstraints, isNew ? { ...onHidden, advice } : onHidden);
  facts.consistent = isConsistent(problem);
  notes.repaired = !facts.consistent && nearest.ok ? withoutDust(problem, nearest.state) : null;
}

/** The state with zeros for what is only rounding of a zero. */
function withoutDust(problem: Problem, z: State): State {
  const { n } = problem;
  const q = dust * maxAbs(z.subarray(0, n));
  const p = dust * Math.max(maxAbs(z.subarray(n)), momentumFromRest(problem, z));
  return z.map((value, j) => (Math.abs(value) <= (j < n ? q : p) ? 0 : value));
}

const dust = 1e-15;

function isConsistent(problem: Problem): boolean {
  const z = problem.initial;
  return (
    constraintResidual(problem, z).relative <= roundOffBound &&
    hiddenResidual(problem, z).relative <= roundOffBound
  );
}

/** Second-class constraints fix multipliers at once; only g = 0 is asked of the start. */
function secondClass(problem: Problem, reduced: Problem, on: Consistent | Inconsistent, notes: Notes): void {
  const { findings, facts } = notes;
  const chain = constraintChain(reduced, on.state);
  facts.index = indexOf(chain);
  const constraints = checkConstraints(problem, on);
  findings.push(constraints);
  facts.consistent = constraints.verdict === 'pass';
  notes.repaired = constraints.verdict !== 'pass' && on.ok ? on.state : null;
}
