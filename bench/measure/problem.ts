// Problems of the suites: a case of the catalogue, or a `particles` section with one of the prepared starts.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { load } from '../../src/file/load.ts';
import { referenceAt } from '../../src/integrators/reference/reference.ts';
import type { Structure } from '../../src/particles/io/structure.ts';
import { readXyz } from '../../src/particles/io/xyz.ts';
import { nearestImage, type ParticleSystem } from '../../src/particles/system.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import { penalised } from '../../src/problem/penalty/penalised.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { checkoutRoot, programFile } from '../checkout.ts';

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

export const caseFile = (file: string) => join(checkoutRoot(), 'cases', `${file}.yaml`);

/** Text of the problem file and of its structure file: all that another process needs to load it. */
export function problemSource({ file, set = {}, particles, start }: ProblemSpec) {
  const text = file === undefined ? `particles: { ${particles} }` : readFileSync(caseFile(file), 'utf8');
  return { text, set, structure: start ? structureText(start) : '' };
}

export type ProblemSource = ReturnType<typeof problemSource>;

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

// Prepared structures (extended XYZ): liquids equilibrated once by GROMACS, droplets cut from the liquid of 1000 waters, and
// boxes of eight copies.

export const startFile = (name: string) => join(checkoutRoot(), 'bench', 'starts', `${name}.xyz`);

export type Start =
  | { readonly liquid: string }
  | { readonly eightfold: string }
  | { readonly droplet: number };

export function structureText(start: Start): string {
  if ('liquid' in start) return textOfStart(start.liquid);
  return 'eightfold' in start ? eightfold(start.eightfold) : waterDroplet(start.droplet);
}

function textOfStart(name: string): string {
  const file = startFile(name);
  if (existsSync(file)) return readFileSync(file, 'utf8');
  throw new Error(
    `there is no ${file}; GROMACS makes it: node ${programFile('contestants/gromacs/make-starts.ts')} ${name}`,
  );
}

export interface Atom {
  readonly name: string;
  readonly place: readonly number[];
}

export const atomsOf = ({ names, positions }: Pick<Structure, 'names' | 'positions'>): Atom[] =>
  names.map((name, i) => ({ name, place: [...positions.subarray(3 * i, 3 * i + 3)] }));

function readStart(name: string) {
  const structure = readXyz(textOfStart(name), startFile(name));
  return { edges: structure.box?.edges ?? [0, 0, 0], atoms: atomsOf(structure) };
}

const xyz = (comment: string, atoms: readonly Atom[]) =>
  [atoms.length, comment, ...atoms.map(({ name, place }) => `${name} ${place.join(' ')}`), ''].join('\n');

export const xyzInBox = ([a, b, c]: readonly number[], rest: string, atoms: readonly Atom[]) =>
  xyz(`Lattice="${a} 0 0 0 ${b} 0 0 0 ${c}" Properties=species:S:1:pos:R:3${rest}`, atoms);

/** A box of twice the edges: eight copies of the molecules, which differ in their velocities. */
function eightfold(name: string): string {
  const { edges, atoms } = readStart(name);
  const corners = [0, 1, 2, 3, 4, 5, 6, 7].map(n => [n >> 2, (n >> 1) & 1, n & 1]);
  const copy = (corner: readonly number[]) =>
    atoms.map(({ name, place }) => ({ name, place: place.map((x, k) => x + corner[k] * edges[k]) }));
  return xyzInBox(
    edges.map(edge => 2 * edge),
    '',
    corners.flatMap(copy),
  );
}

/** The waters nearest to the centre of the box, in open space, with the centre at the origin. */
function waterDroplet(count: number): string {
  const { edges, atoms } = readStart('tip3p');
  const [edge] = edges;
  const centred = atoms.map(({ name, place }) => ({ name, place: place.map(x => x - edge / 2) }));
  const waters = Array.from({ length: atoms.length / 3 }, (_, k) =>
    whole(centred.slice(3 * k, 3 * k + 3), edge),
  );
  const distanceOf = ([oxygen]: readonly Atom[]) => Math.hypot(...oxygen.place);
  const nearest = waters.sort((a, b) => distanceOf(a) - distanceOf(b)).slice(0, count);
  return xyz(`${count} waters`, nearest.flat());
}

/** Oxygen in the box around the origin, each hydrogen at its nearest image. */
function whole(water: readonly Atom[], edge: number): Atom[] {
  const [oxygen] = water.map(({ place }) => place.map(x => nearestImage(x, edge)));
  return water.map(({ name, place }) => ({
    ...{ name, place: place.map((x, k) => x - edge * Math.round((x - oxygen[k]) / edge)) },
  }));
}

// Exact motions, from the adaptive reference method near round-off. The catalogue has 40-digit values for most systems;
// test/unit/bench compares both.

/** Positions at a time. */
export function exactPositions(problem: Problem, time: number, tolerance?: number): Float64Array {
  const samples = referenceAt(problem, [time], tolerance === undefined ? {} : { tolerance });
  if (!samples.ok)
    throw new Error(`${problem.name}: the reference method failed (${samples.reason}): ${samples.detail}`);
  return samples.states[0].slice(0, problem.n);
}

/** Largest difference of a coordinate; infinite for NaN and for different sizes. */
export function distance(q: ArrayLike<number>, exact: ArrayLike<number>): number {
  if (q.length !== exact.length) return Number.POSITIVE_INFINITY;
  let largest = 0;
  for (let i = 0; i < exact.length; i++) largest = Math.max(largest, Math.abs(q[i] - exact[i]));
  return Number.isNaN(largest) ? Number.POSITIVE_INFINITY : largest;
}
