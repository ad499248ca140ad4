import { readdirSync, readFileSync } from 'node:fs';
import katex from 'katex';
import { describe, expect, it } from 'vitest';
import { formulaGroups, range } from '../../../../studio/formulas/file-formulas.ts';
import { type ProblemFile, readProblemFile } from '../../../../studio/formulas/problem-file.ts';
import { wholeParameters } from '../../../../studio/formulas/whole-parameters.ts';

const folder = new URL('../../../../cases/', import.meta.url);
const cases = readdirSync(folder).filter(file => file.endsWith('.yaml'));
const read = (text: string) => readProblemFile(text) as ProblemFile;
const caseFile = (name: string) => read(readFileSync(new URL(name, folder), 'utf8'));
const linesOf = (text: string) =>
  Object.fromEntries(formulaGroups(read(text)).map(({ title, lines }) => [title, lines]));

describe('the formulas of a file', () => {
  it('are its energy, its constraints and its observables', () => {
    const text = `
coordinates: [x, y]
mass: m
potential: m*g*y
constraints: { rod: x^2 + y^2 = L^2, flat: y }
observables: { spin: x*p_y - y*p_x }
`;
    expect(linesOf(text)).toEqual({
      Energy: ['H = T + V', 'T = \\frac{p_{x}^{2} + p_{y}^{2}}{2\\,m}', 'V = m\\,g\\,y'],
      Constraints: ['x^{2} + y^{2} = L^{2}', 'y = 0'],
      Observables: ['\\mathrm{spin} = x\\,p_{y} - y\\,p_{x}'],
    });
  });

  it('show a mass for each coordinate, and one for all', () => {
    expect(linesOf('{ coordinates: [x1, x2], mass: { x1: m, x2: 2 } }').Energy).toEqual([
      'T = \\frac{p_{x_{1}}^{2}}{2\\,m} + \\frac{p_{x_{2}}^{2}}{2 \\cdot 2}',
    ]);
    expect(linesOf('{ coordinates: { r: [9, 2] } }').Energy).toEqual([
      'T = \\frac{\\left\\lVert p \\right\\rVert^{2}}{2}',
    ]);
    expect(linesOf('{ coordinates: { r: [2] }, mass: [1, 2] }').Energy).toEqual([
      'T = \\sum_k \\frac{p_k^{2}}{2 m_k}',
    ]);
  });

  it.each([
    ['hamiltonian: p_q^2/2', 'H = \\frac{p_{q}^{2}}{2}'],
    ['lagrangian: v_q^2/2', 'L = \\frac{v_{q}^{2}}{2}'],
    ['kinetic: v_q^2/2', 'T = \\frac{v_{q}^{2}}{2}'],
  ])('%s', (line, tex) => expect(linesOf(`coordinates: [q]\n${line}`).Energy).toEqual([tex]));

  it('name the members of a family', () => {
    const text = 'constraints: { links: { each: "i in 1..9", equation: "norm2(r[i] - r[i-1]) = L^2" } }';
    expect(linesOf(text).Constraints).toEqual([
      '\\left\\lVert r_{i} - r_{i - 1} \\right\\rVert^{2} = L^{2},\\quad i = 1, \\dots, 9',
    ]);
    expect(range('i in 0..3, j in i+1..4')).toBe(',\\quad i = 0, \\dots, 3,\\ j = i + 1, \\dots, 4');
    expect(range('i in')).toBe(',\\quad \\square');
  });

  it.each(cases)('can be typeset: %s', name => {
    const groups = formulaGroups(caseFile(name));
    expect(groups.length).toBeGreaterThan(0);
    for (const line of groups.flatMap(({ lines }) => lines)) {
      katex.renderToString(line, { throwOnError: true, strict: 'error' });
      expect(line).not.toContain('\\square');
      expect(line).not.toContain('too long');
    }
  });

  it('pass over what is wrong', () => {
    expect(readProblemFile('a: [1')).toBeNull();
    expect(readProblemFile('just a text')).toBeNull();
    expect(readProblemFile('')).toBeNull();
    const text =
      'coordinates: 3\nmass: [[1]]\nconstraints: [a]\ninitial: 7\npotential: { a: 1 }\nparticles: 1';
    expect(formulaGroups(read(text)).map(({ title }) => title)).toEqual(['Energy']);
  });
});

describe('parameters that count', () => {
  const counting = (name: string) => [...wholeParameters(caseFile(name))].sort();

  it('are lengths of arrays, ends of ranges and sums, and seeds', () => {
    expect(counting('chain.yaml')).toEqual(['N']);
    expect(counting('dna.yaml')).toEqual(['N', 'seed']);
    expect(counting('rigid-top.yaml')).toEqual([]);
  });

  it('are found in sums and indices alone', () => {
    const text = 'parameters: { k: 1, m: 2, a: 3, b: 4 }\npotential: sum(i, 0, m, a*i)*b + r[k]';
    expect([...wholeParameters(read(text))].sort()).toEqual(['k', 'm']);
  });
});
