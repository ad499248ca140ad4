// The interface of programs for molecules: input, timed runs, and long runs that show conservation. Each runs on one thread.

import type { MoleculeModel } from '../../src/particles/models/molecule-model.ts';
import { modelNamed } from '../../src/particles/models/named-models.ts';
import type { ParticleSystem } from '../../src/particles/system.ts';

/** Molecules of one model, at constant energy. Units: Å, amu, kcal/mol (src/particles/units.ts). */
export interface MoleculeRun {
  readonly model: MoleculeModel;
  /** State that all programs start from. */
  readonly system: ParticleSystem;
  readonly step: number;
  /** null: all pairs, in open space. */
  readonly cutoff: number | null;
  /** Steps before the clock starts, and steps that are timed. */
  readonly warmSteps: number;
  readonly timedSteps: number;
}

/** A run that is sampled instead of timed, every `spacing` steps after the warm ones; both numbers of steps are multiples. */
export interface LongRun extends MoleculeRun {
  readonly spacing: number;
}

export interface StepTime {
  /** Of the timed steps, by the program's own clock of its loop. */
  readonly secondsPerStep: number;
  /** Share of the loop in the program's own account of constraints; null where it has none. */
  readonly constraintShare: number | null;
}

/** Output of a long run. */
export interface LongRunOutput {
  /** kcal/mol, one per sample, the first after the warm steps. */
  readonly energies: Float64Array;
  /** Å, after the last step. */
  readonly positions: Float64Array;
  /** Edges of the box where the positions may lie in different images; null where molecules are whole. */
  readonly edges: readonly number[] | null;
  /** Largest resident memory of the process, bytes; null without /proc. */
  readonly memory: number | null;
}

/** A program with its input written. */
export interface PreparedProgram {
  /** Runs the workload from its start. */
  time(): Promise<StepTime>;
  longRun(run: LongRun, folder: string): Promise<LongRunOutput>;
  /** The process that makes all runs, where there is one. */
  readonly pid?: number | undefined;
  stop?(): void;
}

/** A program as a workload chooses it. */
export interface ProgramChoice {
  readonly name: string;
  readonly program: 'gromacs' | 'lammps' | 'lammps.js';
  /** Of GROMACS, for molecules other than rigid water, whose constraints are solved by SETTLE. */
  readonly algorithm?: 'lincs' | 'shake';
  /** Of GROMACS: steps between pair lists; it chooses the buffer accordingly. */
  readonly listSteps?: number;
  /** Of LAMMPS: the package of hand-tuned styles. */
  readonly suffix?: 'opt';
  /** Of lammps.js. wasm: the small build, one thread; wasm-atomify: the one with rattle. */
  readonly build?: 'wasm' | 'wasm-atomify';
  /** Bars of our steps, and solutions of the constraints, per second divided by theirs. */
  readonly atLeast?: number;
  readonly constraintsAtLeast?: number;
}

export interface MoleculeProgram {
  /** Version, precision, instructions; null when the program is not installed. */
  build(): Promise<string | null>;
  /** Writes the input into the folder. */
  prepare(run: MoleculeRun, folder: string): Promise<PreparedProgram>;
}

/** Numbers of a table, row by row. */
export const numbersIn = (table: string): number[][] =>
  table
    .trim()
    .split('\n')
    .map(row => row.trim().split(/\s+/).map(Number));

/** Throws where a program wrote more or fewer energies than samples. */
export function sampledEnergies(
  program: string,
  energies: readonly number[],
  { timedSteps, spacing }: Pick<LongRun, 'timedSteps' | 'spacing'>,
): Float64Array {
  const samples = timedSteps / spacing + 1;
  if (energies.length === samples) return Float64Array.from(energies);
  throw new Error(`${program} wrote ${energies.length} energies, not ${samples}, after its warm steps`);
}

export function knownModel(name: string): MoleculeModel {
  const model = modelNamed(name);
  if (!model) throw new Error(`there is no model “${name}”`);
  return model;
}

export const isRigidWater = ({ sites, rods }: MoleculeModel) => sites.length === 3 && rods.length === 3;
