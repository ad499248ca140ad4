// Pictures of the studio: docs/images/studio-*.png, or, with a folder as argument, all its main states (or those named) into it.
// Run after npm run build.
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { browserPath, importSource, root } from './setup.mjs';

const { staticServer } = await importSource('cli/files/static-server.ts');

const desktop = { viewport: { width: 1400, height: 860 } };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 };
const dark = { colorScheme: 'dark' };

const choose = title => async page => {
  await page.getByRole('button', { name: 'Catalogue…' }).click();
  await page.getByLabel('Search the catalogue').fill(title);
  await page.locator('button.case', { has: page.getByText(title, { exact: true }) }).click();
  await page.getByRole('heading', { level: 2, name: title }).waitFor();
};
const press = name => page => page.getByRole('button', { name, exact: true }).click();
const tab = name => page => page.getByRole('tab', { name, exact: true }).click();
const speed = value => page => page.getByLabel('Speed').selectOption(value);
const until = time => async page => {
  await press('Play')(page);
  const clock = page.locator('output.clock');
  while (Number((await clock.textContent()).replace('t =', '')) < time) await page.waitForTimeout(20);
  await press('Pause')(page);
  await page.waitForTimeout(400);
};
const wait = milliseconds => page => page.waitForTimeout(milliseconds);

/** Actions before each screenshot; those of the documentation are marked. */
const states = {
  compare: { inDocs: true, look: desktop, acts: [press('RATTLE against BDF2'), speed('5'), until(60)] },
  torus: {
    inDocs: true,
    look: { ...desktop, ...dark },
    acts: [choose('Particle on a torus'), speed('0.25'), until(7)],
  },
  'double-pendulum': { look: desktop, acts: [speed('5'), until(30)] },
  water: { look: desktop, acts: [choose('Seven waters'), speed('10'), until(20)] },
  catalogue: { look: desktop, acts: [press('Catalogue…'), wait(500)] },
  section: { look: { ...desktop, ...dark }, acts: [tab('Poincaré section'), speed('max'), until(2000)] },
  'phone-problem': { look: phone, acts: [until(1), tab('problem'), wait(800)] },
  'phone-motion': { look: phone, acts: [press('Play'), wait(2500)] },
  'phone-evidence': { look: phone, acts: [until(3), tab('evidence'), wait(500)] },
  'phone-problem-dark': { look: { ...phone, ...dark }, acts: [until(1), tab('problem'), wait(800)] },
  'phone-motion-dark': { look: { ...phone, ...dark }, acts: [until(3)] },
  'phone-evidence-dark': { look: { ...phone, ...dark }, acts: [until(3), tab('evidence'), wait(500)] },
};

const server = staticServer(join(root, 'dist', 'studio'));
await new Promise(resolve => server.listen(0, '127.0.0.1', resolve));
const browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
const [folder, ...names] = process.argv.slice(2);
const isWanted = ([name, { inDocs }]) => (folder ? names.length === 0 || names.includes(name) : inDocs);
for (const [name, { look, acts }] of Object.entries(states).filter(isWanted)) {
  const page = await browser.newPage(look);
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.locator('canvas.scene').waitFor();
  for (const act of acts) await act(page);
  await page.screenshot({ path: join(folder ?? join(root, 'docs', 'images'), `studio-${name}.png`) });
  await page.close();
}
await browser.close();
server.close();
