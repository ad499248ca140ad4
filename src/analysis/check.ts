// Check of a problem before a run: findings in order of importance, facts, one verdict, and the nearest consistent start
// where the given one is inconsistent. Never throws: a quantity that cannot be measured is a finding.

import { maxAbs } from '../linalg/dense.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { checkFinite } from './check-finite.ts';
import {
  checkConstraints,
  checkHidden,
  constraintResidual,
  hiddenResidual,
  roundOffBound,
} from './consistency.ts';
import { constraintChain } from './constraint-chain.ts';
import { checkDerivatives } from './derivatives.ts';
import { checkFreedom, type Facts, shapeOf } from './facts.ts';
import { type Finding, threeDigits, type Verdict, worstVerdict } from './finding.ts';
import { checkInvolution } from './involution.ts';
import { lengthScales, momentumFromRest } from './length-scales.ts';
import { metered } from './metered-problem.ts';
import {
  type Consistent,
  type Inconsistent,
  nearestConsistent,
  nearestOnConstraint,
} from './nearest-consistent.ts';
import { checkNondegeneracy, indexOf, unsolvable } from './nondegeneracy.ts';
import { checkParticles, withRodNames } from './particle-findings.ts';
import { checkRank, unreachable, withConstraints } from './row-rank-finding.ts';
import { checkVelocityConstraints } from './velocity-constraints.ts';

/** What `check` found about a problem: findings in order of importance, facts for `recommend`, one verdict. */
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

/**
 * Checks a problem before it is run: derivatives, rank of g′, involution {gᵢ,gⱼ} = 0, nondegeneracy det {{H,gᵢ},gⱼ} ≠
 * 0, index, consistency g = {g,H} = 0 of the start, with the nearest consistent start as a repair. Never throws: a
 * quantity that cannot be measured is a finding. McLachlan, Modin, Verdier, Wilkins, Found. Comput. Math. 14 (2014) 339, §3.
 *
 * @example if (check(problem).verdict === 'fail') console.log(reportText(check(problem)));
 */
export function check(problem: Problem): Report {
  const notes: Notes = { findings: [], facts: unknownFacts(problem), repaired: null };
  try {
    examine(metered(problem, 'check', workOf(problem)), notes);
  } catch (error) {
    notes.findings.push(interrupted(error));
  }
  const findings = notes.findings.map(finding => withRodNames(finding, problem));
  const verdict = worstVerdict(findings.map(finding => finding.verdict));
  return { problem: problem.name, verdict, ...notes, findings };
}

/** Units of work (metered-problem.ts): some seconds in a small problem; a large one needs about fifty evaluations. */
const [leastWork, leastEvaluations] = [1e9, 3000];

const workOf = ({ n, g }: Problem): number => Math.max(leastWork, leastEvaluations * (2 * n + g.m));

function unknownFacts(problem: Problem): Mutable<Facts> {
  return {
    ...shapeOf(problem),
    rank: null,
    redundant: [],
    manifold: null,
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
  Object.assign(facts, { rank: 0, manifold: true, coisotropic: true, nondegenerate: true, condition: 1 });
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
  const { finding, rank, independent, isManifold } = checkRank(problem, on.state);
  findings.push(finding);
  facts.rank = rank;
  facts.manifold = isManifold;
  facts.redundant = problem.g.names.filter((_, i) => !independent.includes(i));
  const reduced = withConstraints(problem, independent);
  if (reduced.g.m === 0) {
    findings.push(checkConstraints(problem, on));
    return;
  }
  const involution = checkInvolution(reduced, on.state);
  findings.push(involution);
  facts.coisotropic = involution.verdict === 'pass';
  const velocities = checkVelocityConstraints(reduced);
  if (velocities) findings.push(velocities);
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
  // One repair serves both findings: report it once.
  const isNew = advice !== undefined && advice !== onConstraints.advice;
  findings.push(onConstraints, isNew ? { ...onHidden, advice } : onHidden);
  facts.consistent = isConsistent(problem);
  notes.repaired = !facts.consistent && nearest.ok ? withoutRoundOffEntries(problem, nearest.state) : null;
}

/** The state with entries of round-off size replaced by zero. */
function withoutRoundOffEntries(problem: Problem, z: State): State {
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

/** Second-class constraints determine the multipliers directly; the start must satisfy g = 0 only. */
function secondClass(problem: Problem, reduced: Problem, on: Consistent | Inconsistent, notes: Notes): void {
  const { findings, facts } = notes;
  const chain = constraintChain(reduced, on.state);
  facts.index = indexOf(chain);
  const constraints = checkConstraints(problem, on);
  findings.push(constraints);
  facts.consistent = constraints.verdict === 'pass';
  notes.repaired = constraints.verdict !== 'pass' && on.ok ? on.state : null;
}

// A report as plain text for the terminal: a mark, a title and a sentence for each finding, its numbers below with
// three significant digits, advice indented. No colours here.

const marks: Readonly<Record<Verdict, string>> = { pass: '✓', warn: '!', fail: '✗' };

const ordinaryWidth = 100;

const conclusions: Readonly<Record<Verdict, string>> = {
  pass: 'The problem is well posed.',
  warn: 'The problem can be run, with care.',
  fail: 'The problem should not be run as it stands.',
};

/** A report as text for people, wrapped to `width` characters. */
export function reportText(report: Report, width = ordinaryWidth): string {
  const widest = Math.max(0, ...report.findings.map(({ title }) => title.length));
  const blocks = report.findings.map(finding => findingText(finding, widest, width));
  const conclusion = `${marks[report.verdict]} ${conclusions[report.verdict]}`;
  return [report.problem, ...blocks, conclusion].join('\n');
}

function findingText(finding: Finding, widest: number, width: number): string {
  const { title, verdict, summary, measured, advice } = finding;
  const indent = ' '.repeat(widest + 6);
  const head = `  ${marks[verdict]} ${title.padEnd(widest)}  `;
  const lines = wrapped(summary, width - indent.length).map((line, i) => (i === 0 ? head : indent) + line);
  const numbers = Object.entries(measured).map(([name, value]) => `${name} ${shown(value)}`);
  for (const line of wrapped(numbers.join(' · '), width - indent.length)) lines.push(indent + line);
  if (advice)
    wrapped(advice, width - indent.length - 2).forEach((line, i) => {
      lines.push(`${indent}${i === 0 ? '→ ' : '  '}${line}`);
    });
  return lines.join('\n');
}

function shown(value: number | string): string {
  return typeof value === 'number' ? threeDigits(value) : value;
}

/** The text in lines of at most `limit` characters, broken at spaces. */
export function wrapped(text: string, limit: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length > 0 && line.length + 1 + word.length > limit) {
      lines.push(line);
      line = word;
    } else line = line.length > 0 ? `${line} ${word}` : word;
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
