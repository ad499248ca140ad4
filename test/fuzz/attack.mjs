// Runs cases of the fuzz suite in processes of their own, each with a deadline of processor time, and counts their outcomes.
// A case fails in one of three ways: a wrong result without a warning, an internal error, or no end before the deadline.

import { fork } from 'node:child_process';
import { baseCount, kindNames } from './inputs.mjs';

/** Seconds of processor time for one case; and of the clock, for a process that waits for ever. */
const [deadline, patience] = [20, 1800];

export const failures = ['wrong', 'crash', 'hang'];

function startProcess() {
  return fork(new URL('./case-process.mjs', import.meta.url), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

function ask(child, request) {
  return new Promise(resolve => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 1000 * patience);
    function done(answer) {
      clearTimeout(timer);
      child.off('message', done);
      child.off('exit', ended);
      resolve(answer);
    }
    /** SIGKILL is sent at the deadline; anything else is an end that the case has caused. */
    function ended(code, signal) {
      const reason = `no end within ${deadline} s of processor time`;
      const fault =
        signal === 'SIGKILL'
          ? { outcome: 'hang', reason }
          : { outcome: 'crash', reason: `the process ended with ${signal ?? code}` };
      done({ number: request.number, stage: 'process', seconds: 0, isOver: true, ...fault });
    }
    child.on('message', done);
    child.on('exit', ended);
    child.send({ ...request, seconds: deadline });
  });
}

export const emptySummary = seed => ({
  ...{ seed, cases: 0, bases: baseCount, deadline, seconds: 0 },
  kinds: Object.fromEntries(kindNames.map(kind => [kind, {}])),
  slowest: { number: 0, seconds: 0 },
  failures: [],
});

/** A failure's text would fill the report: its number replays it. */
const longestReason = 600;

export function addAnswer(summary, { number, kind = 'unknown', base, outcome, stage, reason, seconds }) {
  summary.cases++;
  summary.seconds += seconds;
  summary.kinds[kind] ??= {};
  summary.kinds[kind][outcome] = (summary.kinds[kind][outcome] ?? 0) + 1;
  if (seconds > summary.slowest.seconds)
    summary.slowest = { number, kind, seconds: Number(seconds.toFixed(2)) };
  if (failures.includes(outcome))
    summary.failures.push({
      number,
      kind,
      ...(base && { base }),
      outcome,
      stage,
      reason: String(reason).slice(0, longestReason),
    });
}

/** Two pieces of one attack together. */
export function joined(a, b) {
  const kinds = structuredClone(a.kinds);
  for (const [kind, outcomes] of Object.entries(b.kinds)) {
    kinds[kind] ??= {};
    for (const [outcome, count] of Object.entries(outcomes))
      kinds[kind][outcome] = (kinds[kind][outcome] ?? 0) + count;
  }
  return {
    ...a,
    kinds,
    cases: a.cases + b.cases,
    seconds: Number((a.seconds + b.seconds).toFixed(1)),
    slowest: a.slowest.seconds >= b.slowest.seconds ? a.slowest : b.slowest,
    failures: [...a.failures, ...b.failures],
  };
}

/** Cases `from` ≤ number < `to`; `onAnswer` is called after each. */
export async function runCases({ seed, from, to, processes = 2, onAnswer = () => {} }) {
  const summary = emptySummary(seed);
  let next = from;
  async function work() {
    let child = startProcess();
    while (next < to) {
      const answer = await ask(child, { seed, number: next++ });
      addAnswer(summary, answer);
      onAnswer(summary, answer);
      if (answer.isOver) child = startProcess();
    }
    child.disconnect();
  }
  await Promise.all(Array.from({ length: processes }, work));
  summary.failures.sort((a, b) => a.number - b.number);
  return summary;
}
