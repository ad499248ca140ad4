// npm run fuzz [-- --cases 100000 --seed 1]: the fuzz suite of test/fuzz in great number; writes docs/reliability.json, after every
// thousand cases too, and docs/reliability.md from it. An interrupted attack goes on with --continue.
// npm run fuzz -- --seed 1 --case 4711 shows one case and what becomes of it. --page writes the page again.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { reliabilityPage } from './reliability-page.mjs';
import { build, install, root } from './setup.mjs';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    case: { type: 'string' },
    continue: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
});
const json = join(root, 'docs', 'reliability.json');
const writePage = () =>
  writeFileSync(
    join(root, 'docs', 'reliability.md'),
    reliabilityPage(JSON.parse(readFileSync(json, 'utf8'))),
  );

const seed = Number(values.seed);
/** Cases between two writings of the results. */
const everyCases = 1000;
if (values.page) writePage();
else if (values.case !== undefined) await replay(Number(values.case));
else await fullAttack();

async function suite(name) {
  install();
  build();
  return import(pathToFileURL(join(root, 'test', 'fuzz', name)).href);
}

async function replay(number) {
  const { runCases } = await suite('attack.mjs');
  const { inputOf } = await suite('inputs.mjs');
  console.log(inputOf(seed, number));
  const options = { seed, from: number, to: number + 1, processes: 1 };
  await runCases({ ...options, onAnswer: (_, answer) => console.log(answer) });
}

/** The version of the program and the commit that was attacked. */
function subject() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const commit = execFileSync('git', ['rev-parse', '--short=7', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  return { version, commit };
}

/** Kills of running programs and full disks, and checkpoints that are damaged or crafted: how many of each. */
const fileCounts = { 'kills.mjs': 128, 'checkpoints.mjs': 6000 };

async function fileAttacks() {
  const results = {};
  for (const [name, count] of Object.entries(fileCounts)) {
    const { attack } = await suite(name);
    results[name] = await attack({ count, seed });
  }
  return results;
}

async function fullAttack() {
  const { runCases, joined } = await suite('attack.mjs');
  const earlier = values.continue && existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : null;
  const [begin, date] = [performance.now(), new Date().toISOString().slice(0, 10)];
  const asked = Number(values.cases);
  let problems = earlier?.problems ?? null;
  let files = earlier?.files ?? null;
  const record = () => {
    const hours = Number(((earlier?.hours ?? 0) + (performance.now() - begin) / 3.6e6).toFixed(2));
    writeFileSync(
      json,
      `${JSON.stringify({ ...subject(), date, hours, asked, problems, ...(files && { files }) }, null, 2)}\n`,
    );
    writePage();
  };
  // Written piece by piece, so that an interruption costs at most one of them.
  for (let from = problems?.cases ?? 0; from < asked; from += everyCases) {
    const piece = await runCases({ seed, from, to: Math.min(asked, from + everyCases) });
    problems = problems ? joined(problems, piece) : piece;
    record();
    const { cases, failures, seconds } = problems;
    console.error(
      `${cases} of ${asked} cases, ${failures.length} failures, ${seconds.toFixed(0)} s of processor time`,
    );
  }
  files = await fileAttacks();
  record();
  process.exitCode = problems.failures.length > 0 ? 1 : 0;
}
