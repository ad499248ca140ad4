// Whatever a problem file holds: it loads or is refused with a ProblemError, the check ends with a report, and RATTLE
// makes its steps with finite numbers or says why not. COTANGENT_FUZZ_RUNS asks for more than the usual number of files,
// COTANGENT_FUZZ_SEED for others (test/random-cases.ts).

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../src/analysis/check.ts';
import { load } from '../../src/file/load.ts';
import { allFinite } from '../../src/linalg/dense.ts';
import { MethodError } from '../../src/methods/method.ts';
import { createMethod } from '../../src/methods/registry.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { ProblemError } from '../../src/problem/problem-error.ts';
import { createSimulation } from '../../src/run/simulation.ts';
import { damagedTexts, randomSpecifications } from './problem-texts.ts';

const runs = Number(process.env.COTANGENT_FUZZ_RUNS ?? 300);
/** Damage can ask for a million coordinates, which is allowed but slow. */
const largest = 40;

function loaded(text: string): Problem | null {
  try {
    return load(text, { file: 'fuzz.yaml' });
  } catch (error) {
    if (error instanceof ProblemError) {
      expect(error.message).toMatch(/^fuzz\.yaml/);
      return null;
    }
    throw error;
  }
}

/** Every number of a report but those that say “not computable” must be a number. */
function examine(problem: Problem): void {
  const report = check(problem);
  expect(['pass', 'warn', 'fail']).toContain(report.verdict);
  for (const finding of report.findings) expect(finding.summary).not.toBe('');
  if (report.repaired) expect(allFinite(report.repaired)).toBe(true);
}

function runFiveSteps(problem: Problem): void {
  const flow = rattleFor(problem);
  if (!flow) return;
  const schedule = { steps: 5, h: 0.01, every: 1 };
  const simulation = createSimulation(problem, flow, schedule, z => expect(allFinite(z)).toBe(true));
  simulation.advance(5);
  if (!simulation.failure) expect(simulation.steps).toBe(5);
  else expect(simulation.failure.message).toMatch(/^step \d+ from t = \S+ failed \(.+\).*: .+/s);
  expect(allFinite(simulation.state)).toBe(true);
}

function rattleFor(problem: Problem) {
  try {
    return createMethod(problem, 'rattle');
  } catch (error) {
    if (error instanceof MethodError) return null;
    throw error;
  }
}

function survives(text: string): void {
  const problem = loaded(text);
  if (!problem || problem.n > largest || problem.g.m > largest) return;
  examine(problem);
  runFiveSteps(problem);
}

const reporter = ({ failed, counterexample, errorInstance, seed }: fc.RunDetails<[string]>) => {
  if (!failed) return;
  const reason = errorInstance instanceof Error ? errorInstance.stack : String(errorInstance);
  throw new Error(`seed ${seed}; this problem file:\n${counterexample?.[0]}\n${reason}`);
};

describe('problem files', () => {
  it('survive damage to catalogue files', () => {
    fc.assert(fc.property(damagedTexts, survives), { numRuns: runs, reporter });
  });

  it('survive random formulas', () => {
    fc.assert(fc.property(randomSpecifications, survives), { numRuns: runs, reporter });
  });
});
