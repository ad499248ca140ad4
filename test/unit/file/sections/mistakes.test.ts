// Mistakes that depend on more than the text of a file: size, overrides, programs. The others are files in test/bad-input.

import { describe, expect, it } from 'vitest';
import { problem } from '../../../../src/file/build-problem.ts';
import { load } from '../../../../src/file/load.ts';
import { ProblemError } from '../../../../src/problem/problem-error.ts';

function mistake(text: string, set: Record<string, number> = {}): ProblemError {
  try {
    load(text, { file: 'f.yaml', set });
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('no error');
}

describe('mistakes in the form of the file', () => {
  it.each(['', '# only a remark'])('an empty file: %j', text => {
    expect(mistake(text).message).toBe(
      'f.yaml: the problem is empty\n  → begin with  coordinates: [x, y]  and  potential: 9.81*y',
    );
  });

  it('a list nested 20,000 times', () => {
    const beginning = 'f.yaml:1: not valid YAML: ';
    expect(mistake(`coordinates: ${'['.repeat(20_000)}`).message.slice(0, beginning.length)).toBe(beginning);
  });

  it('a file without end', () => {
    expect(mistake('#'.repeat(20_000_001)).message).toContain('larger than 20000000 characters');
  });

  it('accepts aliases where they help', () => {
    const made = load(
      'parameters: { a: &list [1, 2], b: *list }\ncoordinates: [x]\npotential: (a[1] + b[0])*x',
    );
    expect(made.H.value(Float64Array.of(1, 0))).toBe(3);
  });
});

describe('mistakes of a program', () => {
  it('no NaN', () => {
    expect(() => problem({ coordinates: ['x'], initial: { x: Number.NaN } })).toThrow('initial.x: a finite');
    expect(() => problem({ coordinates: ['x'], mass: Number.POSITIVE_INFINITY })).toThrow('mass: a finite');
    const set = { m: Number.NaN };
    expect(mistake('parameters: { m: 1 }\ncoordinates: [x]\nmass: m', set).message).toContain(
      'the value given for “m” is not a finite number',
    );
  });

  it('no override of a parameter that does not exist', () => {
    const text = 'parameters: { length: 1 }\ncoordinates: [x]';
    expect(mistake(text, { lenght: 2 }).message).toBe(
      'f.yaml:1: parameters: there is no parameter “lenght”\n  → did you mean “length”?',
    );
    expect(mistake('coordinates: [x, y]\n', { a: 2 }).hint).toBe('this problem has no parameters');
  });
});

describe('names', () => {
  it.each(['x', 'x1', '_', 'θ', 'ϕ_2', 'constructor', 'toString', 'pi', 'e'])('accepts “%s”', name => {
    const made = load(`coordinates: [${name}]\npotential: ${name}^2`);
    expect(made.H.value(Float64Array.of(3, 0))).toBe(9);
  });
});
