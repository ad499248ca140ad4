// The words of a problem file: keys from its schema, functions from the formula language, names from the file itself.

import { particleKeys } from '../../../src/file/particles/section-schema.ts';
import { problemKeys, runSchema } from '../../../src/file/sections/schema.ts';
import { intrinsics } from '../../../src/formula/language/intrinsics.ts';
import { momentumName, velocityName } from '../../../src/problem/state.ts';
import type { AboutMethod } from '../../engine/protocol.ts';
import type { ProblemFile } from '../../formulas/problem-file.ts';
import type { Vocabulary, Word, WordKind } from './completion.ts';

const functionNames = [...intrinsics.keys()];

const functionWords: readonly Word[] = functionNames.map(label => ({
  label,
  kind: 'function',
  detail: argumentsOf(label),
  apply: `${label}(`,
}));

const constants: readonly Word[] = [
  { label: 'pi', kind: 'constant', detail: '3.14159…' },
  { label: 'e', kind: 'constant', detail: '2.71828…' },
];

function argumentsOf(name: string): string {
  if (name === 'sum') return '(i, from, to, term)';
  const { least, most } = intrinsics.get(name) ?? { least: 1, most: 1 };
  const listed = ['a', 'b', 'c'].slice(0, least).join(', ');
  return most > least ? `(${listed}, …)` : `(${listed})`;
}

const keyWords = (keys: readonly string[]): readonly Word[] =>
  keys.map(label => ({ label, kind: 'key', apply: `${label}: ` }));

const valueWords = (labels: Iterable<string>): readonly Word[] =>
  [...new Set(labels)].map(label => ({ label, kind: 'value' }));

export function vocabularyOf(file: ProblemFile | null, methods: readonly AboutMethod[]): Vocabulary {
  const state = stateWords(file);
  return {
    keys: keyWords([...problemKeys, 'particles']),
    keysOf: { run: keyWords(Object.keys(runSchema.shape)), particles: keyWords(particleKeys) },
    valuesOf: methodValues(methods),
    state,
    formula: [...state, ...parameterWords(file), ...constants, ...functionWords],
  };
}

function stateWords(file: ProblemFile | null): readonly Word[] {
  const names = file?.coordinates.map(({ name }) => name) ?? [];
  const hasVelocities = file !== null && ('kinetic' in file.energies || 'lagrangian' in file.energies);
  const word = (label: string, kind: WordKind, detail: string): Word => ({ label, kind, detail });
  return [
    ...names.map(name => word(name, 'coordinate', 'coordinate')),
    ...names.map(name => word(momentumName(name), 'momentum', `momentum of ${name}`)),
    ...(hasVelocities ? names.map(name => word(velocityName(name), 'momentum', `velocity of ${name}`)) : []),
  ];
}

function parameterWords(file: ProblemFile | null): readonly Word[] {
  return (file?.parameters ?? []).map(({ name, text }) => ({
    label: name,
    kind: 'parameter',
    detail: `= ${text}`,
  }));
}

/** The method, and the parameters of methods that are names. */
function methodValues(methods: readonly AboutMethod[]): Readonly<Record<string, readonly Word[]>> {
  const named = methods.flatMap(({ parameters }) => parameters).filter(({ values }) => values !== undefined);
  const names = methods.map(({ name }) => name);
  return {
    method: valueWords(names),
    inner: valueWords(names),
    ...Object.fromEntries(
      ['flow', 'solver'].map(key => [
        key,
        valueWords(named.filter(({ name }) => name === key).flatMap(({ values }) => values ?? [])),
      ]),
    ),
  };
}

/** What the names in formulas are, for the colours. */
export function kindsOf({ formula }: Vocabulary): ReadonlyMap<string, WordKind> {
  return new Map(formula.map(({ label, kind }) => [label, kind]));
}
