/**
 * Cotangent: constrained Hamiltonian mechanics, checked, integrated and certified.
 *
 * Level 1, for users: load, problem, check, simulate, certify, compare.
 * Level 2, to build a method from the parts of the idea: flows.*, fibres.*, solvers.*, shake, rattle, project, compose;
 * laws.* to measure it, defineMethod to register it; observers.*, figures.* and particles.* to record, draw and build.
 * Level 3: the pieces that these are made of, and every type that a signature mentions.
 */

// Level 1: a problem, its check, its motion, its certificate, methods side by side.

export { check, type Report, reportText } from './analysis/check.ts';
export { type ProblemOptions, problem } from './file/build-problem.ts';
export { type LoadOptions, load } from './file/load.ts';
export { type Certificate, type CertifyOptions, certify } from './laws/certify.ts';
export {
  type AsyncOptions,
  InconsistentStartError,
  type RunEnding,
  type RunResult,
  type SimulateOptions,
  simulate,
  simulateAsync,
} from './run/simulate.ts';
export { type CompareOptions, compare } from './studies/work-precision.ts';

// Level 2: the parts of a method, what turns them into one, and what measures it.

export { compose } from './flows/compose.ts';
export { defineMethod, type MethodDefinition } from './methods/define-method.ts';
export { type ConstrainedParts, project, rattle, shake } from './public/constrained-maps.ts';
export * as fibres from './public/fibres.ts';
export * as figures from './public/figures.ts';
export * as flows from './public/flows.ts';
export * as laws from './public/laws.ts';
export * as observers from './public/observers.ts';
export * as particles from './public/particles.ts';
export * as solvers from './public/solvers.ts';
export { advance } from './run/stepper.ts';

// Level 3, problems: what is solved.

export type { Facts, Shape } from './analysis/facts.ts';
export type { Finding, Verdict } from './analysis/finding.ts';
export type { Index } from './analysis/nondegeneracy.ts';
export type { ProblemSpec } from './file/sections/schema.ts';
export type {
  BinaryOp,
  Graph as FormulaGraph,
  Node as FormulaNode,
  Op as FormulaOp,
  UnaryOp,
} from './formula/graph.ts';
export { FormulaError, type TextRange } from './formula/language/formula-error.ts';
export type { Pattern } from './linalg/pattern.ts';
export type { Fill } from './problem/central-difference.ts';
export type { Constraints } from './problem/constraints.ts';
export {
  type HandWrittenConstraints,
  type HandWrittenHamiltonian,
  type HandWrittenProblem,
  problemFromFunctions,
} from './problem/from/hand-written-problem.ts';
export type { Curvature, Hamiltonian, Separable } from './problem/hamiltonian.ts';
export { penalised } from './problem/penalty/penalised.ts';
export type { ClassicalFormulas, Observable, Particles, Problem, RunDefaults } from './problem/problem.ts';
export { type Path, ProblemError } from './problem/problem-error.ts';
export type { State } from './problem/state.ts';

// Level 3, methods: the registry, and the pieces of steps.

export { chooseFibre } from './fibres/choose-fibre.ts';
export type { Fibre } from './fibres/fibre.ts';
export {
  type CompositionScheme,
  compositionSchemes,
  type Stage,
  suzukiFractal,
  tripleJump,
} from './flows/compose.ts';
export type { AllStages } from './flows/dop853/stages.ts';
export { type ExactSolution, exactFlow } from './flows/exact.ts';
export type { Domain, Flow } from './flows/flow.ts';
export type { KickDriftScheme } from './flows/splitting.ts';
export { type Conditions, createConditions } from './integrators/conditions.ts';
export { type Constrained, constrained } from './integrators/constrained.ts';
export type { Condition } from './integrators/multiplier-step.ts';
export {
  type ReferenceOptions,
  reference,
  referenceAt,
  type Samples,
} from './integrators/reference/reference.ts';
export type { Motion } from './integrators/reference/underlying-ode.ts';
export { type FlowName, type FlowOptions, type FlowRecord, flowRecords } from './methods/flow-records.ts';
export {
  type Family,
  type Method,
  MethodError,
  type MethodOptions,
  type Need,
  type ParameterRecord,
  type Properties,
} from './methods/method.ts';
export { obstacles } from './methods/parameters.ts';
export type { Recommendation } from './methods/recommend.ts';
export {
  createMethod,
  type MethodChoice,
  type MethodName,
  methodNamed,
  methods,
  propertiesOf,
  recommend,
} from './methods/registry.ts';
export type { Equations, JacobianModel, MultiplierSolver } from './solvers/equations.ts';
export { type SolverName, type SolverRecord, solverRecords } from './solvers/named-solvers.ts';
export { done, type Failure, failed, type Outcome, type Reason } from './solvers/outcome.ts';

// Level 3, runs: piece by piece, with checkpoints; and what observers record.

export { ObservationError, type Observer, type Table } from './observers/observer.ts';
export { createPressure, type Pressure, type PressureParts, pressureObserver } from './observers/pressure.ts';
export { createRodForces, type RodForces, rodForceObserver } from './observers/rod-forces.ts';
export { penaltyObserver, standardObservers } from './observers/standard.ts';
export { kelvinObserver, type RunFacts, temperatureObserver } from './observers/temperature.ts';
export { type Measured, particleObservers, thermodynamicAverages } from './observers/thermodynamics.ts';
export {
  type Checkpoint,
  readCheckpoint,
  resumeFrom,
  takeCheckpoint,
  writeCheckpoint,
} from './run/checkpoint.ts';
export type { RunFailure } from './run/failure.ts';
export type { Extremes } from './run/guards.ts';
export type { PlanOptions } from './run/plan.ts';
export { createSchedule, type Schedule } from './run/schedule.ts';
export { createSimulation, type OnRow, type Simulation } from './run/simulation.ts';

// Level 3, measurements: laws, statistics, studies.

export type { OnLaw } from './laws/certify.ts';
export type { ConstrainedMotion } from './laws/constrained-motion.ts';
export type { Drift } from './laws/drift.ts';
export type { LawVerdict, Measurement, Residuals } from './laws/law.ts';
export type { ErrorAtStep, OrderMeasurement } from './laws/order.ts';
export { type Bins, type ChiSquare, chiSquare, histogram } from './laws/sampling.ts';
export { type Average, averageOf, type BlockedMean, blockedMean } from './statistics/block-average.ts';
export {
  createMeanSquareDisplacement,
  type Diffusion,
  type DisplacementResult,
  diffusionOf,
  type FitWindow,
  type MeanSquareDisplacement,
} from './statistics/mean-square-displacement.ts';
export {
  createRadialDistribution,
  firstPeak,
  type Peak,
  type RadialCurve,
  type RadialDistribution,
  type RadialDistributionOptions,
  type RadialResult,
} from './statistics/radial-distribution.ts';
export { type PenaltyAdvice, type PenaltyAdviceOptions, penaltyAdvice } from './studies/penalty-advice.ts';
export type { MultiplierError, PenaltyCurve, PenaltyRow, WindowWeight } from './studies/penalty-run.ts';
export { type PenaltyStudy, type PenaltyTask, penaltyStudy } from './studies/penalty-study.ts';
export {
  type WorkPrecision,
  type WorkPrecisionRow,
  type WorkPrecisionTask,
  workPrecision,
} from './studies/work-precision.ts';

// Level 3, output: figures and files.

export { figure } from './output/figure/figure.ts';
export type {
  AxisSpec,
  FigureSpec,
  Mark,
  NoteSpec,
  PanelSpec,
  SeriesSpec,
  SeriesStyle,
  SlopeSpec,
} from './output/figure/spec.ts';
export { createParticleAnalysis, type ParticleAnalysis } from './output/particle-analysis.ts';
export {
  type ComparisonData,
  comparisonFigure,
  type EnergyErrorData,
  type EnergyRun,
  energyErrorFigure,
  type MethodResult,
  type PlaneData,
  type PlanePath,
  phasePlaneFigure,
  type ResidualData,
  residualFigure,
  type Titled,
  trajectoryFigure,
  type WorkPrecisionData,
  workPrecisionFigure,
} from './output/standard-figures.ts';
export { csvHeader, csvRow, npy, tableToJson } from './output/table-formats.ts';

// Level 3, particles: molecules and forces between them.

export type {
  Box,
  ForceKind,
  ForceTerm,
  IndependentRods,
  ParticleSystem,
  Rod,
  RodSettings,
  RodSystem,
} from './particles/system.ts';
