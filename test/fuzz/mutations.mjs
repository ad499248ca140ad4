// Mutations of problem files: a base file becomes plain data, and a seeded sequence of changes is made to it: numbers to extremes,
// keys dropped, renamed or copied, formulas spliced, values of other kinds. Others are damaged as text, by characters or by tokens.

import { parse } from 'yaml';

const numbers = [
  ...[0, -0, 1, -1, 2, 0.5, 3, 7, 40, 1000, 1e-9, 1e9, 1e-160, 1e160, 1e-300, 1e300, 5e-324, 1e308],
  ...[-1e308, 2 ** 31, 2 ** 53, 1e21, Number.NaN, Number.POSITIVE_INFINITY],
];
const pieces = [
  ...[
    'x',
    'y',
    'p_x',
    'r[0]',
    'r[i][0]',
    'norm2(r[0])',
    'sum(i, 0, 9, i)',
    'sum(i, 0, 1e9, i)',
    '1/0',
    '0^0',
    'pi',
  ],
  ...[
    'sqrt(-1)',
    'log(0)',
    'x^x',
    'exp(exp(9))',
    '(',
    ')',
    '= 0',
    '^',
    'atan2(x, y)',
    'unknown',
    '1e400',
    '298*K',
    'ø',
  ],
];
const values = [
  null,
  true,
  '',
  [],
  {},
  [[]],
  'x',
  [1, 'a'],
  { each: 'i in 0..3', value: 'i' },
  'i in 0..1e9',
];

/** Every place of the data: [holder, key]. */
function placesOf(data, found = []) {
  if (typeof data !== 'object' || data === null) return found;
  for (const key of Object.keys(data)) {
    found.push([data, key]);
    placesOf(data[key], found);
  }
  return found;
}

/** Each changes the value of a place. */
const changes = [
  ({ pick, uniform }, holder, key) => {
    const value = holder[key];
    holder[key] =
      typeof value === 'number' && uniform() < 0.5
        ? value * pick([-1, 0.9, 1.1, 10, 1e-3, 1e6])
        : pick(numbers);
  },
  ({ pick }, holder, key) => {
    holder[key] = structuredClone(pick(values));
  },
  (_, holder, key) => {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
  },
  ({ pick }, holder, key) => {
    const copy = structuredClone(holder[key]);
    if (Array.isArray(holder)) holder.push(copy);
    else {
      const name = pick([
        `${key}s`,
        key.slice(1),
        'x',
        'mass',
        'each',
        '__proto__',
        'constructor',
        `${key}[0]`,
      ]);
      Object.defineProperty(holder, name, {
        value: copy,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    }
  },
  ({ pick, below }, holder, key) => {
    const text = String(holder[key]);
    const at = below(text.length + 1);
    holder[key] = text.slice(0, at) + pick(pieces) + text.slice(at + below(3));
  },
  ({ pick }, holder, key) => {
    if (typeof holder[key] === 'string')
      holder[key] = `${holder[key]} ${pick(['+', '*', '-', '/', '^'])} ${pick(pieces)}`;
    else holder[key] = pick(pieces);
  },
];

const noises = [
  '{',
  '}',
  '[',
  ']',
  ':',
  '\n',
  '\t',
  '- ',
  '"',
  "'",
  '&a ',
  '*a',
  '#',
  '!!',
  '|',
  '\u0000',
  '9e99',
  '\ufffd',
];

/** A character or a few: inserted, removed, or with one bit changed. */
function withDamagedBytes({ below, pick }, text) {
  const at = below(text.length);
  return pick([
    () => text.slice(0, at) + pick(noises) + text.slice(at),
    () => text.slice(0, at) + text.slice(at + below(20)),
    () => text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ (1 << below(7))) + text.slice(at + 1),
    () => text.slice(0, at),
  ])();
}

/** Words, numbers and signs: one is copied over, exchanged with, or put in front of another. */
function withDamagedTokens({ below, pick }, text) {
  const tokens = text.match(/[\w.]+|\s+|[^\w\s]/g) ?? [];
  const [a, b] = [below(tokens.length), below(tokens.length)];
  pick([
    () => tokens.splice(a, 1, tokens[b]),
    () => tokens.splice(a, 0, tokens[b]),
    () => tokens.splice(a, 1),
    () => ([tokens[a], tokens[b]] = [tokens[b], tokens[a]]),
  ])();
  return tokens.join('');
}

export function damaged(random, text) {
  let result = text;
  for (let k = random.below(3); k >= 0 && result !== ''; k--)
    result = random.pick([withDamagedBytes, withDamagedTokens])(random, result);
  return result;
}

/** Changes in data, one to three of them; keys for people are left alone. */
export function changed(random, data) {
  for (let k = random.below(3); k >= 0; k--) {
    const places = placesOf(data).filter(
      ([, key]) => !['description', 'provenance', 'reference', 'tags'].includes(key),
    );
    if (places.length === 0) break;
    const [holder, key] = random.pick(places);
    random.pick(changes)(random, holder, key);
  }
  return data;
}

/** Data as a problem file; JSON has no NaN and infinity, YAML has. */
export function fileText(data) {
  const special = value => (typeof value === 'number' && !Number.isFinite(value) ? `@${value}@` : value);
  const json = JSON.stringify(data, (_, value) => special(value), 1);
  const yaml = { NaN: '.nan', Infinity: '.inf', '-Infinity': '-.inf' };
  return json.replace(/"@(-?\w+)@"/g, (_, value) => yaml[value]);
}

/** A mutated problem file: half of them as text, half as data. */
export const mutatedFile = (random, text) =>
  random.chance(0.5) ? damaged(random, text) : fileText(changed(random, dataOf(text)));

/** Files with mistakes in their syntax have no data. */
function dataOf(text) {
  try {
    const data = parse(text);
    // Data that contain themselves have no text.
    JSON.stringify(data);
    return data;
  } catch {
    return { coordinates: ['x'], potential: text.slice(0, 40) };
  }
}
