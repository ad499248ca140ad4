// The formulas of a problem file in reading order: energy, constraints, observables.

import { nameTex } from './name-tex.ts';
import type { NamedFormula, NamedShape, ProblemFile } from './problem-file.ts';
import { texOf } from './tex.ts';

export interface FormulaGroup {
  readonly title: string;
  /** In TeX. */
  readonly lines: readonly string[];
}

/** Largest number of coordinates written out in the kinetic energy. */
const fewCoordinates = 6;
const tooLong = '\\text{(too long to be typeset)}';

export function formulaGroups(file: ProblemFile): FormulaGroup[] {
  const groups = [
    { title: 'Energy', lines: file.particles ? particleEnergy(file.particles) : energyLines(file) },
    { title: 'Constraints', lines: file.constraints.map(constraintLine) },
    {
      title: 'Observables',
      lines: file.observables.map(formula => definition(nameTex(formula.name), formula)),
    },
  ];
  return groups.filter(({ lines }) => lines.length > 0);
}

const tex = (formula: string) => texOf(formula) ?? tooLong;

function definition(name: string, { text, each }: NamedFormula): string {
  return `${name} = ${tex(text)}${each === null ? '' : range(each)}`;
}

/** An expression without “=” is zero. */
function constraintLine({ text, each }: NamedFormula): string {
  const equation = text.includes('=') ? tex(text) : `${tex(text)} = 0`;
  return `${equation}${each === null ? '' : range(each)}`;
}

/** “i in 1..9, j in 0..i-1” as  i = 1, …, 9,  j = 0, …, i − 1. */
export function range(each: string): string {
  const ranges = each.split(/,(?![^([]*[)\]])/).map(piece => {
    const [, index, first, last] = /^\s*(\S*)\s+in\s+(.*?)\.\.(.*)$/su.exec(piece) ?? [];
    if (index === undefined) return '\\square';
    return `${tex(index)} = ${tex(first)}, \\dots, ${tex(last)}`;
  });
  return `,\\quad ${ranges.join(',\\ ')}`;
}

function energyLines({ energies, mass, coordinates }: ProblemFile): string[] {
  const { hamiltonian, lagrangian, kinetic, potential, stiff } = energies;
  if (hamiltonian !== undefined) return [`H = ${tex(hamiltonian)}`];
  if (lagrangian !== undefined) return [`L = ${tex(lagrangian)}`];
  const parts = [
    ['T', kinetic === undefined ? kineticTex(mass, coordinates) : tex(kinetic)],
    ...(potential === undefined ? [] : [['V', tex(potential)]]),
    ...(stiff === undefined ? [] : [['V_{\\mathrm{stiff}}', tex(stiff)]]),
  ];
  const H = `H = ${parts.map(([letter]) => letter).join(' + ')}`;
  return [...(parts.length > 1 ? [H] : []), ...parts.map(([letter, formula]) => `${letter} = ${formula}`)];
}

/** Σ p²/2m, written out where the coordinates are few. */
function kineticTex(mass: ProblemFile['mass'], coordinates: readonly NamedShape[]): string {
  const isWritten =
    coordinates.length <= fewCoordinates && coordinates.every(({ shape }) => shape.length === 0);
  if (typeof mass === 'string') {
    const momenta = isWritten
      ? coordinates.map(({ name }) => `${nameTex(`p_${name}`)}^{2}`).join(' + ')
      : '\\left\\lVert p \\right\\rVert^{2}';
    return `\\frac{${momenta || 'p^{2}'}}{${tex(`2*(${mass})`)}}`;
  }
  const massOf = (name: string) =>
    (mass ?? []).find(entry => entry.name === name && entry.each === null)?.text;
  if (!isWritten || !mass || !coordinates.every(({ name }) => massOf(name) !== undefined))
    return '\\sum_k \\frac{p_k^{2}}{2 m_k}';
  return coordinates
    .map(({ name }) => `\\frac{${nameTex(`p_${name}`)}^{2}}{${tex(`2*(${massOf(name)})`)}}`)
    .join(' + ');
}

/** Molecules bring their own forces; only those that the file adds can be shown. */
function particleEnergy(forces: readonly NamedFormula[]): string[] {
  return [
    'H = \\sum_k \\frac{\\left\\lVert p_k \\right\\rVert^{2}}{2 m_k} + V(r)',
    ...forces.map(force => definition(`V_{${nameTex(force.name.replaceAll('-', '_'))}}`, force)),
  ];
}
