import { describe, expect, it } from 'vitest';
import { exportsOf, exportViolations } from './exports.ts';
import { filesBelow } from './source-files.ts';

const files = filesBelow(['src', 'cli', 'bench', 'cases', 'papers', 'studio', 'test'], '.ts');
const index = files.find(({ path }) => path === 'src/index.ts');

describe('public names', () => {
  it('are these, and a change of them belongs into the changelog', () => {
    expect(index, 'src/index.ts').toBeDefined();
    const names = exportsOf(index ?? { path: '', text: '' }).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.sort()).toMatchInlineSnapshot(`
      [
        "Certificate",
        "Checkpoint",
        "Constrained",
        "Constraints",
        "ExactSolution",
        "Facts",
        "Failure",
        "Fibre",
        "Finding",
        "Flow",
        "FlowRecord",
        "FormulaError",
        "Hamiltonian",
        "HandWrittenProblem",
        "Method",
        "MethodError",
        "MethodOptions",
        "MultiplierSolver",
        "Observer",
        "Outcome",
        "Problem",
        "ProblemError",
        "ProblemSpec",
        "Recommendation",
        "Report",
        "RunFailure",
        "RunResult",
        "Schedule",
        "SimulateOptions",
        "Simulation",
        "SolverRecord",
        "State",
        "Table",
        "WorkPrecision",
        "certify",
        "check",
        "chooseFibre",
        "compose",
        "compositionSchemes",
        "constrained",
        "createConditions",
        "createMethod",
        "createSchedule",
        "createSimulation",
        "csvHeader",
        "csvRow",
        "energyErrorFigure",
        "exactFlow",
        "figure",
        "flowRecords",
        "load",
        "methodNamed",
        "methods",
        "npy",
        "obstacles",
        "penalised",
        "phasePlaneFigure",
        "problem",
        "problemFromFunctions",
        "project",
        "propertiesOf",
        "rattle",
        "readCheckpoint",
        "recommend",
        "reportText",
        "residualFigure",
        "resumeFrom",
        "shake",
        "simulate",
        "solverRecords",
        "standardObservers",
        "suzukiFractal",
        "tableToJson",
        "takeCheckpoint",
        "trajectoryFigure",
        "tripleJump",
        "workPrecision",
        "workPrecisionFigure",
        "writeCheckpoint",
      ]
    `);
  });

  it('come from src/index.ts alone: no barrels elsewhere, no default exports', () => {
    expect(files.flatMap(exportViolations)).toEqual([]);
  });
});

describe('the check of the exports', () => {
  it.each([
    ['src/a.ts', 'export default function f() {}', 'default export'],
    ['src/a.ts', "export * from './b.ts';", 'passes on *'],
    ['cli/a.ts', "export { x } from './b.ts';", 'passes on x from ./b.ts'],
    ['src/a.ts', "export type { X } from './b.ts';", 'passes on X'],
    ['src/index.ts', "export * from './b.ts';", 'list the names'],
    ['src/index.ts', 'export const x = 1;', 'only lists names'],
  ])('rejects in %s: %s', (path, text, reason) => {
    expect(exportViolations({ path, text })).toEqual([expect.stringContaining(reason)]);
  });

  it('accepts named exports, and names passed on by index.ts', () => {
    expect(exportViolations({ path: 'src/a.ts', text: 'export const x = 1; export type Y = 2;' })).toEqual(
      [],
    );
    expect(exportViolations({ path: 'src/index.ts', text: "export { x, type Y } from './a.ts';" })).toEqual(
      [],
    );
  });
});
