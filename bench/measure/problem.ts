// Problems of the suites: a case of the catalogue, or a `particles` section with one of the prepared starts.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../src/file/load.ts';
import type { ParticleSystem } from '../../src/particles/system.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { checkoutRoot } from '../checkout.ts';
import { type Start, structureText } from './starts.ts';

export interface ProblemSpec {
  /** File in cases/, without the ending; absent for particles. */
  readonly file?: string;
  /** Parameters that differ from those of the file. */
  readonly set?: Readonly<Record<string, number>>;
  /** Stiffness of a penalty in place of the constraints. */
  readonly omega?: number;
  /** Content of a `particles` section. */
  readonly particles?: string;
  /** Structure file that the section names. */
  readonly start?: Start;
}

/** Text of the problem file and of its structure file: all that another process needs to load it. */
export interface ProblemSource {
  readonly text: string;
  readonly structure: string;
  readonly set: Readonly<Record<string, number>>;
}

export const caseFile = (file: string) => join(checkoutRoot(), 'cases', `${file}.yaml`);

export function problemSource({ file, set = {}, particles, start }: ProblemSpec): ProblemSource {
  const text = file === undefined ? `particles: { ${particles} }` : readFileSync(caseFile(file), 'utf8');
  return { text, set, structure: start ? structureText(start) : '' };
}

export const loadSource = ({ text, set, structure }: ProblemSource): Problem =>
  load(text, { set, readFile: () => structure });

export function loadProblem(spec: ProblemSpec): Problem {
  const problem = loadSource(problemSource(spec));
  return spec.omega === undefined ? problem : penalised(problem, spec.omega);
}

export function systemOf({ particles, name }: Problem): ParticleSystem {
  if (particles) return particles.system;
  throw new Error(`the problem “${name}” is not made of particles`);
}

/** The step of a workload: a number, or femtoseconds for molecules. */
export type StepSize = { readonly h: number } | { readonly femtoseconds: number };

export const stepSize = (step: StepSize) => ('h' in step ? step.h : step.femtoseconds * molecularUnits.fs);
