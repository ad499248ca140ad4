import { describe, expect, it } from 'vitest';
import { methods } from '../../../../../src/methods/registry.ts';
import { readProblemFile } from '../../../../../studio/formulas/problem-file.ts';
import { completionsAt } from '../../../../../studio/problem/editor/completion.ts';
import { kindsOf, vocabularyOf } from '../../../../../studio/problem/editor/vocabulary.ts';

const file = readProblemFile(`
parameters: { m: 1, L: sqrt(2) }
coordinates: [x, y]
`);
const known = methods.map(method => ({ ...method, needsPenalty: false, obstacle: null }));
const vocabulary = vocabularyOf(file, known);

/** The labels on offer where “|” stands, and the letters typed so far. */
function at(text: string) {
  const cursor = text.indexOf('|');
  const plain = text.replace('|', '');
  const offer = completionsAt(plain, cursor, vocabulary);
  if (!offer) return null;
  return { typed: plain.slice(offer.from, cursor), labels: offer.words.map(({ label }) => label) };
}

const formulaWords = ['x', 'p_y', 'm', 'L', 'pi', 'sin', 'norm2', 'sum'];

describe('what can be typed next', () => {
  it.each([
    ['in a formula of one line', 'potential: m*g*|'],
    ['in a formula over several lines', 'kinetic: >-\n  m*v_x^2\n  + |'],
    ['in an equation', 'constraints:\n  rod: x^2 + |'],
    ['in an equation between quotes', 'constraints: { rod: { each: "i in 0..1", equation: "|'],
    ['in a value of the start', 'initial: { x: |'],
    ['in a block of the start', 'initial:\n  x: sqrt(|'],
    ['in a list of the start', 'initial:\n  r:\n    - [0, |'],
    ['in a mass', 'mass: |'],
    ['in a shape', 'coordinates: { r: [|'],
    ['in a setting of the run', 'run: { step: |'],
    ['after a comma in a call', 'potential: sum(i, 0, |'],
  ])('all that formulas know, %s', (_, text) => {
    expect(at(text)?.labels).toEqual(expect.arrayContaining(formulaWords));
  });

  it('the keys of the file that are not there yet, at the left edge', () => {
    const labels = at('name: a\npotential: x\ncoo|')?.labels ?? [];
    expect(labels).toEqual(expect.arrayContaining(['coordinates', 'constraints', 'particles', 'run']));
    expect(labels).not.toContain('potential');
    expect(at('|')?.labels).toContain('name');
  });

  it('the keys of a section', () => {
    for (const text of ['run: { |', 'run:\n  |', 'run: { method: rattle, |', 'run:\n  method: rattle\n  st|'])
      expect(at(text)?.labels).toEqual(expect.arrayContaining(['method', 'step', 'until', 'omega']));
    expect(at('particles: { mo|')?.labels).toEqual(expect.arrayContaining(['molecules', 'density']));
    expect(at('particles:\n  forces:\n    |')).toBeNull();
  });

  it('methods, flows and solvers', () => {
    expect(at('run: { method: |')?.labels).toEqual(expect.arrayContaining(['rattle', 'bdf2', 'zhang-skeel']));
    expect(at('run:\n  flow: |')?.labels).toEqual(expect.arrayContaining(['verlet', 'midpoint']));
    expect(at('run: { solver: |')?.labels).toContain('newton');
    expect(at('run: { method: zhang-s|')?.typed).toBe('zhang-s');
  });

  it('coordinates and momenta as keys of the start', () => {
    for (const text of ['initial: { |', 'initial:\n  |', 'initial: { x: 1, p|'])
      expect(at(text)?.labels).toEqual(['x', 'y', 'p_x', 'p_y']);
  });

  it('the keys of a family', () => {
    expect(at('constraints:\n  links: { |')?.labels).toEqual(['each', 'equation']);
    expect(at('initial: { "r[i]": { each: "i in 0..1", |')?.labels).toEqual(['each', 'value']);
  });

  it.each([
    'description: a |',
    'coordinates: [x|',
    'constraints:\n  ro|',
    'x: 1 # m|',
    '# m|',
    '  m|',
    'constraints: { l: { each: "i|',
  ])('nothing in “%s”', text => expect(at(text)).toBeNull());

  it('replaces the word that is being typed, and no more', () => {
    expect(at('potential: m*si|')?.typed).toBe('si');
    expect(at('potential: x-si|')?.typed).toBe('si');
    expect(at('potential: 2*θ|')?.typed).toBe('θ');
    expect(at('potential: x + |')?.typed).toBe('');
  });
});

describe('the words of a file', () => {
  it('have kinds for the colours', () => {
    const kinds = kindsOf(vocabulary);
    expect(['x', 'p_x', 'L', 'cos', 'pi', 'nothing'].map(name => kinds.get(name))).toEqual([
      'coordinate',
      'momentum',
      'parameter',
      'function',
      'constant',
      undefined,
    ]);
  });

  it('contain velocities where the energy is given in them', () => {
    const labels = (text: string) => vocabularyOf(readProblemFile(text), []).state.map(({ label }) => label);
    expect(labels('{ coordinates: [q], kinetic: v_q^2 }')).toEqual(['q', 'p_q', 'v_q']);
    expect(labels('{ coordinates: [q], potential: q }')).toEqual(['q', 'p_q']);
  });

  it('are there for an empty file', () => {
    expect(vocabularyOf(null, []).keys.map(({ label }) => label)).toContain('coordinates');
  });
});
