// Problem files for fuzzing: catalogue texts with random damage, and random specifications with small formulas.

import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';

const folder = new URL('../../cases/', import.meta.url);
const catalogue = readdirSync(folder)
  .filter(name => name.endsWith('.yaml'))
  .sort()
  .map(name => readFileSync(new URL(name, folder), 'utf8'));

const oddNumbers = ['0', '-1', '1e308', '1e-308', '-1e30', '1e400', '.nan', '.inf', '7', '0x1F', '1_000'];
const oddTexts = [
  '""',
  "''",
  '~',
  'true',
  '[]',
  '{}',
  '[[1, [2, [3]]], 4]',
  '{ each: "i in 0..3", value: i }',
  '{ each: "i in 3..0", equation: x = i }',
  'π²/√2',
  '"λ\u0000𝒳"',
  '"a = b = c"',
  '1/0',
  '0/0',
  'sqrt(-1)',
  'log(0)',
  'x^x^x',
  'p_x*x - x*p_x',
  '2020-01-01',
  '&a [*a]',
  '!!binary aGk=',
  '| \n  x',
  'constructor',
  '__proto__',
  `${'('.repeat(150)}1${')'.repeat(150)}`,
  Array.from({ length: 300 }, (_, i) => `sin(x + ${i})`).join(' + '),
  'sum(i, 0, 40, sum(j, 0, 40, i*j))',
];
const odd = fc.constantFrom(...oddNumbers, ...oddTexts);

/** A place in the text, as a share of its length. */
const share = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true });

type Damage = (text: string) => string;

const onCharacters = fc
  .record({ at: share, to: share, length: fc.integer({ min: 1, max: 8 }), kind: fc.nat(2) })
  .map(
    ({ at, to, length, kind }): Damage =>
      text => {
        const a = Math.floor(at * text.length);
        const b = Math.floor(to * text.length);
        const piece = text.slice(a, a + length);
        if (kind === 0) return text.slice(0, a) + text.slice(a + length);
        if (kind === 1) return text.slice(0, b) + piece + text.slice(b);
        return text.slice(0, a) + text.slice(b, b + length) + text.slice(a + length);
      },
  );

const onLines = fc.record({ at: share, to: share, kind: fc.nat(2) }).map(
  ({ at, to, kind }): Damage =>
    text => {
      const lines = text.split('\n');
      const a = Math.floor(at * lines.length);
      const b = Math.floor(to * lines.length);
      if (kind === 0) lines.splice(a, 1);
      else if (kind === 1) lines.splice(b, 0, lines[a]);
      else [lines[a], lines[b]] = [lines[b], lines[a]];
      return lines.join('\n');
    },
);

/** One of the places that match gets another content. */
function replaced(text: string, places: RegExp, at: number, by: string): string {
  const found = [...text.matchAll(places)];
  if (found.length === 0) return text;
  const match = found[Math.floor(at * found.length)];
  return text.slice(0, match.index) + by + text.slice(match.index + match[0].length);
}

const onNumbers = fc.record({ at: share, by: fc.constantFrom(...oddNumbers) }).map(
  ({ at, by }): Damage =>
    text =>
      replaced(text, /(?<=[\s:[*+(^])\d+(\.\d+)?/g, at, by),
);

const onValues = fc.record({ at: share, by: odd }).map(
  ({ at, by }): Damage =>
    text =>
      replaced(text, /(?<=: )[^\n{},]+/g, at, by),
);

export const damagedTexts: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...catalogue),
    fc.array(fc.oneof(onCharacters, onLines, onNumbers, onValues), { minLength: 1, maxLength: 3 }),
  )
  .map(([text, damages]) => damages.reduce((result, damage) => damage(result), text));

const leaf = fc.constantFrom('x', 'y', 'a', '1', '2', '0', '0.5', '1e200', 'p_x', 'p_y', 'pi');
const { formula } = fc.letrec<{ formula: string }>(tie => ({
  formula: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    leaf,
    fc
      .tuple(tie('formula'), fc.constantFrom('+', '-', '*', '/', '^'), tie('formula'))
      .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
    fc
      .tuple(fc.constantFrom('sin', 'exp', 'log', 'sqrt', 'abs', 'tan', 'asin', 'cosh'), tie('formula'))
      .map(([name, inner]) => `${name}(${inner})`),
    fc
      .tuple(fc.constantFrom('atan2', 'min', 'pow', 'max'), tie('formula'), tie('formula'))
      .map(([name, a, b]) => `${name}(${a}, ${b})`),
  ),
}));
const positions = formula.map(text => text.replaceAll('p_', ''));
const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constantFrom('a', 'a/2', 1e-9, 1e9, 0.1, 1e160));
const equation = fc
  .tuple(fc.oneof({ weight: 3, arbitrary: positions }, { weight: 1, arbitrary: formula }), value)
  .map(([left, right]) => `${left} = ${right}`);

const energy = fc.oneof(
  { weight: 3, arbitrary: fc.record({ potential: positions, mass: fc.constantFrom(1, 2, 'a', 1e-12) }) },
  {
    weight: 1,
    arbitrary: formula.map(hamiltonian => ({ hamiltonian: `(p_x^2 + p_y^2)/2 + ${hamiltonian}` })),
  },
  { weight: 1, arbitrary: formula.map(hamiltonian => ({ hamiltonian })) },
);

export const randomSpecifications: fc.Arbitrary<string> = fc
  .record({
    energy,
    constraints: fc.dictionary(fc.constantFrom('rod', 'rail'), equation, { maxKeys: 2 }),
    initial: fc.dictionary(fc.constantFrom('x', 'y', 'p_x', 'p_y'), value, { maxKeys: 4 }),
  })
  .map(({ energy: H, constraints, initial }) =>
    JSON.stringify({ parameters: { a: 1.5 }, coordinates: ['x', 'y'], ...H, constraints, initial }),
  );
