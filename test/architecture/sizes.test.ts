import { describe, expect, it } from 'vitest';
import { fileViolation, functionSizes, functionViolations, limits } from './sizes.ts';
import { filesBelow } from './source-files.ts';

/** Generated, or tables of coefficients and nothing else. */
const exempt = new Set(['studio/formulas/grammar/parser.ts', 'studio/formulas/grammar/parser.terms.ts']);

const all = [
  ...filesBelow(['src', 'cli', 'bench', 'cases', 'papers', 'studio', 'test'], '.ts'),
  ...filesBelow(['studio'], '.tsx'),
];
const files = all.filter(({ path }) => !exempt.has(path));

describe('sizes', () => {
  it(`keeps files to ${limits.fileLines} lines`, () => {
    expect(files.map(fileViolation).filter(violation => violation !== null)).toEqual([]);
  });

  it(`keeps functions to ${limits.functionLines} own lines and ${limits.parameters} parameters`, () => {
    expect(files.flatMap(functionViolations)).toEqual([]);
  });

  it('exempts only files that exist', () => {
    const paths = new Set(all.map(({ path }) => path));
    expect([...exempt].filter(path => !paths.has(path))).toEqual([]);
  });
});

const statements = (count: number) => Array.from({ length: count }, (_, i) => `  const x${i} = ${i};`);

describe('the check of the sizes', () => {
  const inFile = (text: string) => ({ path: 'src/a.ts', text });

  it('counts the lines of a file', () => {
    const lines = (count: number) => inFile('//\n'.repeat(count));
    expect(fileViolation(lines(400))).toBeNull();
    expect(fileViolation(lines(401))).toBe('src/a.ts has 401 lines');
  });

  it('counts the lines of a function from its head to its closing bracket', () => {
    const make = (count: number) => inFile(`\nfunction long() {\n${statements(count - 2).join('\n')}\n}\n`);
    expect(functionViolations(make(60))).toEqual([]);
    expect(functionViolations(make(61))).toEqual(['src/a.ts:2 long has 61 lines']);
  });

  it('does not count nested functions for the one around them', () => {
    const inner = `  function inner() {\n${statements(50).join('\n')}\n  }`;
    const outer = inFile(`function outer() {\n${inner}\n${statements(50).join('\n')}\n}\n`);
    expect(functionSizes(outer).map(({ name, ownLines }) => [name, ownLines])).toEqual([
      ['outer', 52],
      ['inner', 52],
    ]);
  });

  it('names arrows, methods and properties after what holds them', () => {
    const text =
      'const f = () => 1;\nclass A { g() {} }\nconst o = { h(x: number) { return x; }, k: () => 2 };';
    expect(functionSizes(inFile(text)).map(({ name }) => name)).toEqual(['f', 'g', 'h', 'k']);
  });

  it('counts parameters of functions and of signatures', () => {
    const six = '(a: 1, b: 2, c: 3, d: 4, e: 5, f: 6)';
    const five = six.replace(', f: 6', '');
    expect(functionViolations(inFile(`function g${five} {}\ntype F = ${five} => void;`))).toEqual([]);
    expect(functionViolations(inFile(`function g${six} {}`))).toEqual(['src/a.ts:1 g takes 6 parameters']);
    expect(functionViolations(inFile(`type F = ${six} => void;`))).toHaveLength(1);
    expect(functionViolations(inFile(`interface I { f${six}: void }`))).toHaveLength(1);
  });
});
