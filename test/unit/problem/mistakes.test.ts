import { describe, expect, it } from 'vitest';
import { problem } from '../../../src/file/build-problem.ts';
import { load } from '../../../src/file/load.ts';
import { ProblemError } from '../../../src/problem/problem-error.ts';

function mistake(text: string, set: Record<string, number> = {}): ProblemError {
  try {
    load(text, { file: 'f.yaml', set });
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('no error');
}

/** The first line of the message, and the hint where one is expected. */
function expectMistake(text: string, first: string, hint?: string): void {
  const { message } = mistake(text);
  expect(message.split('\n')[0]).toBe(first);
  if (hint !== undefined) expect(message.split('\n').at(-1)).toBe(`  → ${hint}`);
}

const xy = 'coordinates: [x, y]\n';
const notation = 'expected a number, a formula, or { each, … }';

describe('mistakes in the form of the file', () => {
  const beginning = 'begin with  coordinates: [x, y]  and  potential: 9.81*y';
  it.each([
    ['', 'f.yaml: the problem is empty', beginning],
    ['# only a remark', 'f.yaml: the problem is empty', beginning],
    ['- x\n- y', 'f.yaml: this is not a problem: keys with values are expected', beginning],
    ['hello', 'f.yaml: this is not a problem: keys with values are expected', beginning],
    ['5', 'f.yaml: this is not a problem: keys with values are expected', beginning],
    [
      'potential: x',
      'f.yaml: “coordinates” is missing',
      'list the coordinates, for example  coordinates: [x, y]',
    ],
    ['coordinate: [x]', 'f.yaml:1: coordinate: unknown key “coordinate”', 'did you mean “coordinates”?'],
    [`${xy}potental: x`, 'f.yaml:2: potental: unknown key “potental”', 'did you mean “potential”?'],
    [`${xy}run:\n  stpe: 1`, 'f.yaml:3: run.stpe: unknown key “stpe”', 'did you mean “step”?'],
    [
      `${xy}constraints:\n  a:\n    each: i in 0..1\n    equations: x`,
      'f.yaml:5: constraints.a.equations: unknown key “equations”',
      'did you mean “equation”?',
    ],
    [`${xy}initial: { x: { zz: 1 } }`, 'f.yaml:2: initial.x.zz: unknown key “zz”', 'known here: each, value'],
  ])('%j', expectMistake);

  it.each([
    ['coordinates: [x, y\npotential: x', 'f.yaml:2: not valid YAML: '],
    ['a: b: c', 'f.yaml:1: not valid YAML: '],
    ['coordinates:\n\t- x', 'f.yaml:2: not valid YAML: '],
    [`${xy}mass: 1\nmass: 2`, 'f.yaml:3: not valid YAML: '],
    [`${xy}initial:\n  x: 1\n  x: 2`, 'f.yaml:4: not valid YAML: '],
    [`${xy}---\n${xy}`, 'f.yaml:2: not valid YAML: the file holds more than one document'],
    ['coordinates: *nobody', 'f.yaml: not a problem: Unresolved alias'],
    ['parameters: { a: &a [1, *a] }\ncoordinates: [x]', 'f.yaml: not a problem: '],
    ['reference: &r { r: *r }\ncoordinates: [x]\nmass: { x: &m [*m] }', 'f.yaml: not a problem: '],
    [`coordinates: ${'['.repeat(20_000)}`, 'f.yaml:1: not valid YAML: '],
  ])('%#: what is not YAML, or refers to itself', (text, beginning) => {
    expect(mistake(text).message.slice(0, beginning.length)).toBe(beginning);
  });

  it('a formula with brackets that needs quotes', () => {
    const { hint } = mistake('coordinates: { r: 2 }\nconstraints: { a: r[0] = r[1] }');
    expect(hint).toBe('inside { } a formula with brackets needs quotes: { a: "r[0] = r[1]" }');
  });

  it('an alias bomb', () => {
    const level = (name: string, inner: string) => `${name}: &${name} [${Array(10).fill(inner).join()}]\n`;
    const bomb = 'bcdefgh'
      .split('')
      .reduce((text, name, i) => text + level(name, `*${'abcdefg'[i]}`), level('a', 'x'));
    expect(mistake(bomb).message).toContain('not a problem: Excessive alias count');
  });

  it('a file without end', () => {
    expect(mistake('#'.repeat(20_000_001)).message).toContain('larger than 20000000 characters');
  });

  it('aliases are welcome where they help', () => {
    const made = load(
      'parameters: { a: &list [1, 2], b: *list }\ncoordinates: [x]\npotential: (a[1] + b[0])*x',
    );
    expect(made.H.value(Float64Array.of(1, 0))).toBe(3);
  });
});

describe('values of the wrong kind', () => {
  it.each([
    ['potential: [1]', 'potential: expected a number or a formula'],
    ['hamiltonian: { a: 1 }', 'hamiltonian: expected a number or a formula'],
    ['mass: true', `mass: ${notation}`],
    ['mass: [1, 2, 3]', 'mass: expected one mass for each of x, y, got 3'],
    ['name: 5', 'name: expected text, got a number'],
    ['tags: x', 'tags: expected a list, got text'],
    ['constraints: [x]', 'constraints: expected names with equations, such as rod: x^2 + y^2 = L^2'],
    ['constraints: { a: }', `constraints.a: ${notation}`],
    ['initial: [1, 2]', 'initial: expected names with values, got a list'],
    ['initial: { x: }', `initial.x: ${notation}`],
    ['parameters: [1]', 'parameters: expected names with values, got a list'],
    ['parameters: { a: true }', `parameters.a: ${notation}`],
    ['observables: { a: [x] }', 'observables.a: expected a number or a formula'],
    ['run: { step: [1] }', 'run.step: expected a number or a formula'],
    ['run: { every: 1.5 }', 'run.every: expected a whole number, at least 1'],
    ['run: { every: 0 }', 'run.every: expected a whole number, at least 1'],
    ['run: { seed: -1 }', 'run.seed: expected a whole number, at least 0'],
    ['run: { method: 3 }', 'run.method: expected text, got a number'],
  ])('%s', (line, message) => {
    expectMistake(`${xy}${line}`, `f.yaml:2: ${message}`);
  });

  it.each([
    ['potential: .nan', 'potential'],
    ['mass: .inf', 'mass'],
    ['mass: { x: 1, y: .nan }', 'mass.y'],
    ['parameters: { a: [1, [2, -.inf]] }', 'parameters.a[1][1]'],
    ['constraints: { a: .nan }', 'constraints.a'],
    ['initial: { x: 1e999 }', 'initial.x'],
    ['initial: { x: { each: "i in 0..1", value: .nan } }', 'initial.x.value'],
    ['observables: { a: .inf }', 'observables.a'],
    ['run: { step: .nan }', 'run.step'],
    ['run: { every: .inf }', 'run.every'],
  ])('no NaN, no infinity: %s', (line, place) => {
    expectMistake(`${xy}${line}`, `f.yaml:2: ${place}: a finite number is needed here`);
  });

  it('no NaN from a program either', () => {
    expect(() => problem({ coordinates: ['x'], initial: { x: Number.NaN } })).toThrow('initial.x: a finite');
    expect(() => problem({ coordinates: ['x'], mass: Number.POSITIVE_INFINITY })).toThrow('mass: a finite');
    const set = { m: Number.NaN };
    expect(mistake('parameters: { m: 1 }\ncoordinates: [x]\nmass: m', set).message).toContain(
      'the value given for “m” is not a finite number',
    );
  });
});

describe('mistakes in names', () => {
  const greek = 'use Latin or Greek letters without accents, digits and _, beginning with a letter';
  it.each([
    ['coordinates: []', 'coordinates: there must be at least one coordinate'],
    ['coordinates: {}', 'coordinates: there must be at least one coordinate'],
    [
      'coordinates: x',
      'coordinates: expected a list of names, or names with their shapes such as { r: [10, 2] }',
    ],
    ['coordinates: [1]', 'coordinates[0]: expected text, got a number'],
    ['coordinates: [x, x]', 'coordinates.x: the coordinate “x” is listed twice'],
    ['coordinates: [x, p_x]', 'coordinates.x: “p_x” is the momentum of “x” and cannot be defined again'],
    ['coordinates: [a b]', 'coordinates.a b: “a b” is not a name', greek],
    ['coordinates: [été]', 'coordinates.été: “été” is not a name', greek],
    ['coordinates: [2x]', 'coordinates.2x: “2x” is not a name', greek],
    ['coordinates: [""]', 'coordinates.: “” is not a name', greek],
    ['coordinates: [sin]', 'coordinates.sin: “sin” is the name of a function', 'choose another name'],
    [
      'coordinates: { r: 0 }',
      'coordinates.r: an array cannot have 0 entries',
      'lengths are whole numbers from 1',
    ],
    ['coordinates: { r: 1.5 }', 'coordinates.r: a whole number is needed here, not 1.5'],
    ['coordinates: { r: N }', 'coordinates.r: unknown name “N”'],
    ['coordinates: { r: [10000, 10000] }', 'coordinates: more than 1000000 coordinates'],
    [
      '{ coordinates: [x], parameters: { x: 1 } }',
      'coordinates.x: “x” is already a parameter',
      'rename one of them',
    ],
    [
      '{ coordinates: [x], parameters: { p_x: 1 } }',
      'coordinates.x: “p_x” is the momentum of “x” and cannot be defined again',
    ],
    ['{ coordinates: [x], parameters: { cos: 1 } }', 'parameters.cos: “cos” is the name of a function'],
    [
      '{ coordinates: [x], parameters: { __proto__: 1 } }',
      'parameters.__proto__: “__proto__” cannot be a name here',
    ],
  ])('%s', (text, message, hint?: string) => {
    expectMistake(text, `f.yaml:1: ${message}`, hint);
  });

  it.each(['x', 'x1', '_', 'θ', 'ϕ_2', 'constructor', 'toString', 'pi', 'e'])('“%s” is a good name', name => {
    const made = load(`coordinates: [${name}]\npotential: ${name}^2`);
    expect(made.H.value(Float64Array.of(3, 0))).toBe(9);
  });

  it.each([
    ['potential: z', 'potential'],
    ['hamiltonian: z', 'hamiltonian'],
    ['mass: z', 'mass'],
    ['mass: { z: 1 }', 'mass.z'],
    ['mass: { x: z }', 'mass.x'],
    ['constraints: { rod: x + z }', 'constraints.rod'],
    ['constraints: { a: { each: "i in 0..z", equation: x } }', 'constraints.a.each'],
    ['constraints: { a: { each: "i in 0..1", equation: z } }', 'constraints.a.equation'],
    ['initial: { z: 1 }', 'initial.z'],
    ['initial: { x: z }', 'initial.x'],
    ['initial: { x: { each: "i in z..1", value: 1 } }', 'initial.x.each'],
    ['observables: { a: z }', 'observables.a'],
    ['parameters: { a: z }', 'parameters.a'],
    ['parameters: { a: z, z: 1 }', 'parameters.a'],
    ['run: { until: z }', 'run.until'],
  ])('an unknown name: %s', (line, place) => {
    expectMistake(`${xy}${line}`, `f.yaml:2: ${place}: unknown name “z”`);
  });

  it('suggests what was probably meant, and shows the place', () => {
    const { message } = mistake('parameters: { length: 1 }\ncoordinates: [x]\npotential: 2*lenght*x');
    expect(message).toBe(
      [
        'f.yaml:3: potential: unknown name “lenght”',
        '    2*lenght*x',
        '      ^^^^^^',
        '  → did you mean “length”?',
      ].join('\n'),
    );
  });

  it('an override of what is not there', () => {
    const text = 'parameters: { length: 1 }\ncoordinates: [x]';
    expect(mistake(text, { lenght: 2 }).message).toBe(
      'f.yaml:1: parameters: there is no parameter “lenght”\n  → did you mean “length”?',
    );
    expect(mistake(xy, { a: 2 }).hint).toBe('this problem has no parameters');
  });
});

describe('mistakes in meaning', () => {
  const positive = 'for massless directions write the energy as “hamiltonian”';
  const mustMove = 'a constraint must contain coordinates or momenta; remove it or correct it';
  it.each([
    ['mass: 0', 'mass: the mass of x is 0; it must be positive', positive],
    ['mass: { x: 1, y: -2 }', 'mass: the mass of y is -2; it must be positive', positive],
    ['mass: { x: 1 }', 'mass: no mass is given for y', positive],
    ['mass: 1e-320', 'mass: the mass of x is 1e-320; it must be positive', positive],
    ['mass: x', 'mass: a constant is needed here, and this depends on “x”'],
    ['mass: { p_x: 1 }', 'mass.p_x: unknown name “p_x”'],
    [
      'mass: { x: y, y: 1 }',
      'mass.x: the value must be a number: it may contain parameters, not coordinates',
    ],
    ['potential: x + p_y', 'potential: the potential contains a momentum'],
    ['potential: x = 1', 'potential: an expression is expected here, not an equation'],
    ['potential: 1/0', 'potential: “1/0” divides by zero'],
    ['potential: x +', 'potential: expected a value after “+”'],
    ['constraints: { a: x - x }', 'constraints.a: always holds: it says 0 = 0', mustMove],
    ['constraints: { a: 1 = 2 }', 'constraints.a: can never hold: it says -1 = 0', mustMove],
    ['initial: { x + y: 1 }', 'initial.x + y: a value can be given to a coordinate or momentum only'],
    ['initial: { x: y }', 'initial.x: unknown name “y”'],
  ])('%s', (line, message, hint?: string) => {
    expectMistake(`${xy}${line}`, `f.yaml:2: ${message}`, hint);
  });

  it('hamiltonian beside potential or mass', () => {
    const hint = 'give either hamiltonian, or mass and potential';
    for (const other of ['potential', 'mass'])
      expectMistake(
        `${xy}hamiltonian: p_x^2\n${other}: 1`,
        `f.yaml:3: ${other}: “${other}” cannot stand beside “hamiltonian”`,
        hint,
      );
  });

  const r = 'coordinates: { r: [3, 2] }\n';
  it.each([
    ['potential: r', 'potential: a number is needed here, not an array of 3 × 2 numbers'],
    ['observables: { a: "r[0]" }', 'observables.a: a number is needed here, not a vector of 2 entries'],
    [
      'constraints: { a: "r[0] = 1" }',
      'constraints.a: the left side is a vector of 2 entries, the right side a number',
    ],
    ['initial: { r: [1, 2] }', 'initial.r: expected an array of 3 × 2 numbers, got a vector of 2 entries'],
    [
      'initial: { r: [[1, 2], [1, 2], [1]] }',
      'initial.r: expected a vector of 2 entries, got a vector of 1 entry',
    ],
    ['initial: { "r[0][0]": [1, 2] }', 'initial.r[0][0]: expected a number, got a vector of 2 entries'],
    ['initial: { "r[3]": 1 }', 'initial.r[3]: index 3 is out of range'],
    [
      'parameters: { a: [[1, 2], [3]] }',
      'parameters.a[1]: this entry is a vector of 1 entry, but the first one is a vector of 2 entries',
    ],
    [
      'parameters: { a: [1, [2]] }',
      'parameters.a[1]: this entry is a vector of 1 entry, but the first one is a number',
    ],
    ['parameters: { a: [] }', 'parameters.a: an array needs at least one entry'],
    ['run: { step: "[1, 2]" }', 'run.step: expected a number, got a vector of 2 entries'],
  ])('shapes that do not fit: %s', (line, message) => {
    expectMistake(`${r}${line}`, `f.yaml:2: ${message}`);
  });

  it('finds the line inside long files', () => {
    const text = `${xy}\n# a remark\nconstraints:\n  good: x = y\n  bad:\n    each: i in 0..1\n    equation: x = zz\n`;
    expectMistake(text, 'f.yaml:8: constraints.bad.equation: unknown name “zz”');
    expectMistake(text.replace('zz', 'x + i'), 'f.yaml:7: constraints.bad[0]: always holds: it says 0 = 0');
  });
});
