// Thermodynamic observers of a run of particles: kinetic and potential energy in kcal/mol, temperature in K, pressure in bar;
// and their averages over all rows of the run, its start included. The name of a column ends in its unit where that is not
// the unit of the engine.

import type { Particles, Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { type Average, averageOf, requireFit } from '../statistics/block-average.ts';
import {
  columnsOf,
  createTable,
  ObservationError,
  type Observer,
  observeAll,
  type Table,
} from './observer.ts';
import { createPressure, pressureObserver } from './pressure.ts';
import { kelvinObserver, type RunFacts } from './temperature.ts';

/** Kinetic and potential energy of a problem with H = ½pᵀM⁻¹p + V(q). */
export function energyPartsObserver({ n, H }: Problem): Observer {
  const { separable } = H;
  if (!separable) return { columns: [], observe: () => {} };
  const { inverseMass, potential } = separable;
  return {
    columns: ['kinetic', 'potential'],
    observe(z, row, at) {
      let sum = 0;
      for (let i = 0; i < n; i++) sum += inverseMass[i] * z[n + i] * z[n + i];
      row[at] = 0.5 * sum;
      row[at + 1] = potential(z);
    },
  };
}

/** Observers of a run of particles: kinetic and potential energy, temperature in kelvin, pressure in bar. */
export function particleObservers(problem: Problem, run: RunFacts = {}): Observer[] {
  const pressure = hasPressure(problem, run) ? [pressureObserver(problem, run)] : [];
  return [energyPartsObserver(problem), kelvinObserver(problem, run), ...pressure];
}

/** With dependent rods (`force`) the forces in the rods, and so the pressure, are undefined. */
function hasPressure(problem: Problem, run: RunFacts): boolean {
  try {
    return createPressure(problem, run)?.at(problem.initial) !== undefined;
  } catch (error) {
    if (error instanceof ObservationError) return false;
    throw error;
  }
}

/** A mean with its standard error (null where it cannot be estimated), in a unit. */
export interface Measured extends Partial<Omit<Average, 'error'>> {
  readonly mean: number;
  readonly error: number | null;
  readonly unit: string;
}

/** Averaged quantities and their columns. */
const quantities = [
  { name: 'temperature', column: 'temperature_K', unit: 'K' },
  { name: 'pressure', column: 'pressure_bar', unit: 'bar' },
  { name: 'potentialPerMolecule', column: 'potential', unit: 'kcal/mol' },
];

/** Averages over the rows of a run by name: temperature, pressure, potentialPerMolecule; none before the fourth row. */
export function thermodynamicAverages(
  table: Table,
  { system }: Particles,
): Readonly<Record<string, Measured>> {
  const time = table.column('time');
  const known = quantities.filter(({ column }) => table.columns.includes(column));
  return Object.fromEntries(
    known.flatMap(({ name, column, unit }) => {
      const share = name === 'potentialPerMolecule' ? system.moleculeNames.length : 1;
      const values = table.column(column).map(value => value / share);
      const average = averageOf(values, time[1] - time[0]);
      return average ? [[name, { ...average, unit }]] : [];
    }),
  );
}

export interface ThermodynamicLog {
  onRow(z: State, time: number): void;
  /** The time and the columns of the observers. */
  readonly table: Table;
  /** All rows so far, by columns: for a checkpoint. */
  statistics(): Float64Array[];
  /** Continues after the rows of a checkpoint. */
  resume(statistics: readonly Float64Array[]): void;
}

/** Collects the averages of a run whose rows are not written. */
export function createThermodynamicLog(problem: Problem, run: RunFacts = {}): ThermodynamicLog {
  const observers = particleObservers(problem, run);
  const table = createTable(['time', ...columnsOf(observers)]);
  const row = new Float64Array(table.columns.length);
  const cells = row.subarray(1);
  return {
    table,
    onRow(z, time) {
      row[0] = time;
      observeAll(observers, z, cells);
      table.append(row);
    },
    statistics: () => table.columns.map(name => table.column(name).slice()),
    resume(columns) {
      requireFit(table.rows === 0 && columns.length === table.columns.length);
      requireFit(columns.every(({ length }) => length === columns[0].length));
      columns[0].forEach((_, k) => {
        table.append(columns.map(values => values[k]));
      });
    },
  };
}
