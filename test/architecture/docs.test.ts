import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { load } from '../../src/file/load.ts';
import { fromSources, typeErrors, writeExample } from './example.ts';
import { anchorsOf, brokenLinks, codeBlocks, type Library } from './markdown.ts';
import { filesBelow, root, type SourceFile } from './source-files.ts';

const pagesAtTop = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];

function page(path: string): SourceFile {
  return { path, text: readFileSync(join(root, path), 'utf8') };
}

const library: Library = {
  exists: path => existsSync(join(root, path)),
  anchors: path => (path.endsWith('.md') ? anchorsOf(page(path).text) : null),
};

describe('documentation', () => {
  it.each([...pagesAtTop, ...filesBelow(['docs'], '.md').map(({ path }) => path)])(
    '%s: links lead somewhere',
    path => {
      expect(brokenLinks(page(path), library)).toEqual([]);
    },
  );

  const wholeProblems = filesBelow(['docs'], '.md').flatMap(({ path, text }) =>
    codeBlocks(text, 'yaml')
      .filter(block => /^coordinates:/m.test(block))
      .map((block, i) => ({ path, block, number: i + 1 })),
  );

  it.each(wholeProblems)('$path: problem file $number loads', ({ path, block }) => {
    expect(load(block, { file: path }).n).toBeGreaterThan(0);
  });
});

describe('README.md', () => {
  it('shows a problem file that loads', () => {
    const [block] = codeBlocks(page('README.md').text, 'yaml');
    expect(load(block, { file: 'README.md' }).n).toBeGreaterThan(0);
  });
});

/** What the programs of a page print: one list for each call of console.log. */
const printed: Readonly<Record<string, (lines: readonly unknown[][]) => void>> = {
  'README.md': () => {},
  'docs/library.md'([[order, defect], [verdict]]) {
    expect(order).toBeCloseTo(2, 1);
    expect(defect).toBeLessThan(1e-11);
    expect(verdict).toBe('pass');
  },
  'docs/observables.md'([[kelvin], [tension]]) {
    expect(kelvin).toBeGreaterThan(0);
    expect(Number.isFinite(tension)).toBe(true);
  },
};

describe('programs in the documentation', () => {
  const programs = [page('README.md'), ...filesBelow(['docs'], '.md')].flatMap(({ path, text }) =>
    codeBlocks(text, 'ts').map(block => ({ path, block })),
  );

  it.each(programs)('$path: has no type errors, runs and prints what it should', async ({ path, block }) => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => {});
    onTestFinished(() => log.mockRestore());
    const example = writeExample(block);
    onTestFinished(example.remove);
    expect(typeErrors(example)).toBe('');
    await import(/* @vite-ignore */ example.file);
    printed[path](log.mock.calls);
  });

  it('are one on each page that is listed here', () => {
    expect(programs.map(({ path }) => path)).toEqual(Object.keys(printed));
  });
});

describe('the check of the documentation', () => {
  const fake: Library = { exists: path => path === 'docs/b.md', anchors: () => new Set(['one-idea']) };
  const check = (text: string) => brokenLinks({ path: 'docs/a.md', text }, fake);

  it('accepts links to files and anchors that exist, to the web, and inside code', () => {
    expect(check('[b](b.md) [b](./b.md#one-idea) [web](https://example.org/x.md)')).toEqual([]);
    expect(check('`[no](no.md)`\n```\n[no](no.md)\n```\n')).toEqual([]);
  });

  it('rejects links to files and anchors that do not exist', () => {
    expect(check('text\n[c](c.md)')).toEqual(['docs/a.md:2 points to docs/c.md, which does not exist']);
    expect(check('[b](b.md#two)')).toEqual(['docs/a.md:1 points to #two, which docs/b.md does not have']);
    expect(check('[b](../b.md)')).toHaveLength(1);
  });

  it('makes anchors as GitHub does', () => {
    const text = '# One idea\n## What `check` says: g, {g,H}\n## One idea\n```\n# not a heading\n```\n';
    expect([...anchorsOf(text)]).toEqual(['one-idea', 'what-check-says-g-gh', 'one-idea-1']);
  });

  it('finds blocks of code by their language', () => {
    const text = '```yaml\na: 1\n```\ntext\n```ts\nx\n```\n```yaml\nb: 2\n```\n';
    expect(codeBlocks(text, 'yaml')).toEqual(['a: 1\n', 'b: 2\n']);
    expect(fromSources("import { load } from 'cotangent';")).toMatch(/from ".*src\/index\.ts";$/);
  });

  it('finds a type error in an example, and an error when it runs', async () => {
    const wrong = writeExample("const x: number = 'one';");
    onTestFinished(wrong.remove);
    expect(typeErrors(wrong)).toMatch('TS2322');
    const failing = writeExample(
      "const x: number = 1;\nif (x > 0) throw new Error('x is positive');\nexport {};",
    );
    onTestFinished(failing.remove);
    expect(typeErrors(failing)).toBe('');
    await expect(import(/* @vite-ignore */ failing.file)).rejects.toThrow('x is positive');
  });
});
