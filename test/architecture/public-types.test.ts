import { describe, expect, it } from 'vitest';
import { type Declared, emitDeclarations, isDocumented, publicNames, typesIn } from './declarations.ts';
import type { SourceFile } from './source-files.ts';

const files = emitDeclarations();
const names = publicNames(files);
const fileOf = ({ path }: Declared): SourceFile => files.get(path) ?? { path, text: '' };
const key = ({ path, name }: Declared) => `${path} ${name}`;

/** ProblemSpec is computed from the schema of problem files; what a user sees of it is plain data. */
const computed = new Set(['src/file/sections/schema-types.ts Infer']);

describe('the declarations of the library', () => {
  it('have a JSDoc comment on every public name', () => {
    const bare = names.filter(name => !isDocumented(fileOf(name), name.name));
    expect(bare.map(({ shown, path }) => `${shown} (${path})`)).toEqual([]);
  });

  it('export every type that a public signature mentions', () => {
    const known = new Set(names.map(key));
    const missing = names.flatMap(name =>
      typesIn(fileOf(name), name.name)
        .filter(type => !known.has(key(type)) && !computed.has(key(type)))
        .map(type => `${type.name} (${type.path}), seen in ${name.shown}`),
    );
    expect(missing).toEqual([]);
  });
});
