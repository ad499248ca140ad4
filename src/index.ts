// The public names of Cotangent.

export { check, type Report } from './analysis/check.ts';
export type { Facts } from './analysis/facts.ts';
export type { Finding } from './analysis/finding.ts';
export { reportText } from './analysis/report-text.ts';
export { chooseFibre } from './fibres/choose-fibre.ts';
export type { Fibre } from './fibres/fibre.ts';
export { compose } from './flows/compose.ts';
export { compositionSchemes, suzukiFractal, tripleJump } from './flows/composition-coefficients.ts';
export { type ExactSolution, exactFlow } from './flows/exact.ts';
export type { Flow } from './flows/flow.ts';
export { type FlowRecord, flowRecords } from './flows/flow-records.ts';
export { FormulaError } from './formula/formula-error.ts';
export { createConditions } from './integrators/conditions.ts';
export { type Constrained, constrained } from './integrators/constrained.ts';
export { project } from './integrators/project.ts';
export { rattle } from './integrators/rattle.ts';
export { type ReferenceOptions, reference, referenceAt } from './integrators/reference.ts';
export { shake } from './integrators/shake.ts';
export { type Certificate, certify } from './laws/certify.ts';
export { type PenaltyAdvice, penaltyAdvice } from './laws/penalty-advice.ts';
export { type PenaltyStudy, type PenaltyTask, penaltyStudy } from './laws/penalty-study.ts';
export { type ChiSquare, chiSquare, histogram } from './laws/sampling.ts';
export { type WorkPrecision, workPrecision } from './laws/work-precision.ts';
export { type Method, MethodError, type MethodOptions } from './methods/method.ts';
export { obstacles } from './methods/obstacles.ts';
export { createMethod, methodNamed, methods, propertiesOf } from './methods.ts';
export type { RunFacts } from './observers/degrees-of-freedom.ts';
export { type Diffusion, diffusionOf } from './observers/diffusion.ts';
export {
  createMeanSquareDisplacement,
  type DisplacementResult,
  type MeanSquareDisplacement,
} from './observers/mean-square-displacement.ts';
export type { Observer } from './observers/observer.ts';
export { penaltyObserver } from './observers/penalty.ts';
export { createPressure, type Pressure, pressureObserver } from './observers/pressure.ts';
export {
  createRadialDistribution,
  firstPeak,
  type RadialDistribution,
  type RadialResult,
} from './observers/radial-distribution.ts';
export { createRodForces, type RodForces, rodForceObserver } from './observers/rod-forces.ts';
export { standardObservers } from './observers/standard.ts';
export { type Average, averageOf, type BlockedMean, blockedMean } from './observers/statistics.ts';
export type { Table } from './observers/table.ts';
export { kelvinObserver, temperatureObserver } from './observers/temperature.ts';
export { type Measured, particleObservers, thermodynamicAverages } from './observers/thermodynamics.ts';
export { csvHeader, csvRow } from './output/csv.ts';
export { figure } from './output/figure/figure.ts';
export { tableToJson } from './output/json.ts';
export { npy } from './output/npy.ts';
export { createParticleAnalysis, type ParticleAnalysis } from './output/particle-analysis.ts';
export {
  energyErrorFigure,
  phasePlaneFigure,
  residualFigure,
  trajectoryFigure,
  workPrecisionFigure,
} from './output/standard-figures.ts';
export type { Constraints } from './problem/constraints.ts';
export { problem } from './problem/from-formulas.ts';
export { type HandWrittenProblem, problemFromFunctions } from './problem/from-functions.ts';
export type { Hamiltonian } from './problem/hamiltonian.ts';
export { load } from './problem/load.ts';
export { penalised } from './problem/penalised.ts';
export type { Problem } from './problem/problem.ts';
export { ProblemError } from './problem/problem-error.ts';
export type { ProblemSpec } from './problem/schema.ts';
export type { State } from './problem/state.ts';
export { type Recommendation, recommend } from './recommend.ts';
export {
  type Checkpoint,
  readCheckpoint,
  resumeFrom,
  takeCheckpoint,
  writeCheckpoint,
} from './run/checkpoint.ts';
export { createSchedule, type Schedule } from './run/schedule.ts';
export { type RunResult, type SimulateOptions, simulate } from './run/simulate.ts';
export { createSimulation, type RunFailure, type Simulation } from './run/simulation.ts';
export type { MultiplierSolver } from './solvers/equations.ts';
export type { Failure, Outcome } from './solvers/outcome.ts';
export { type SolverRecord, solverRecords } from './solvers/solver-records.ts';
