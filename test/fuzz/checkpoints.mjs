// Checkpoints that are damaged (a flipped bit, a part missing or copied), or changed and given the right checksum again, and
// then resumed. None may end in an internal error, touch the files of the earlier run before it finishes, or put a number that is
// not finite into the rows. A damaged one is refused, but where the damage says nothing (a space): then the rows must be right.
//   node test/fuzz/checkpoints.mjs [COUNT] [SEED]   prints the result as JSON

import { fork } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createRandom } from './kills.mjs';

const resident = fileURLToPath(new URL('../cli/resident-program.mjs', import.meta.url));
const program = fileURLToPath(new URL('../../dist/cli/command-line.js', import.meta.url));

const pendulum = ['run', 'planar-pendulum', '--step', '0.01', '--every', '3'];
const argon = ['run', 'argon-box', '--every', '2'];
/** Each is run to the first time, and resumed to the second. */
const subjects = [
  { args: [...pendulum, '--out', 'a.csv'], rows: 'a.csv', times: ['0.1', '0.2'] },
  { args: [...pendulum, '--method', 'bdf3', '--out', 'a.npy'], rows: 'a.npy', times: ['0.1', '0.2'] },
  { args: [...pendulum, '--method', 'rattle-4', '--out', 'a.json'], rows: 'a.json', times: ['0.1', '0.2'] },
  { args: [...argon, '--out', 'a.xyz'], rows: 'a.xyz', times: ['20*fs', '30*fs'] },
  { args: [...argon, '--out', '.'], rows: 'rows.csv', times: ['20*fs', '30*fs'] },
];

/** `inputs` counts the checkpoints. */
export async function attack({ count, seed }) {
  const random = createRandom(seed);
  const outcomes = {};
  const failures = [];
  const cotangent = createProgram();
  const folder = mkdtempSync(join(tmpdir(), 'cotangent-checkpoints-'));
  try {
    const bases = [];
    for (const [k, subject] of subjects.entries())
      bases.push(await prepared(subject, join(folder, String(k)), cotangent));
    for (let input = 0; input < count; input++) {
      const base = bases[input % bases.length];
      const change = drawn(random, base.checkpoint);
      const outcome = await resumed(base, change, join(folder, 'work'), cotangent);
      if (outcome.reason)
        failures.push({ seed, input, rows: base.rows, change: change.name, reason: outcome.reason });
      const name = `${change.isDamage ? 'damaged' : 'changed'}: ${outcome.name}`;
      outcomes[name] = (outcomes[name] ?? 0) + 1;
    }
  } finally {
    cotangent.end();
    rmSync(folder, { recursive: true, force: true });
  }
  return { inputs: count, outcomes, failures };
}

async function prepared(subject, folder, cotangent) {
  const { args, rows, times } = subject;
  mkdirSync(folder);
  await must(cotangent, folder, [...args, '--until', times[0]]);
  const whole = `${folder}-whole`;
  cpSync(folder, whole, { recursive: true });
  await must(cotangent, whole, [...args, '--until', times[1], '--resume']);
  const checkpoint = `${rows}.checkpoint`;
  return {
    rows,
    args: [...args, '--until', times[1], '--resume'],
    folder,
    file: checkpoint,
    checkpoint: readFileSync(join(folder, checkpoint), 'utf8'),
    before: readFileSync(join(folder, rows), 'latin1'),
    after: readFileSync(join(whole, rows), 'latin1'),
  };
}

async function must(cotangent, folder, args) {
  const { code, stderr } = await cotangent.run(folder, args);
  if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
}

async function resumed(base, { text, isDamage }, work, cotangent) {
  cpSync(base.folder, work, { recursive: true });
  try {
    writeFileSync(join(work, base.file), text);
    const { code, stderr } = await cotangent.run(work, base.args);
    const rows = readFileSync(join(work, base.rows), 'latin1');
    const locks = readdirSync(work).filter(file => file.includes('.lock'));
    return judged({ base, code, stderr, rows, locks, isDamage });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function judged({ base, code, stderr, rows, locks, isDamage }) {
  if (/internal error|^ {4}at /m.test(stderr)) return { name: 'internal error', reason: stderr };
  if (locks.length > 0) return { name: 'lock left', reason: locks.join(' ') };
  if (code !== 0 && code !== 1) return { name: 'strange exit code', reason: `${code}: ${stderr}` };
  if (rows === base.after && code === 0) return { name: 'said the same' };
  if (code === 1 && rows === base.before) return { name: 'refused' };
  if (isDamage) return { name: 'accepted', reason: `a damaged checkpoint went through (${code}): ${stderr}` };
  if (base.rows.endsWith('csv') && /nan|inf/i.test(rows.slice(rows.indexOf('\n'))))
    return { name: 'not finite', reason: 'a number that is not finite is in the rows' };
  // Another state that is possible: nobody can tell it from a true one.
  return { name: code === 0 ? 'another possible state' : 'failed on its way' };
}

const pick = (random, list) => list[Math.floor(random() * list.length)];

function drawn(random, text) {
  if (random() < 0.6) return { ...damaged(random, text), isDamage: true };
  return { ...changed(random, text), isDamage: false };
}

function damaged(random, text) {
  const at = Math.floor(random() * text.length);
  const kind = random();
  if (kind < 0.8) {
    const bit = 1 << Math.floor(random() * 7);
    const flipped = String.fromCharCode(text.charCodeAt(at) ^ bit);
    return { name: `bit ${bit} at ${at}`, text: text.slice(0, at) + flipped + text.slice(at + 1) };
  }
  if (kind < 0.9) return { name: `cut at ${at}`, text: text.slice(0, at) };
  const to = Math.floor(random() * text.length);
  return { name: `from ${at} to ${to}`, text: text.slice(0, at) + text.slice(to) };
}

const strange = [
  -5,
  -1,
  0,
  1,
  0.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  4294967296,
  null,
  true,
  '',
  'x',
  '0'.repeat(16),
  [],
  {},
  [[]],
  [null],
  { bytes: 1e15, sha256: '0'.repeat(64) },
  '7ff8000000000000',
  '7ff0000000000000'.repeat(3),
  'f'.repeat(16),
  '__proto__',
  '\u0000',
];
const doubles = [
  '7ff8000000000000',
  '7ff0000000000000',
  'fff0000000000000',
  '0000000000000001',
  '7fefffffffffffff',
  '8000000000000000',
  '4340000000000000',
  'bff0000000000000',
  '3fe0000000000000',
];

/** One or more values replaced, removed, added or made longer, and the checksum right. */
function changed(random, text) {
  const { checksum: _, ...body } = JSON.parse(text);
  const names = [];
  for (let left = 1 + Math.floor(random() * random() * 4); left > 0; left--) names.push(edit(random, body));
  const plain = JSON.stringify(body);
  return {
    name: names.join(', '),
    text: JSON.stringify({ ...JSON.parse(plain), checksum: checksum(plain) }),
  };
}

function edit(random, body) {
  const { holder, key, path } = place(random, body);
  const value = holder[key];
  const kind = random();
  if (typeof value === 'string' && /^[0-9a-f]{16,}$/.test(value) && kind < 0.5)
    return editNumbers(random, holder, key, path);
  if (path === 'identity' && kind < 0.6) return editIdentity(random, body);
  if (kind < 0.7) {
    holder[key] = structuredClone(pick(random, strange));
    return `${path} = ${JSON.stringify(holder[key]).slice(0, 40)}`;
  }
  if (kind < 0.8) {
    if (Array.isArray(holder)) holder.splice(Number(key), 1);
    else delete holder[key];
    return `${path} removed`;
  }
  if (Array.isArray(holder)) holder.push(structuredClone(value));
  else if (typeof value === 'number') holder[key] = value + pick(random, [-3, -1, 1, 3, 1e6]);
  else holder[`${key}2`] = value;
  return `${path} added to`;
}

function editNumbers(random, holder, key, path) {
  const value = holder[key];
  const at = 16 * Math.floor((random() * value.length) / 16);
  const kind = random();
  const double = pick(random, doubles);
  if (kind < 0.7) holder[key] = value.slice(0, at) + double + value.slice(at + 16);
  else if (kind < 0.8) holder[key] = value.slice(0, at) + value.slice(at + 16);
  else if (kind < 0.9) holder[key] = value + double;
  else holder[key] = value.slice(0, -pick(random, [1, 2, 8]));
  return `${path}: ${double} at ${at}`;
}

/** The description of the run is JSON in a text. */
function editIdentity(random, body) {
  const inner = objectIn(body.identity);
  if (!inner) return 'identity';
  const name = edit(random, inner);
  body.identity = JSON.stringify(inner);
  return `identity.${name}`;
}

/** null where an edit before has left something else. */
function objectIn(text) {
  try {
    const data = JSON.parse(text);
    return typeof data === 'object' ? data : null;
  } catch {
    return null;
  }
}

/** A value anywhere below the body. */
function place(random, body) {
  let [holder, path] = [body, ''];
  for (;;) {
    const key = pick(random, Object.keys(holder));
    if (key === undefined) return { holder, key: 'added', path: `${path}added` };
    path += (path && '.') + key;
    const value = holder[key];
    if (value === null || typeof value !== 'object' || random() < 0.3 || Object.keys(value).length === 0)
      return { holder, key, path };
    holder = value;
  }
}

/** FNV-1a over the characters, 64 bits, as in the definition of the format. */
function checksum(text) {
  let hash = 0xcbf29ce484222325n;
  for (let i = 0; i < text.length; i++)
    hash = ((hash ^ BigInt(text.charCodeAt(i))) * 0x100000001b3n) & 0xffffffffffffffffn;
  return hash.toString(16).padStart(16, '0');
}

/** One process for many commands, one after the other; its death is an answer too. */
function createProgram() {
  const begun = () => fork(resident, [program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  let child = begun();
  return {
    run: (cwd, args) =>
      new Promise(resolve => {
        const died = code => {
          child = begun();
          resolve({ code: code ?? -1, stderr: 'internal error: the process died' });
        };
        child.once('exit', died);
        child.once('message', answer => {
          child.off('exit', died);
          resolve(answer);
        });
        child.send({ id: 0, cwd, args });
      }),
    end: () => child.kill(),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [count = 1000, seed = 1] = process.argv.slice(2).map(Number);
  console.log(JSON.stringify(await attack({ count, seed }), null, 1));
}
