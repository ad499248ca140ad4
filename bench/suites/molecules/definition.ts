// The workloads of the suite, suites/molecules.yaml, and the programs that run them.

import { gromacs } from '../../contestants/gromacs/gromacs.ts';
import { lammps, lammpsJs } from '../../contestants/lammps/lammps.ts';
import {
  knownModel,
  type LongRun,
  type MoleculeRun,
  type ProgramChoice,
} from '../../contestants/molecule-program.ts';
import { loadProblem, type ProblemSpec, stepSize, systemOf } from '../../measure/problem.ts';
import { readDefinition, selected } from '../../suite.ts';

export interface MoleculeWorkload extends ProblemSpec, Pick<MoleculeRun, 'warmSteps' | 'timedSteps'> {
  readonly id: string;
  readonly name: string;
  /** Name of the model that all molecules have. */
  readonly model: string;
  readonly method: string;
  readonly femtoseconds: number;
  readonly cutoff?: number;
  readonly rounds?: number;
  readonly keptSteps: number;
  readonly kelvin: number;
  readonly programs: readonly ProgramChoice[];
}

export interface Definition {
  readonly rounds: number;
  readonly workloads: readonly MoleculeWorkload[];
}

export const molecules = () => readDefinition<Definition>('molecules');

export const workloadNamed = (id: string) => selected(molecules().workloads, [id])[0];

export const createProgram = (choice: ProgramChoice) =>
  ({ gromacs, lammps, 'lammps.js': lammpsJs })[choice.program](choice);

/** Input of the other programs. */
export function runOf(workload: MoleculeWorkload): MoleculeRun {
  const { cutoff = null, warmSteps, timedSteps } = workload;
  const model = knownModel(workload.model);
  const system = systemOf(loadProblem(workload));
  return { model, system, step: stepSize(workload), cutoff, warmSteps, timedSteps };
}

const samples = 100;

/** Steps of the long run: warm ones are rounded up to a multiple of the spacing, where GROMACS writes its energies. */
export function longRunSteps({
  warmSteps,
  keptSteps,
}: Pick<MoleculeWorkload, 'warmSteps' | 'keptSteps'>): Pick<LongRun, 'warmSteps' | 'timedSteps' | 'spacing'> {
  const spacing = Math.max(1, Math.round(keptSteps / samples));
  return {
    warmSteps: spacing * Math.ceil(warmSteps / spacing),
    timedSteps: spacing * Math.floor(keptSteps / spacing),
    spacing,
  };
}
