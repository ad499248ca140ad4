// The columns of a run's rows, and those of them that a trajectory file contains too.

import type { Flow } from '../../src/flows/flow.ts';
import { columnsOf, type Observer } from '../../src/observers/observer.ts';
import {
  penaltyObserver,
  residualObserver,
  scalarObservers,
  standardObservers,
} from '../../src/observers/standard.ts';
import { temperatureObserver } from '../../src/observers/temperature.ts';
import { particleObservers } from '../../src/observers/thermodynamics.ts';
import { hasStateInTable } from '../files/output-place.ts';
import { UserError } from '../user-error.ts';
import type { CommandPlan } from './plan.ts';

export interface RunColumns {
  readonly observers: readonly Observer[];
  /** In the order of the observers, without the time. */
  readonly names: readonly string[];
  /** Which of them do not grow with the system. */
  readonly scalars: readonly number[];
}

/** Tables of many particles have scalar columns only; all others have everything, the state at the end. */
export function runColumns(plan: CommandPlan, flow: Flow): RunColumns {
  const heat = heatObservers(plan, flow);
  const scalars = [...heat, ...penaltyScalars(plan), ...scalarObservers(plan.problem)];
  const observers = hasStateInTable(plan.original)
    ? [...heat, ...penaltyColumns(plan), ...standardObservers(plan.problem)]
    : scalars;
  const names = columnsOf(observers);
  refuseTwice(['time', ...names]);
  return { observers, names, scalars: columnsOf(scalars).map(name => names.indexOf(name)) };
}

/** Particles have energies, a temperature in kelvin and in a box a pressure; others a temperature under random methods. */
function heatObservers({ original, problem, omega }: CommandPlan, { temperature }: Flow): Observer[] {
  if (original.particles) return particleObservers(original, { temperature, omega });
  return temperature !== undefined ? [temperatureObserver(problem)] : [];
}

/** A penalty keeps the columns of the constraints it replaced. */
function penaltyColumns({ original, omega }: CommandPlan): Observer[] {
  return omega === undefined ? [] : [residualObserver(original), penaltyObserver(original, omega)];
}

const penaltyScalars = ({ original, omega }: CommandPlan): Observer[] =>
  omega === undefined ? [] : [residualObserver(original)];

function refuseTwice(columns: readonly string[]): void {
  const twice = columns.find((name, i) => columns.indexOf(name) !== i);
  if (twice !== undefined)
    throw new UserError(
      `the output would have two columns called “${twice}”; give the coordinate or observable another name`,
    );
}
