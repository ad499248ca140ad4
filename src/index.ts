// The public names of Cotangent.

export { check, type Report, reportText } from './analysis/check.ts';
export type { Facts } from './analysis/facts.ts';
export type { Finding } from './analysis/finding.ts';
export { chooseFibre } from './fibres/choose-fibre.ts';
export type { Fibre } from './fibres/fibre.ts';
export { problem } from './file/build-problem.ts';
export { load } from './file/load.ts';
export type { ProblemSpec } from './file/sections/schema.ts';
export { compose, compositionSchemes, suzukiFractal, tripleJump } from './flows/compose.ts';
export { type ExactSolution, exactFlow } from './flows/exact.ts';
export type { Flow } from './flows/flow.ts';
export { FormulaError } from './formula/language/formula-error.ts';
export { createConditions } from './integrators/conditions.ts';
export { type Constrained, constrained } from './integrators/constrained.ts';
export { project } from './integrators/project.ts';
export { rattle } from './integrators/rattle.ts';
export { type ReferenceOptions, reference, referenceAt } from './integrators/reference/reference.ts';
export { shake } from './integrators/shake.ts';
export { type Certificate, certify } from './laws/certify.ts';
export { type ChiSquare, chiSquare, histogram } from './laws/sampling.ts';
export { type FlowRecord, flowRecords } from './methods/flow-records.ts';
export { type Method, MethodError, type MethodOptions } from './methods/method.ts';
export { obstacles } from './methods/obstacles.ts';
export { type Recommendation, recommend } from './methods/recommend.ts';
export { createMethod, methodNamed, methods, propertiesOf } from './methods/registry.ts';
export type { Observer, Table } from './observers/observer.ts';
export { createPressure, type Pressure, pressureObserver } from './observers/pressure.ts';
export { createRodForces, type RodForces, rodForceObserver } from './observers/rod-forces.ts';
export { penaltyObserver, standardObservers } from './observers/standard.ts';
export type { RunFacts } from './observers/temperature.ts';
export { kelvinObserver, temperatureObserver } from './observers/temperature.ts';
export { type Measured, particleObservers, thermodynamicAverages } from './observers/thermodynamics.ts';
export { figure } from './output/figure/figure.ts';
export { createParticleAnalysis, type ParticleAnalysis } from './output/particle-analysis.ts';
export {
  energyErrorFigure,
  phasePlaneFigure,
  residualFigure,
  trajectoryFigure,
  workPrecisionFigure,
} from './output/standard-figures.ts';
export { csvHeader, csvRow, npy, tableToJson } from './output/table-formats.ts';
export type { Constraints } from './problem/constraints.ts';
export { type HandWrittenProblem, problemFromFunctions } from './problem/from/functions.ts';
export type { Hamiltonian } from './problem/hamiltonian.ts';
export { penalised } from './problem/penalty/penalised.ts';
export type { Problem } from './problem/problem.ts';
export { ProblemError } from './problem/problem-error.ts';
export type { State } from './problem/state.ts';
export {
  type Checkpoint,
  readCheckpoint,
  resumeFrom,
  takeCheckpoint,
  writeCheckpoint,
} from './run/checkpoint.ts';
export type { RunFailure } from './run/failure.ts';
export { createSchedule, type Schedule } from './run/schedule.ts';
export { type RunResult, type SimulateOptions, simulate } from './run/simulate.ts';
export { createSimulation, type Simulation } from './run/simulation.ts';
export type { MultiplierSolver } from './solvers/equations.ts';
export type { Failure, Outcome } from './solvers/outcome.ts';
export { type SolverRecord, solverRecords } from './solvers/solver-records.ts';
export { type Average, averageOf, type BlockedMean, blockedMean } from './statistics/block-average.ts';
export {
  createMeanSquareDisplacement,
  type Diffusion,
  type DisplacementResult,
  diffusionOf,
  type MeanSquareDisplacement,
} from './statistics/mean-square-displacement.ts';
export {
  createRadialDistribution,
  firstPeak,
  type RadialDistribution,
  type RadialResult,
} from './statistics/radial-distribution.ts';
export { type PenaltyAdvice, penaltyAdvice } from './studies/penalty-advice.ts';
export { type PenaltyStudy, type PenaltyTask, penaltyStudy } from './studies/penalty-study.ts';
export { type WorkPrecision, workPrecision } from './studies/work-precision.ts';
