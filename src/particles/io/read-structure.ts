// Chooses the reader of a structure file by its name extension.

import { didYouMean } from '../../formula/nearest-name.ts';
import { type Assembly, assemble, type Component } from '../build/assemble.ts';
import type { MoleculeModel } from '../models/molecule-model.ts';
import { type Box, nearestImage, type ParticleSystem } from '../system.ts';
import { createRodGeometry } from '../topology/rod-geometry.ts';
import { readGro } from './gro.ts';
import { readPdb } from './pdb.ts';
import { type Structure, StructureError } from './structure.ts';
import { readXyz } from './xyz.ts';

const readers: Readonly<Record<string, (text: string, file: string) => Structure>> = {
  gro: readGro,
  pdb: readPdb,
  ent: readPdb,
  xyz: readXyz,
  extxyz: readXyz,
};

export function readStructure(text: string, file: string): Structure {
  const ending = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  if (Object.hasOwn(readers, ending)) return readers[ending](text, file);
  throw new StructureError(
    { file, line: 1, column: 1 },
    `structure files end in ${Object.keys(readers).join(', ')}, not “${ending}”`,
  );
}

// From the particles of a file to molecules of known models, by names: a residue must be one of the models (name or
// synonym), with the model's particles in any order; without residues, the particles follow each other as in a model.
// Molecules split by periodic boundaries are made whole. Files round their numbers (GRO to 0.01 Å), so rods are
// restored to their lengths; a rod that is off by more than `looseRod` is refused as a mistake.

/** Å. */
const looseRod = 0.1;

export function matchModels(structure: Structure, models: readonly MoleculeModel[]): Assembly {
  const found: MoleculeModel[] = [];
  const source: number[] = [];
  for (let at = 0; at < structure.names.length; ) {
    const { model, order } = moleculeAt(structure, at, models);
    found.push(model);
    source.push(...order);
    at += order.length;
  }
  const positions = gathered(structure.positions, source);
  const components = runs(found);
  const assembly = assemble(components, positions, structure.box);
  const { system } = assembly;
  if (system.box) makeWhole(system, system.box);
  refuseWrongRods(system);
  const rods = createRodGeometry(system);
  if (!rods.restore(positions))
    throw new RangeError('the rods of the molecules cannot be restored from the positions of the file');
  if (!structure.velocities) return assembly;
  const momenta = gathered(structure.velocities, source).map((v, i) => v * system.mass[Math.floor(i / 3)]);
  if (!rods.projectMomenta(positions, momenta))
    throw new RangeError('the velocities of the file cannot be projected onto the rods');
  return { ...assembly, system: { ...system, momenta } };
}

interface Molecule {
  readonly model: MoleculeModel;
  /** Particles of the file in the order of the model. */
  readonly order: readonly number[];
}

function moleculeAt(structure: Structure, at: number, models: readonly MoleculeModel[]): Molecule {
  const { residue, residueNames, names } = structure;
  if (!residue) return consecutive(names, at, models);
  const name = residueNames[residue[at]];
  let end = at;
  while (end < names.length && residue[end] === residue[at]) end++;
  const members = Array.from({ length: end - at }, (_, k) => at + k);
  const candidates = models.filter(model => name === '' || isCalled(model, name));
  for (const model of candidates) {
    const order = ordered(members, names, model);
    if (order) return { model, order };
  }
  const known = models.flatMap(model => [model.name, ...model.synonyms]);
  const reason =
    candidates.length > 0
      ? `has particles ${names.slice(at, end).join(' ')}, but ${candidates.map(particlesOf).join(', or ')}`
      : `is none of the models (${models.map(({ name }) => name).join(', ')})`;
  const hint = candidates.length > 0 ? undefined : didYouMean(name, known);
  throw new RangeError(`residue ${residue[at] + 1} “${name}” ${reason}${hint ? `; ${hint}` : ''}`);
}

function consecutive(names: readonly string[], at: number, models: readonly MoleculeModel[]): Molecule {
  for (const model of models) {
    const order = model.sites.map((_, k) => at + k);
    if (model.sites.every((site, k) => at + k < names.length && isCalled(site, names[at + k])))
      return { model, order };
  }
  throw new RangeError(
    `particle ${at + 1} “${names[at]}” begins no molecule of the models: ${models.map(particlesOf).join(', or ')}`,
  );
}

/** Each site takes the first remaining particle with its name, own names before synonyms. */
function ordered(
  members: readonly number[],
  names: readonly string[],
  { sites }: MoleculeModel,
): number[] | null {
  if (members.length !== sites.length) return null;
  const left = new Set(members);
  const order = sites.map(({ name }) => take(left, i => names[i] === name));
  sites.forEach((site, k) => {
    if (order[k] < 0) order[k] = take(left, i => isCalled(site, names[i]));
  });
  return order.every(i => i >= 0) ? order : null;
}

function take(left: Set<number>, fits: (i: number) => boolean): number {
  for (const i of left) {
    if (!fits(i)) continue;
    left.delete(i);
    return i;
  }
  return -1;
}

function isCalled(
  { name, synonyms }: { name: string; synonyms: readonly string[] },
  wanted: string,
): boolean {
  return name === wanted || synonyms.includes(wanted);
}

function particlesOf({ title, sites }: MoleculeModel): string {
  return `${title} has ${sites.map(({ name }) => name).join(' ')}`;
}

function gathered(values: Float64Array, source: readonly number[]): Float64Array {
  return Float64Array.from(
    { length: 3 * source.length },
    (_, i) => values[3 * source[Math.floor(i / 3)] + (i % 3)],
  );
}

function runs(models: readonly MoleculeModel[]): Component[] {
  const components: { model: MoleculeModel; count: number }[] = [];
  for (const model of models) {
    const last = components.at(-1);
    if (last?.model === model) last.count++;
    else components.push({ model, count: 1 });
  }
  return components;
}

/** Moves each particle of a molecule to the image nearest to the previous one; neighbours in a model are neighbours in space. */
function makeWhole({ count, molecule, positions: x }: ParticleSystem, { edges }: Box): void {
  for (let i = 1; i < count; i++) {
    if (molecule[i] !== molecule[i - 1]) continue;
    for (let k = 0; k < 3; k++) {
      const before = x[3 * (i - 1) + k];
      x[3 * i + k] = before + nearestImage(x[3 * i + k] - before, edges[k]);
    }
  }
}

function refuseWrongRods({ rods, positions: x, names, molecule, moleculeNames }: ParticleSystem): void {
  for (const { a, b, length } of rods) {
    const found = Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]);
    if (Math.abs(found - length) <= looseRod) continue;
    const where = `${moleculeNames[molecule[a]]} ${molecule[a] + 1}`;
    throw new RangeError(
      `${names[a]} and ${names[b]} of ${where} are ${found.toFixed(3)} Å apart, but the rod between them has ${length.toFixed(3)} Å`,
    );
  }
}
