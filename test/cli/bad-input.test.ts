// Whatever is wrong ends with a clear message, an exit code that is not zero, and no damaged file.

import { mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { badFile, comparable } from '../bad-input/bad-file.ts';
import { createWorkplace, parsed } from './cotangent.ts';

const { cotangent, withDisk, path, read, write, has } = createWorkplace();

/** Standard error of a command that must fail by its own decision. */
async function refused(...args: string[]): Promise<string> {
  const { code, stderr } = await cotangent(...args);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^error: /);
  expect(stderr).not.toMatch(/internal error|^ {4}at /m);
  return stderr;
}

const pendulum = `coordinates: [x, y]
potential: 9.81*y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
`;

/** Problem files of test/bad-input that the command line must refuse too, with the same message. */
const badNames = [
  'syntax/no-content',
  'syntax/broken-yaml',
  'syntax/a-tab',
  'syntax/broken-json',
  'potential/a-broken-formula',
  'observables/unquoted-comma',
  'potential/an-unknown-name',
  'keys/an-unknown-key',
  'run/an-unknown-key-of-run',
  'constraints/an-index-out-of-range',
  'potential/a-vector-as-potential',
  'constraints/vectors-of-different-length',
  'keys/the-wrong-type',
  'constraints/a-list-of-constraints',
  'coordinates/no-coordinates',
  'coordinates/zero-coordinates',
  'coordinates/a-coordinate-twice',
  'mass/a-negative-mass',
  'initial/a-start-that-is-not-finite',
  'constraints/a-constant-constraint',
  'run/a-negative-step',
  'run/every-zero-steps',
  'syntax/a-list',
  'syntax/two-documents',
  'syntax/an-expanding-alias',
];

describe.concurrent('a bad problem file', () => {
  it.each(badNames)('%s', async name => {
    const { file, text, expected } = badFile(name);
    write(file, text);
    const out = `${file}.out.csv`;
    const stderr = await refused('run', file, '--out', out);
    const message = stderr.replace(/^error: /, '').trimEnd();
    expect(comparable(message, expected)).toEqual(expected);
    expect(readdirSync(path('.')).filter(entry => entry.startsWith(out))).toEqual([]);
  });
});

/** Content of the file, then what the message must contain. */
const mistakes: Record<string, [string | Uint8Array, RegExp]> = {
  'an unknown method': [`${pendulum}run: { method: ratle }`, /no method “ratle”; did you mean “rattle”\?/],
  'bytes that are not text': [Uint8Array.from({ length: 999 }, (_, i) => (i * 193) % 256), /is not text/],
  'no content at all': ['', /the problem is empty\n {2}→ begin with/],
  'deep nesting': [`coordinates: ${'['.repeat(5000)}`, /not valid YAML/],
  'a formula nested deeply': [`coordinates: [x]\npotential: ${'('.repeat(9999)}x`, /file:2: potential: /],
  'forty thousand keys twice': [
    `coordinates: [x]\nparameters:\n${Array.from({ length: 40_000 }, (_, i) => `  a${i}: 1\n`).join('')}  a7: 2\n`,
    /file:40003: not valid YAML: the key “a7” is given twice/,
  ],
  'thirty megabytes': ['#'.repeat(30_000_000), /larger than 20000000 characters/],
};

describe.concurrent('a problem file with', () => {
  it.each(Object.entries(mistakes))('%s', async (name, [content, message]) => {
    const file = write(`${name.replaceAll(' ', '-')}.yaml`, content);
    const out = `${file}.out.csv`;
    const stderr = await refused('run', file, '--out', out);
    expect(stderr.replace(file, 'file')).toMatch(message);
    expect(readdirSync(path('.')).filter(entry => entry.startsWith(out))).toEqual([]);
  });
});

describe.concurrent('FILE that', () => {
  it('is not there', async () => {
    expect(await refused('run', 'nowhere.yaml')).toMatch(/no file and no catalogue problem “nowhere\.yaml”/);
    expect(await refused('check', 'double-pendulun')).toMatch(
      /did you mean the catalogue problem “double-pendulum”/,
    );
    expect(await refused('run')).toMatch(/missing required argument 'file'/);
  });

  it('is a folder', async () => {
    expect(await refused('check', '.')).toMatch(/is a folder/);
  });
});

/** Problems that load but must not run: initial state and more, then what the check must say. */
const illPosed: Record<string, [string, RegExp]> = {
  'an inconsistent start': [
    pendulum.replace('x: 1 ', 'x: 1.1, p_x: 0.5 '),
    /cotangent check an-inconsistent-start\.yaml --repair.*“rod”/s,
  ],
  'a constraint without gradient': [
    pendulum.replace('= 1 }', '= 1, again: (x^2 + y^2 - 1)^2 = 0 }'),
    /gradient of\s+“again”\s+is\s+zero/s,
  ],
  'contradicting constraints': [
    pendulum.replace('= 1 }', '= 1, other: x^2 + y^2 = 2 }'),
    /“rod” and “other” contradict each other/,
  ],
  'a degenerate start': ['coordinates: [x, y]\npotential: y\nconstraints: { cross: x*y = 0 }\n', /singular/],
  'an infinite energy': [pendulum.replace('9.81*y', '1/y'), /hamiltonian is Infinity at the start/],
};

describe.concurrent('a problem with', () => {
  it.each(Object.entries(illPosed))(
    '%s is refused, and an older file kept',
    async (name, [text, message]) => {
      const file = write(`${name.replaceAll(' ', '-')}.yaml`, text);
      const out = write(`${file}.csv`, 'precious\n');
      expect(await refused('run', file, '--out', out)).toMatch(message);
      expect(read(out)).toBe('precious\n');
      expect((await cotangent('check', file)).code).toBe(1);
    },
  );

  it('such a start is told to machines as JSON', async () => {
    write('machine.yaml', pendulum.replace('x: 1 ', 'x: 1.1 '));
    const { code, stdout } = await cotangent('run', 'machine.yaml', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ refused: true, findings: [{ verdict: 'fail' }] });
  });
});

describe.concurrent('a run that fails on its way', () => {
  it('says where and why, and keeps its good rows', async () => {
    // The bob falls fast enough after a while that one step can no longer land on the circle.
    write('fast.yaml', pendulum.replace('9.81*y', '9.81*y + 40*x^3*y'));
    const { code, stdout, stderr } = await cotangent(
      'run',
      'fast.yaml',
      '--step',
      '0.12',
      '--json',
      '--out',
      'fast.csv',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^error: step \d+ from t = [\d.]+ failed \(did not converge\), constraint “rod”, residual \S+, after \d+ iterations?: .*halve the step/,
    );
    const { ending, failure, steps } = JSON.parse(stdout);
    expect(ending).toBe('failed');
    expect(failure).toMatchObject({ step: steps + 1, constraint: 'rod' });
    expect(steps).toBeGreaterThan(0);
    expect(parsed(read('fast.csv')).rows).toHaveLength(steps + 1);
    expect(has('fast.csv.checkpoint')).toBe(false);
  });

  it('ends before a value that is not finite reaches the file', async () => {
    write('log.yaml', 'coordinates: [x]\npotential: x^2/2\ninitial: { x: 1 }\nobservables: { l: log(x) }\n');
    expect(await refused('run', 'log.yaml', '--out', 'log.csv')).toMatch(/the column “l” would hold NaN/);
    const { rows } = parsed(read('log.csv'));
    expect(rows[rows.length - 1][0]).toBe(1.57);
  });
});

describe.concurrent('an option', () => {
  it.each([
    [['--step', '0'], /“0” is not positive/],
    [['--step=-1'], /“-1” is not positive/],
    [['--until', 'NaN'], /“NaN” is not a number/],
    [['--until', 'Infinity'], /“Infinity” is not a number/],
    [['--until', '1e9', '--step', '1e-9'], /steps are too many/],
    [['--every', '1.5'], /“1.5” is not a whole number/],
    [['--set', 'mass2=3'], /no parameter “mass2”/],
    [['--set', 'm1'], /not of the form name=value/],
    [['--set', 'm1=-1'], /mass of x1 is -1; it must be positive/],
    [['--method', 'ratle'], /no method “ratle”; did you mean “rattle”\?/],
    [['--method', 'verlet'], /“verlet” does not apply here/],
    [['--flow', 'verle'], /no flow “verle”; did you mean “verlet”\?/],
    [['--solver', 'newtn'], /no solver “newtn”; did you mean “newton”\?/],
    [['--mehtod', 'rattle'], /unknown option '--mehtod'\n\(Did you mean --method\?\)/],
    [['--resume'], /--resume needs --out/],
    [['--figures', 'f'], /--figures needs --out/],
    [['--out', 'rows.txt'], /the ending \.txt is not known; use \.csv, \.json, \.npy or a folder/],
  ])('%j is refused', async (options, message) => {
    expect(await refused('run', 'double-pendulum', ...options)).toMatch(message);
  });

  it('and a command that does not exist are refused with a suggestion', async () => {
    expect(await refused('chekc', 'torus')).toMatch(/unknown command 'chekc'\n\(Did you mean check\?\)/);
    expect(await refused('list', 'method')).toMatch(/did you mean “methods”\?/);
  });
});

describe.concurrent('the studio', () => {
  it.each(['70000', '-1', '1.5', 'x'])('at port %s is refused', async port => {
    expect(await refused('studio', `--port=${port}`)).toMatch(/is not a (port|number)/);
  });
});

describe.concurrent('an output', () => {
  const run = ['run', 'double-pendulum', '--until', '1', '--out'];

  it('below a file is refused', async () => {
    write('plain', 'text');
    expect(await refused(...run, 'plain/rows.csv')).toMatch(
      /cannot write plain\/rows\.csv: a part of the path/,
    );
    expect(await refused(...run, 'plain')).toMatch(/a part of the path is a file/);
    expect(read('plain')).toBe('text');
  });

  it('in place of a folder is refused', async () => {
    mkdirSync(path('folder.csv'));
    expect(await refused(...run, 'folder.csv')).toMatch(/cannot write folder\.csv: it is a folder/);
  });

  it('with two columns of one name is refused', async () => {
    write('twice.yaml', 'coordinates: [x]\nobservables: { energy: x }\n');
    expect(await refused('run', 'twice.yaml', '--out', 'twice.csv')).toMatch(/two columns called “energy”/);
  });

  it.each([0, 50, 400, 5000])(
    'on a disk full after %d bytes is told, and an older file stays',
    async space => {
      const out = `full-${space}.csv`;
      write(out, 'precious\n');
      const { code, stderr } = await withDisk({ space }, ...run, out);
      expect(code).toBe(1);
      expect(stderr).toContain(`error: cannot write ${out}: no space is left on the disk`);
      expect(stderr).not.toContain('internal error');
      expect(read(out)).toBe('precious\n');
      expect(has(`${out}.lock`)).toBe(false);
    },
  );
});

describe('a random method', () => {
  const compare = (...more: string[]) => ['compare', 'double-pendulum', '--until', '1', '--methods', ...more];

  it('is not compared with an exact motion, unless it has no noise', async () => {
    expect(await refused(...compare('rattle,g-baoab'))).toMatch(/“g-baoab” is random.*--friction 0/);
    expect(await refused(...compare('constrained-hmc'))).toMatch(/“constrained-hmc” is random.*averages/);
    expect((await cotangent(...compare('g-baoab', '--friction', '0'))).code).toBe(0);
  });

  it('is certified without its noise, and that is said', async () => {
    const { stdout, code } = await cotangent('certify', 'torus-sampling', '--friction', '2');
    expect(code).toBe(0);
    expect(stdout).toMatch(/step 0\.1, friction 0: its claims are those without noise/);
  });
});

describe('a run to resume', () => {
  const run = ['run', 'double-pendulum', '--step', '0.05', '--out', 'base.csv'];
  const resumed = (...more: string[]) => refused(...run, '--until', '2', '--resume', ...more);

  it('must be there, whole, and the same', async () => {
    expect(await resumed()).toMatch(/nothing to resume: base\.csv\.checkpoint does not exist/);
    expect((await cotangent(...run, '--until', '1')).code).toBe(0);
    const [rows, checkpoint] = [read('base.csv'), read('base.csv.checkpoint')];

    expect(await resumed('--step', '0.01')).toMatch(/had step 0\.05, this one has 0\.01/);
    expect(await resumed('--set', 'g=2')).toMatch(/had set none, this one has g=2/);
    expect(await resumed('--method', 'shake')).toMatch(/had method rattle, this one has shake/);
    expect(await refused(...run, '--until', '0.5', '--resume')).toMatch(
      /already at t = 1; give a later --until/,
    );
    write('base.csv.checkpoint', checkpoint.slice(0, 200));
    expect(await resumed()).toMatch(/checkpoint is damaged/);
    write('base.csv.checkpoint', checkpoint.replace('"steps": 20', '"steps": 21'));
    expect(await resumed()).toMatch(/checksum is wrong/);
    write('base.csv.checkpoint', '{"name": "something else"}');
    expect(await resumed()).toMatch(/not a checkpoint/);
    write('base.csv.checkpoint', checkpoint);
    expect(read('base.csv')).toBe(rows);

    write('base.csv', rows.slice(0, -300));
    expect(await resumed()).toMatch(/does not contain the rows that its checkpoint refers to/);
    expect(read('base.csv')).toBe(rows.slice(0, -300));
    expect(has('base.csv.partial')).toBe(false);
  });
});
