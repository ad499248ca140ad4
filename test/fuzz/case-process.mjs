// One process of the fuzz suite: makes the input of a number, gives it to the compiled program, and sends the outcome. A thread ends
// the process when a case takes more than its processor time: what hangs cannot be asked.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { parse } from 'yaml';
import { check, load, simulate } from '../../dist/cotangent.js';
import { command } from './captured-command.mjs';
import { inputOf } from './inputs.mjs';
import { wrongIn } from './oracle.mjs';
import { brokenCheckpoint, brokenLink } from './sealed-data.mjs';

/** Words for the user; any other exception is a fault of ours. */
const userErrors = [
  ...['ProblemError', 'MethodError', 'FormulaError', 'ScheduleError', 'ObservationError', 'GraphTooLarge'],
  ...['InconsistentStartError', 'CheckpointError', 'UserError'],
];
const isUserError = error =>
  error instanceof Error && userErrors.includes(error.name) && error.message !== '';

/** Larger problems are loaded and checked, not run: they take long, rightly. */
const [largestRun, mostSteps] = [3000, 24];

const crash = (stage, error) => ({
  outcome: 'crash',
  stage,
  reason: error instanceof Error ? String(error.stack) : String(error),
});
const wrong = (stage, reason) => ({ outcome: 'wrong', stage, reason });

function attempt(stage, refused, work) {
  try {
    return { value: work() };
  } catch (error) {
    return {
      end: isUserError(error) ? { outcome: refused, stage, reason: error.message } : crash(stage, error),
    };
  }
}

/** The problem file as plain data, for the second evaluator. */
function dataOf(text) {
  try {
    const data = parse(text);
    return typeof data === 'object' ? data : null;
  } catch {
    return null;
  }
}

function problemOutcome({ text, files }, folder) {
  const readFile = name => {
    if (files && Object.hasOwn(files, name)) return files[name];
    throw new Error(`${name} does not exist`);
  };
  const open = content => load(content, { file: 'fuzz.yaml', readFile });
  const first = examined(text, open);
  if (!first.repaired) return first.end ?? runOutcome(first, folder);
  // The start that the check proposes is consistent.
  const second = examined(first.repaired, open);
  if (second.end?.outcome !== 'refused by check') return second.end ?? runOutcome(second, folder);
  return second.findings.some(({ id }) => id === 'consistency')
    ? wrong('check', 'the repaired start is not consistent')
    : second.end;
}

function examined(text, open) {
  const loaded = attempt('load', 'refused by load', () => open(text));
  if (loaded.end)
    return loaded.end.outcome !== 'refused by load' || loaded.end.reason.startsWith('fuzz.yaml')
      ? loaded
      : { end: crash('load', `no place: ${loaded.end.reason}`) };
  const problem = loaded.value;
  const checked = attempt('check', 'refused by check', () => check(problem));
  if (checked.end) return { end: crash('check', checked.end.reason) };
  const { verdict, findings, repaired } = checked.value;
  if (findings.some(({ summary }) => summary === ''))
    return { end: crash('check', 'a finding without words') };
  if (repaired?.some(value => !Number.isFinite(value)))
    return { end: wrong('check', 'a repaired start that is not finite') };
  if (verdict !== 'fail') return { text, problem, open };
  const end = { outcome: 'refused by check', stage: 'check' };
  return { end, findings, repaired: repaired ? withStart(text, problem, repaired) : null };
}

/** The problem file with another start; null where it is not made of plain names. */
function withStart(text, { n }, start) {
  const data = dataOf(text);
  if (!data || !Array.isArray(data.coordinates) || data.coordinates.length !== n) return null;
  const initial = {};
  data.coordinates.forEach((name, i) => {
    initial[name] = start[i];
    initial[`p_${name}`] = start[n + i];
  });
  return JSON.stringify({ ...data, initial });
}

/** Radians of the fastest oscillation that the adaptive reference resolves within the deadline. */
const mostRadians = 2e4;

/** √(largest |eigenvalue| of M⁻¹V''), by power iteration. */
function fastestFrequency({ n, H, initial }) {
  if (!H.separable) return 0;
  const [v, image] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  for (let j = 0; j < n; j++) v[j] = 1 / (j + 1);
  let size = 0;
  for (let k = 0; k < 30; k++) {
    H.hessianTimes(initial, v, image);
    for (let j = 0; j < n; j++) v[j] = image[j] * H.separable.inverseMass[j];
    size = Math.hypot(...v.subarray(0, n));
    if (!(size > 0)) return 0;
    for (let j = 0; j < n; j++) v[j] /= size;
  }
  return Math.sqrt(size);
}

function runOutcome({ text, problem, open }, folder) {
  const step = problem.run.step ?? 0.01;
  const until = Math.min(problem.run.until ?? 10, mostSteps * step);
  const isLong = problem.run.method === 'reference' && fastestFrequency(problem) * until > mostRadians;
  if (problem.n > largestRun || isLong) return { outcome: 'too large to run' };
  const ran = attempt('run', 'refused by run', () => simulate(problem, { step, until }));
  if (ran.end) return ran.end;
  const { ending, failure } = ran.value;
  if (ending === 'failed')
    return failure?.message
      ? { outcome: 'failed with a reason' }
      : crash('run', 'a failure without a message');
  const context = { data: dataOf(text), again: () => open(text), step, until };
  const judged = attempt('run', 'refused by run', () => wrongIn(problem, ran.value, context));
  if (judged.end) return judged.end;
  if (!judged.value) return { outcome: 'done' };
  return silently(text, { step, until }, folder).then(isSilent =>
    isSilent ? { ...wrong('run', judged.value), text } : { outcome: 'done with a warning' },
  );
}

/** Whether the command line too gives the result without a warning. */
async function silently(text, { step, until }, folder) {
  writeFileSync(join(folder, 'problem.yaml'), text);
  const { code, stdout } = await command(folder, [
    'run',
    'problem.yaml',
    '--json',
    '--step',
    `${step}`,
    '--until',
    `${until}`,
  ]);
  return code === 0 && JSON.parse(stdout).warnings.length === 0;
}

async function commandOutcome({ args, text }, folder) {
  writeFileSync(join(folder, 'problem.yaml'), text);
  const { code, stdout, stderr, failure } = await command(folder, args);
  if (failure) return crash('command', failure);
  if (/internal error|^ +at \S+ \(/m.test(stderr)) return crash('command', stderr);
  if (code !== 0 && code !== 1) return crash('command', `exit code ${code}`);
  // What `check` finds is its result, on standard output.
  const words = args[0] === 'check' ? stdout + stderr : stderr;
  if (code === 1)
    return words.trim() ? { outcome: 'refused by command' } : crash('command', 'exit code 1 without words');
  if (args.includes('--json') && !/help|version/.test(args.join()) && !isJson(stdout))
    return wrong('command', 'no JSON');
  if (/\bNaN\b|\bInfinity\b/.test(stdout)) return wrong('command', 'NaN in the output');
  return { outcome: 'done' };
}

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const outcomes = {
  'mutated problem file': problemOutcome,
  'generated problem': problemOutcome,
  'structure file': problemOutcome,
  'command line': commandOutcome,
  'shared link': brokenLink,
  checkpoint: brokenCheckpoint,
};

const folder = mkdtempSync(join(tmpdir(), 'cotangent-fuzz-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

async function outcomeOf(seed, number) {
  try {
    const input = inputOf(seed, number);
    const outcome = await outcomes[input.kind](input, folder);
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    return { kind: input.kind, base: input.base, ...outcome };
  } catch (error) {
    return crash('suite', error);
  }
}

// Word 0: milliseconds of processor time at which the process is ended; 0 between cases.
const limit = new Float64Array(new SharedArrayBuffer(8));
const watch = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    const { user, system } = process.cpuUsage();
    if (workerData[0] > 0 && (user + system) / 1000 > workerData[0]) process.kill(process.pid, 'SIGKILL');
  }, 250);`;
new Worker(watch, { eval: true, workerData: limit }).unref();
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

let last = Promise.resolve();
process.on('message', ({ seed, number, seconds }) => {
  last = last.then(async () => {
    const before = processorTime();
    limit[0] = before + 1000 * seconds;
    const outcome = await outcomeOf(seed, number);
    limit[0] = 0;
    process.send({ number, ...outcome, seconds: (processorTime() - before) / 1000 });
  });
});
process.on('disconnect', () => process.exit());
