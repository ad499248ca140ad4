// The summary of a run, as JSON and as text.

import type { Flow } from '../../src/flows/flow.ts';
import { freedomOf } from '../../src/observers/temperature.ts';
import type { Measured } from '../../src/observers/thermodynamics.ts';
import { measuredText } from '../../src/output/particle-analysis.ts';
import { molecularUnits, timeUnitInFs } from '../../src/particles/units.ts';
import { energyReach, kineticEnergy, restingEnergy } from '../../src/problem/energy-scale.ts';
import type { Problem } from '../../src/problem/problem.ts';
import type { State } from '../../src/problem/state.ts';
import type { Simulation } from '../../src/run/simulation.ts';
import { kineticDeficit } from '../../src/stochastic/g-baoab.ts';
import { alignedTable, duration, paint, short } from '../terminal.ts';
import type { Ending } from './loop.ts';
import type { CommandPlan } from './plan.ts';

export interface RunSummary {
  readonly problem: string;
  readonly method: string;
  /** Why that method. */
  readonly because: string;
  readonly ending: Ending;
  readonly step: number;
  readonly time: number;
  readonly steps: number;
  /** Units of the numbers here, where molecules fix them. */
  readonly units?: typeof unitsOfNumbers;
  readonly coordinates: readonly string[];
  readonly state: { readonly q: readonly number[]; readonly p: readonly number[] };
  readonly energy: { readonly initial: number; readonly final: number; readonly maxError: number };
  readonly constraints: { readonly count: number; readonly max: number; readonly hiddenMax: number };
  readonly observables: Readonly<Record<string, number>>;
  /** Mean kinetic temperature over the steps, for random methods. */
  readonly temperature?: number;
  /** The temperature that the method holds. */
  readonly heldTemperature?: number;
  /** What the printed temperature needs to be understood; only where there is something to say. */
  readonly temperatureNote?: string;
  /** Of particles: means over the rows of the whole run, its beginning included, with their standard errors. */
  readonly averages?: Readonly<Record<string, Measured>>;
  /** The kernels and solvers at work, each with the reason; empty where the method has no parts of its own to name. */
  readonly parts: readonly string[];
  /** The same, only where there are some; older than `parts`. */
  readonly solvers?: readonly string[];
  /** What the method has counted, such as steps that fell back to the reference method, or accepted moves. */
  readonly counters: Readonly<Record<string, number>>;
  readonly seconds: number;
  readonly warnings: readonly string[];
  readonly failure: {
    readonly step: number;
    readonly time: number;
    readonly constraint: string | null;
    readonly particle: number | null;
    readonly message: string;
  } | null;
}

export function summarise(
  plan: CommandPlan,
  simulation: Simulation,
  flow: Flow,
  seconds: number,
  ending: Ending,
): RunSummary {
  const { problem } = plan;
  const { state, extremes, failure } = simulation;
  return {
    problem: problem.name,
    method: plan.method,
    because: plan.because,
    ending,
    step: simulation.schedule.h,
    time: simulation.time,
    steps: simulation.steps,
    ...(problem.particles?.units ? { units: unitsOfNumbers } : {}),
    coordinates: problem.coordinates,
    state: { q: [...state.subarray(0, problem.n)], p: [...state.subarray(problem.n)] },
    energy: {
      initial: extremes.energyInitial,
      final: extremes.energyFinal,
      maxError: extremes.energyMaxError,
    },
    constraints: {
      count: plan.original.g.m,
      max: extremes.constraintMax,
      hiddenMax: extremes.hiddenMax,
    },
    observables: Object.fromEntries(problem.observables.map(({ name, value }) => [name, value(state)])),
    ...temperatures(plan, simulation, flow),
    parts: flow.parts ?? [],
    ...(flow.parts ? { solvers: flow.parts } : {}),
    counters: flow.counters?.() ?? {},
    seconds,
    warnings: [
      ...plan.unused.map(name => `${plan.method} has no use for ${name}`),
      ...acceptanceWarning(flow.counters?.() ?? {}),
      ...(flow.temperature === undefined
        ? energyWarning(problem, state, extremes.energyMaxError, plan.schedule.h)
        : heatWarning(
            problem,
            flow.temperature,
            extremes.temperatureSum / simulation.steps,
            simulation.steps,
          )),
    ],
    failure: failure && {
      step: failure.step,
      time: failure.time,
      constraint: failure.constraint,
      particle: failure.particle ?? null,
      message: failure.message,
    },
  };
}

/** Adds the averages of particles, where there are any. */
export function withAverages(
  summary: RunSummary,
  averages: Readonly<Record<string, Measured>> | undefined,
): RunSummary {
  return averages && Object.keys(averages).length > 0 ? { ...summary, averages } : summary;
}

/** Of random methods: the mean kinetic temperature and the one that is held. */
function temperatures(plan: CommandPlan, { state, steps, extremes }: Simulation, { temperature }: Flow) {
  if (temperature === undefined) return {};
  const mean = extremes.temperatureSum / steps;
  return { temperature: mean, heldTemperature: temperature, ...temperatureNote(plan, state, temperature) };
}

/** Fewer degrees of freedom make the estimate from one state too noisy to print. */
const freedomToEstimate = 50;

/** g-BAOAB is exact in positions, not in the momenta at the end of a step. */
function temperatureNote({ method, problem, schedule }: CommandPlan, z: State, wanted: number) {
  if (method !== 'g-baoab') return {};
  const { count } = freedomOf(problem, { temperature: wanted });
  const deficit = count < freedomToEstimate ? Number.NaN : kineticDeficit(problem, z, schedule.h, count);
  const size = deficit < wanted ? `, here by about ${heat(problem.particles, deficit)}` : '';
  return {
    temperatureNote: `g-baoab holds ${heat(problem.particles, wanted)}, and its kinetic temperature reads lower by O(h²)${size}: the momenta at the end of a step are colder, while averages of positions are accurate (gla has exact momenta)`,
  };
}

/** Numbers are in these, as in the file; text has fs and K. */
const unitsOfNumbers = {
  ...{ length: 'Å', mass: 'amu', energy: 'kcal/mol', temperature: 'kcal/mol (kT)' },
  time: `${short(timeUnitInFs)} fs`,
} as const;

type WithUnits = { readonly units?: unknown } | undefined;

const heat = (of: WithUnits, kT: number) => (of?.units ? `${short(kT / molecularUnits.K)} K` : short(kT));

const timeText = (of: WithUnits, time: number) =>
  of?.units ? `${short(time * timeUnitInFs)} fs` : short(time);

/** A larger share of the energies in play means that the step does not resolve the motion. */
const tolerableEnergyError = 0.05;

/** Minimum number of steps for a warning about the mean kinetic temperature. */
const stepsToWarmUp = 1000;

function heatWarning({ particles }: Problem, wanted: number, mean: number, steps: number): string[] {
  if (steps < stepsToWarmUp || !(wanted > 0) || (mean > wanted / 2 && mean < 2 * wanted)) return [];
  return [
    `the mean temperature is ${heat(particles, mean)} instead of ${heat(particles, wanted)}: the step is too long, or the run too short for the friction`,
  ];
}

/** Fewer proposals may all be rejected by chance. */
const proposalsToAcceptOne = 20;

function acceptanceWarning({ proposals = 0, accepted = 0 }: Readonly<Record<string, number>>): string[] {
  if (proposals < proposalsToAcceptOne || accepted > 0) return [];
  return [
    `none of the ${proposals} proposals was accepted, so that the positions never changed: take a shorter step`,
  ];
}

function energyWarning(problem: Problem, end: State, energyError: number, h: number): string[] {
  // The start decides, and the kinetic energy that the motion has gained since; not the terms of a stiff potential at the end.
  const scale = Math.max(energyReach(problem, problem.initial), Math.abs(kineticEnergy(problem, end)));
  const tolerable = Math.max(tolerableEnergyError * scale, restingEnergy(problem, end, h));
  if (!(scale > 0) || energyError <= tolerable) return [];
  const percent = Number(((100 * energyError) / scale).toPrecision(2));
  return [
    `the energy error reaches ${percent} % of the energies in play: the step is probably too long for this motion`,
  ];
}

type Print = (text: string) => void;

export function printWarnings(warnings: readonly string[], print: Print): void {
  for (const warning of warnings) print(`\n${paint('warning', 'yellow')}: ${warning}`);
}

const shownCoordinates = 12;

export function printSummary(summary: RunSummary, files: readonly string[], print: Print): void {
  const { energy, constraints, seconds } = summary;
  const rate = seconds > 0 ? ` (${Math.round(summary.steps / seconds).toLocaleString('en')} steps/s)` : '';
  print(paint(summary.problem, 'bold'));
  print(
    `${summary.method}, step ${timeText(summary, summary.step)}: t = ${timeText(summary, summary.time)} after ${summary.steps} steps, ${duration(seconds)}${rate}\n`,
  );
  const rows = [
    ['method', `${summary.method}: ${summary.because}`],
    ...summary.parts.map(part => ['computed by', part]),
    ['energy', `${energy.initial} → ${energy.final}`],
    summary.temperature === undefined
      ? ['largest energy error', short(energy.maxError)]
      : ['mean temperature', temperatureText(summary, summary.temperature)],
    ...Object.entries(summary.counters).map(([name, count]) => [name, String(count)]),
    ...(constraints.count > 0
      ? [
          ['largest |g|', short(constraints.max)],
          ['largest |{g,H}|', short(constraints.hiddenMax)],
        ]
      : []),
    ...Object.entries(summary.observables).map(([name, value]) => [name, String(value)]),
  ];
  print(alignedTable([['', ''], ...rows]).trimStart());
  printAverages(summary, print);
  if (summary.temperatureNote) print(`\nnote: ${summary.temperatureNote}`);
  printState(summary, print);
  printWarnings(summary.warnings, print);
  if (summary.ending === 'interrupted')
    print(
      files.length > 0
        ? '\nInterrupted; run the same command with --resume to continue.'
        : '\nInterrupted; only runs with --out can be resumed.',
    );
  if (files.length > 0) print(`\nwrote ${files.join('\n      ')}`);
}

const temperatureText = (summary: RunSummary, mean: number) =>
  `${heat(summary, mean)} (held: ${heat(summary, summary.heldTemperature ?? mean)})`;

const titles: Readonly<Record<string, string>> = { potentialPerMolecule: 'potential energy per molecule' };

const titleOf = (name: string) => titles[name] ?? name.replaceAll('_', ' of ');

function printAverages({ averages }: RunSummary, print: Print): void {
  if (!averages) return;
  const all = Object.entries(averages);
  const rows = all.map(([name, measured]) => [titleOf(name), measuredText(measured)]);
  const samples = Math.max(...all.map(([, measured]) => measured.samples ?? 0));
  print(`\naverages over ${samples} rows, from the start of the run`);
  print(alignedTable([['', ''], ...rows]).trimStart());
  const listed = (isDoubtful: (measured: Measured) => boolean) =>
    all.flatMap(([name, measured]) => (isDoubtful(measured) ? [titleOf(name)] : [])).join(', ');
  const [changing, short] = [
    listed(({ isSteady }) => isSteady === false),
    listed(({ isSettled }) => isSettled === false),
  ];
  if (changing) print(`still changing, the halves of the run differ: ${changing}`);
  if (short) print(`errors perhaps too small, the run is short for its correlations: ${short}`);
}

function printState({ coordinates, state }: RunSummary, print: Print): void {
  const rows = coordinates
    .slice(0, shownCoordinates)
    .map((name, i) => [name, String(state.q[i]), `p_${name}`, String(state.p[i])]);
  print(`\nfinal state\n${alignedTable([['', '', '', ''], ...rows]).trimStart()}`);
  if (coordinates.length > shownCoordinates)
    print(`… and ${coordinates.length - shownCoordinates} more coordinates (--json shows all)`);
}
