// Runs of the compiled program that are killed at a change of a file, or that meet a full disk, and are resumed, several times
// in a row: in the end rows and checkpoint must be the bytes of a run without a stop, and until then the files of an earlier
// run must be untouched. Where a fault strikes is counted in changes of files, so that a failure can be repeated.
//   node test/fuzz/kills.mjs [COUNT] [SEED]   prints the result as JSON

import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url));
const faults = new URL('../cli/disk-faults.mjs', import.meta.url).href;

const pendulum = ['run', 'planar-pendulum', '--step', '0.01', '--every', '3'];
const argon = ['run', 'argon-box', '--every', '2'];

/** What is written; `rows` are compared as bytes, H5MD by the checksums in its checkpoint. */
const subjects = [
  { out: 'a.csv', rows: ['a.csv'], args: pendulum, until: '0.4', other: ['--method', 'rattle-4'] },
  { out: 'a.json', rows: ['a.json'], args: pendulum, until: '0.4', other: ['--method', 'rattle-4'] },
  { out: 'a.npy', rows: ['a.npy'], args: pendulum, until: '0.4', other: ['--method', 'rattle-4'] },
  { out: 'a.xyz', rows: ['a.xyz'], args: argon, until: '90*fs', other: ['--step', '3*fs'] },
  {
    out: 'a',
    rows: ['a/rows.csv', 'a/rdf.csv', 'a/msd.csv', 'a/final.gro'],
    checkpoint: 'a/rows.csv.checkpoint',
    trajectory: 'a/trajectory.h5md',
    args: argon,
    until: '90*fs',
    other: ['--step', '3*fs'],
  },
];

/** Kills and full disks; `inputs` counts the faults. */
export async function attack({ count, seed }) {
  const random = createRandom(seed);
  const straight = new Map();
  const outcomes = {};
  const failures = [];
  let inputs = 0;
  for (let story = 0; inputs < count; story++) {
    const subject = subjects[story % subjects.length];
    const folder = mkdtempSync(join(tmpdir(), 'cotangent-kills-'));
    try {
      const expected = straight.get(subject) ?? (await withoutFault(subject));
      straight.set(subject, expected);
      inputs += await suffer({ subject, folder, random, expected, outcomes, seed, story, failures });
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return { inputs, outcomes, failures };
}

const checkpointOf = ({ checkpoint, out }) => checkpoint ?? `${out}.checkpoint`;
const mainFile = ({ rows, trajectory }) => trajectory ?? rows[0];

/** The files of a run that meets no fault, and its number of changes. */
async function withoutFault(subject) {
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-kills-'));
  try {
    const { code, stderr } = await run(subject, folder, { count: join(folder, 'changes') });
    if (code !== 0) throw new Error(`the program fails without a fault: ${stderr}`);
    const files = [...subject.rows, checkpointOf(subject)];
    const bytes = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
    return {
      changes: Number(readFileSync(join(folder, 'changes'), 'utf8')),
      bytes,
      contents: contentsOf(folder, files),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One story: perhaps an earlier run of another kind, then faults, then the end. Returns the number of faults. */
async function suffer({ subject, folder, random, expected, outcomes, seed, story, failures }) {
  const told = [];
  const fail = reason => failures.push({ seed, story, out: subject.out, faults: told, reason });
  const tell = outcome => {
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  };
  const earlier = random() < 0.5 ? await earlierRun(subject, folder) : null;
  const most = 1 + Math.floor(4 * random());
  for (let k = 0; k < most; k++) {
    const fault = drawn(random, expected);
    told.push(fault);
    const { code, stderr } = await begin(subject, folder, fault, k > 0);
    const isStopped = fault.kill ? code === null : code === 1;
    if (stderr.includes('internal error')) fail(stderr);
    if (!isStopped && code !== 0) fail(`ended with exit code ${code}: ${stderr}`);
    if (fault.space !== undefined && isStopped && !/no space is left|ENOSPC|No space/.test(stderr))
      fail(`a full disk is not told: ${stderr}`);
    if (code === 0) {
      tell('ended before the fault');
      break;
    }
    tell(fault.kill ? 'killed' : 'disk full');
    if (earlier && !isUntouched(folder, subject, earlier, expected)) fail('an earlier file was changed');
  }
  const { code, stderr } = await begin(subject, folder, {}, true);
  if (code !== 0) fail(`cannot go on: ${stderr}`);
  else if (!isSame(folder, expected.contents)) fail('other bytes than without a stop');
  else tell('same bytes in the end');
  const rest = leftOver(folder, subject);
  if (code === 0 && rest.length > 0) fail(`left behind: ${rest.join(', ')}`);
  return told.length;
}

function drawn(random, { changes, bytes }) {
  if (random() < 0.75) return { kill: 1 + Math.floor(changes * random()) };
  return { space: Math.floor(1.5 * bytes * random()) };
}

/** Resumes where there is something to resume, else begins anew; so would a user. */
async function begin(subject, folder, fault, isLater) {
  if (!isLater) return run(subject, folder, fault);
  const resumed = await run(subject, folder, fault, ['--resume']);
  const isNothing = /nothing to resume|cannot resume: the earlier run had/.test(resumed.stderr);
  return isNothing ? run(subject, folder, fault) : resumed;
}

async function earlierRun(subject, folder) {
  const { code, stderr } = await run(subject, folder, {}, subject.other);
  if (code !== 0) throw new Error(`the earlier run fails: ${stderr}`);
  return contentsOf(folder, [...subject.rows, checkpointOf(subject), mainFile(subject)]);
}

/** The earlier files are there, or already those of the run that finished. */
const isUntouched = (folder, _subject, earlier, { contents }) =>
  Object.entries(earlier).every(([file, bytes]) => {
    const now = read(folder, file);
    return now !== null && (now === bytes || contents[file] === undefined || now === contents[file]);
  });

const isSame = (folder, contents) =>
  Object.entries(contents).every(([file, bytes]) => read(folder, file) === bytes);

/** Files that only a run in progress may have. */
const leftOver = (folder, subject) =>
  [...subject.rows, ...(subject.trajectory ? [subject.trajectory] : [])].flatMap(file =>
    ['.partial', '.partial.checkpoint', '.lock', '.lock.claim']
      .map(ending => file + ending)
      .filter(path => existsSync(join(folder, path))),
  );

const read = (folder, file) => {
  const path = join(folder, file);
  return existsSync(path) ? readFileSync(path, 'latin1') : null;
};

const contentsOf = (folder, files) => Object.fromEntries(files.map(file => [file, read(folder, file)]));

/** exit code null: killed. */
function run({ out, args, until }, cwd, fault, more = []) {
  const env = { ...process.env, DISK_FAULT: JSON.stringify({ clock: 1000, ...fault }) };
  const all = ['--import', faults, program, ...args, '--until', until, '--out', out, ...more];
  return new Promise(resolve => {
    const child = execFile(process.execPath, all, { cwd, env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

/** Mulberry32: the same numbers for a seed on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let x = Math.imul(state ^ (state >>> 15), state | 1);
    x ^= x + Math.imul(x ^ (x >>> 7), x | 61);
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = 100, seed = 1] = process.argv.slice(2).map(Number);
  console.log(JSON.stringify(await attack({ count, seed }), null, 1));
}
