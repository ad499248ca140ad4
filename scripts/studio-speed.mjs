// How fast the studio is, beside the command line's loop: steps per second of the engine in its worker, pictures per
// second of the page meanwhile, and how long the page takes to open. Run after npm run build.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { load, simulate } from '../dist/cotangent.js';
import { browserPath, importSource, root } from './setup.mjs';

const { staticServer } = await importSource('cli/files/static-server.ts');

const rounds = Number(process.argv[2] ?? 3);
const problems = [
  { name: 'double-pendulum', title: 'Double pendulum', step: 0.05 },
  // With its own step of 0.02 the chain ends in a crack of the whip, t = 43.
  { name: 'chain', title: 'Chain of pendula', step: 0.005 },
];
const median = values => values.toSorted((a, b) => a - b)[values.length >> 1];

/** The loop of `cotangent run`, which watches energy and residuals at every step and writes few rows. */
function commandLine({ name, step }, seconds) {
  const problem = load(readFileSync(join(root, 'cases', `${name}.yaml`), 'utf8'));
  let [steps, spent] = [0, 0];
  for (let until = 200 * step; spent < 1000 * seconds; until *= 2) {
    const begin = performance.now();
    steps = simulate(problem, { method: 'rattle', step, until, every: 1_000_000 }).steps;
    spent = performance.now() - begin;
  }
  return (1000 * steps) / spent;
}

/** Steps by the time shown on the page, frames by its frame counter. */
async function studio(page, { step }, seconds) {
  await page.getByLabel('step', { exact: true }).fill(String(step));
  await page.getByLabel('step', { exact: true }).press('Enter');
  await page.getByLabel('Speed').selectOption('max');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.waitForTimeout(1500);
  const { time, frames, elapsed } = await page.evaluate(
    milliseconds =>
      new Promise(resolve => {
        const clock = () => Number(document.querySelector('output.clock').textContent.replace('t =', ''));
        const [begin, from] = [performance.now(), clock()];
        let frames = 0;
        const count = () => {
          frames++;
          const elapsed = performance.now() - begin;
          if (elapsed < milliseconds) requestAnimationFrame(count);
          else resolve({ time: clock() - from, frames, elapsed });
        };
        requestAnimationFrame(count);
      }),
    1000 * seconds,
  );
  await page.getByRole('button', { name: 'Restart', exact: true }).click();
  return { rate: (1000 * time) / step / elapsed, frames: (1000 * frames) / elapsed };
}

async function open(browser, address, title) {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  const begin = performance.now();
  await page.goto(address);
  await page.locator('.problem-head .badge').waitFor();
  const opened = performance.now() - begin;
  await page.getByRole('button', { name: 'Catalogue…' }).click();
  await page.getByLabel('Search the catalogue').fill(title);
  await page.locator('button.case', { has: page.getByText(title, { exact: true }) }).click();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
  return { page, opened };
}

const server = staticServer(join(root, 'dist', 'studio'));
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
for (const problem of problems) {
  const { page, opened } = await open(browser, `http://127.0.0.1:${server.address().port}/`, problem.title);
  const turns = [];
  for (let k = 0; k < rounds; k++)
    turns.push({ there: commandLine(problem, 1.5), here: await studio(page, problem, 2.5) });
  const [there, here] = [median(turns.map(t => t.there)), median(turns.map(t => t.here.rate))];
  const ratio = median(turns.map(t => t.here.rate / t.there));
  console.log(
    `${problem.title}: command line ${there.toFixed(0)} steps/s, studio ${here.toFixed(0)} steps/s (ratio ${ratio.toFixed(2)}), ` +
      `${median(turns.map(t => t.here.frames)).toFixed(0)} pictures/s; opened in ${opened.toFixed(0)} ms`,
  );
  await page.close();
}
await browser.close();
server.close();
