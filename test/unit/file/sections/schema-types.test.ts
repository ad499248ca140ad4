import { describe, expect, it } from 'vitest';
import {
  choice,
  either,
  list,
  names,
  number,
  strict,
  text,
  whole,
} from '../../../../src/file/sections/schema-types.ts';

const point = strict({
  name: text(),
  at: list(number()).length(2, 'two numbers'),
  mass: number().optional(),
});
const scalar = either([number(), text()], 'a number or a formula');

/** Paths and messages of all issues. */
const issues = (schema: { parse(value: unknown): { issues: readonly unknown[] } }, value: unknown) =>
  (schema.parse(value).issues as { path: unknown[]; message: string }[]).map(
    ({ path, message }) => `${path.join('.')}: ${message}`,
  );

describe('a schema', () => {
  it('returns what it accepts, without keys that were not given', () => {
    expect(point.parse({ at: [1, 2], name: 'a' })).toEqual({ value: { name: 'a', at: [1, 2] }, issues: [] });
    expect(names(scalar).parse({ k: 1, f: 'x^2' }).value).toEqual({ k: 1, f: 'x^2' });
    expect(point.nullable().parse(null)).toEqual({ value: null, issues: [] });
  });

  it('reports every mistake with its path', () => {
    expect(issues(list(point), [{ at: ['x', 2] }, 3])).toEqual([
      '0.name: expected string, received undefined',
      '0.at.0: expected number, received string',
      '1: expected object, received number',
    ]);
  });

  it('refuses unknown keys, infinity and NaN', () => {
    const { issues: found } = point.parse({ name: 'a', at: [0, 0], colour: 'red' });
    expect(found).toMatchObject([{ kind: 'unknown keys', keys: ['colour'], path: [] }]);
    expect(issues(number(), Number.NaN)).toEqual([': expected number, received NaN']);
    expect(issues(number(), Number.POSITIVE_INFINITY)).toHaveLength(1);
  });

  it('checks values after types, without changing the schema that a check was added to', () => {
    const count = whole('a whole number');
    expect(issues(count.positive('above zero'), 0)).toEqual([': above zero']);
    expect(issues(count.positive('above zero'), 0.5)).toEqual([': a whole number']);
    expect(issues(count, 0)).toEqual([]);
  });

  it('says of alternatives what the only one of the right type finds, else its own words', () => {
    const ends = either([list(text()).length(2, 'two names'), choice(['all'])], 'two names, or all');
    expect(issues(ends, ['a'])).toEqual([': two names']);
    expect(issues(ends, 3)).toEqual([': two names, or all']);
    expect(ends.parse('all').value).toBe('all');
  });
});
