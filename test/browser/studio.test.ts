// The studio in a real browser, as a visitor uses it. One browser and one build for all; each test has its own page.

import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { openBrowser, patience } from './chromium.ts';
import { drawn, lowestSpot, pageWork, spots, visit } from './studio-page.ts';
import { type Site, studioSite } from './studio-site.ts';

let browser: Browser;
let site: Site;

beforeAll(async () => {
  [site, browser] = await Promise.all([studioSite(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  site?.close();
});

/** The console must be silent in all that a test does. */
async function visitor(options: BrowserContextOptions = {}, hash = '') {
  const guest = await visit(browser, site.address + hash, options);
  onTestFinished(async () => {
    await guest.page.context().close();
    expect(guest.complaints).toEqual([]);
  });
  return guest;
}

/** What must come true before long, however busy the machine is. */
const soon = <T>(look: () => Promise<T> | T) => expect.poll(look, { timeout: patience, interval: 50 });

const blue = '#0072b2';
const orange = '#d55e00';
const doublePendulum = readFileSync('cases/double-pendulum.yaml', 'utf8');

describe('the studio', () => {
  it('opens with a problem that is well posed, and sends less than a megabyte before that', async () => {
    const sent: string[] = [];
    const context = await browser.newContext();
    onTestFinished(() => context.close());
    const page = await context.newPage();
    page.setDefaultTimeout(patience);
    page.on('response', response => sent.push(new URL(response.url()).pathname));
    await page.goto(site.address);
    await page.getByRole('heading', { level: 2, name: 'Double pendulum' }).waitFor();
    await page.locator('.problem-head .badge.pass').waitFor();
    await page.locator('.u-over').first().waitFor();
    const files = sent.filter(path => path !== '/' && !path.includes('code-editor'));
    expect(files.some(path => path.includes('worker'))).toBe(true);
    expect(files.some(path => path.includes('view-3d'))).toBe(false);
    const bytes = files.map(path => site.compressed(path)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThan(1_000_000);
  });

  it('moves what is chosen from the catalogue, and fills the plots', async () => {
    const { page, choose, button, time, data } = await visitor();
    await choose('Planar pendulum');
    const scene = page.locator('canvas.scene');
    const plot = page.locator('.plot canvas').first();
    const [still, empty] = [await scene.screenshot(), await spots(plot, blue)];
    await button('Play').click();
    await soon(time).toBeGreaterThan(1);
    await button('Pause').click();
    await button('Play').waitFor();
    expect(still.equals(await scene.screenshot())).toBe(false);
    await soon(async () => (await spots(plot, blue)).count).toBeGreaterThan(empty.count + 50);
    const [columns] = (await data()).values();
    expect(columns.time.length).toBeGreaterThan(10);
    expect(Math.max(...columns.g.map(Math.abs))).toBeLessThan(1e-12);
  });

  it('moves a point on a surface in space', async () => {
    const { page, choose, runTo } = await visitor();
    await choose('Particle on a torus');
    const scene = page.locator('canvas.scene');
    // The surface is there when the picture is no longer one plain colour.
    await soon(async () => (await scene.screenshot()).length).toBeGreaterThan(10_000);
    const still = await scene.screenshot();
    await runTo(1);
    expect(still.equals(await scene.screenshot())).toBe(false);
  });

  it('brings a point that was dragged back to its rod, and begins there', async () => {
    const { page, choose, data } = await visitor();
    await choose('Planar pendulum');
    const scene = page.locator('canvas.scene');
    // The name of the problem is there before its start.
    const xs = async () => [...(await data()).values()][0].x ?? [];
    await soon(async () => (await xs()).length).toBe(1);
    await drawn(page);
    const [before] = await xs();
    const [corner, bob] = [await scene.boundingBox(), await lowestSpot(scene, blue)];
    const [x, y] = [(corner?.x ?? 0) + bob.x, (corner?.y ?? 0) + bob.y - 4];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 70, y - 60, { steps: 5 });
    await page.mouse.up();
    await soon(async () => (await xs())[0]).not.toBe(before);
    const [after] = (await data()).values();
    expect(after.x[0]).toBeGreaterThan(before);
    expect(Math.abs(after.g[0])).toBeLessThan(1e-12);
  });

  it('opens the system of a published figure', async () => {
    const { page, button } = await visitor();
    await button('Papers').click();
    await soon(() => page.locator('article').count()).toBeGreaterThan(30);
    await button('Open six-node-chain-c').first().click();
    await page.getByRole('heading', { level: 2, name: 'Six-node chain, turning start' }).waitFor();
  });

  it('says in which line a formula is wrong, and goes on when it is right again', async () => {
    const { page, runTo, time } = await visitor();
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    const line = doublePendulum.split('\n').findIndex(text => text.startsWith('potential')) + 1;
    await editor.fill(doublePendulum.replace('m2*y2)', 'm2*y3)'));
    const note = page.locator('.mistake');
    await soon(() => note.textContent()).toMatch(new RegExp(`^Line ${line}: .*y3`));
    await soon(() => page.locator('.cm-lintRange-error').count()).toBe(1);
    await editor.fill(doublePendulum.replace('Double pendulum', 'Two bobs'));
    await page.getByRole('heading', { level: 2, name: 'Two bobs' }).waitFor();
    expect(await note.textContent()).toBe('');
    await runTo(1);
    expect(await time()).toBeGreaterThan(1);
  });

  it('shows how BDF2 loses energy beside RATTLE', async () => {
    const { page, button, runTo, data } = await visitor();
    await button('RATTLE against BDF2').click();
    await soon(() => page.locator('.legend span').count()).toBe(2);
    await runTo(60);
    const plot = page.locator('.plot canvas').first();
    await soon(async () => (await spots(plot, orange)).count).toBeGreaterThan(50);
    await soon(async () => (await spots(plot, orange)).end - (await spots(plot, blue)).end).toBeGreaterThan(
      0.1,
    );
    const [rattle, bdf2] = [...(await data()).values()].map(({ energy_error }) => energy_error);
    expect(bdf2[bdf2.length - 1]).toBeLessThan(-10 * Math.max(...rattle.map(Math.abs)));
    const [one] = await page.locator('canvas.scene').all();
    expect((await spots(one, blue)).count).toBeGreaterThan(50);
    expect((await spots(one, orange)).count).toBeGreaterThan(50);
    await button('Side by side').click();
    await soon(() => page.locator('canvas.scene').count()).toBe(2);
  });

  it('draws the phase plane and a Poincaré section', async () => {
    const { page, runTo } = await visitor();
    const plane = page.locator('canvas.plane');
    await page.getByRole('tab', { name: 'phase plane' }).click();
    await runTo(20, '10');
    await soon(async () => (await spots(plane, blue)).count).toBeGreaterThan(200);
    await page.getByRole('tab', { name: 'Poincaré section' }).click();
    await page.getByRole('img', { name: 'Section through' }).waitFor();
    await drawn(page);
    // By the clock of the page, on which the plane is painted every 120 ms: that comes first.
    await page.evaluate('new Promise(done => setTimeout(done, 300))');
    expect((await spots(plane, blue)).count).toBe(0);
    await runTo(500);
    await soon(async () => (await spots(plane, blue)).count).toBeGreaterThan(50);
  });

  it('measures the claims of a method, and lets it be stopped', async () => {
    const { page, choose, button, runTo } = await visitor();
    await choose('Planar pendulum');
    await page.getByRole('tab', { name: 'certificate' }).click();
    await button('Measure its claims').click();
    const rows = page.locator('.certificates tbody tr');
    await rows.first().waitFor();
    expect(
      await rows.evaluateAll(all => all.map(row => (row as unknown as { className: string }).className)),
    ).toContain('pass');
    expect(await page.locator('.certificates tbody tr.fail').count()).toBe(0);
    await choose('Chain of pendula');
    // So many links that it takes many seconds, and that there is time to stop it.
    await page.getByLabel('N', { exact: true }).fill('1000');
    await page.getByLabel('N', { exact: true }).press('Enter');
    await page.getByText('Start (4000 numbers)').waitFor();
    await button('Measure its claims').click();
    await button('Stop measuring').click();
    await page.getByRole('alert').filter({ hasText: 'started again: it was stopped' }).waitFor();
    // As fast as it can, the chain would be past the end of its motion before anybody can pause it.
    await runTo(0.1, '1');
  });

  it('keeps text, method and step in a link', async () => {
    const { page, button } = await visitor();
    const text = doublePendulum.replace('Double pendulum', 'Shared pendulum').replace('g: 1,', 'g: 2,');
    await page.locator('.cm-content').fill(text);
    await page.getByRole('heading', { level: 2, name: 'Shared pendulum' }).waitFor();
    await page.getByLabel('Method 1').last().selectOption('rattle-4');
    await page.getByLabel('step', { exact: true }).fill('0.03');
    await page.getByLabel('step', { exact: true }).press('Enter');
    await page.locator('details.share summary').click();
    await button('Copy a link').click();
    await page.getByText('The link is in the address bar').waitFor();
    const { page: other } = await visitor({}, new URL(page.url()).hash);
    await other.getByRole('heading', { level: 2, name: 'Shared pendulum' }).waitFor();
    await soon(() => other.getByLabel('Method 1').last().inputValue()).toBe('rattle-4');
    await soon(() => other.getByLabel('step', { exact: true }).inputValue()).toBe('0.03');
    await soon(() => other.locator('.cm-content').textContent()).toContain('g: 2,');
  });

  it('says why a link cannot be opened, and opens something else', async () => {
    const { page } = await visitor({}, '#s=q1YqSa0oUbJSKkmtKFGqBQ');
    await page.getByRole('alert').filter({ hasText: 'The link cannot be opened' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Double pendulum' }).waitFor();
  });

  it('replaces a small system in space by a large one', async () => {
    const { choose, button, time } = await visitor();
    await choose('Seven waters');
    await button('Play').click();
    await soon(time).toBeGreaterThan(0);
    await choose('Liquid water, a thousand molecules');
    await button('Play').click();
    await soon(time).toBeGreaterThan(0);
    await button('Pause').click();
    await choose('Seven waters');
    await button('Play').click();
    await soon(time).toBeGreaterThan(0);
  });

  it('does not move what the check refuses, unless it is forced', async () => {
    const { page, button, time } = await visitor();
    await page
      .locator('.cm-content')
      .fill('name: Crooked\ncoordinates: [x, y]\nconstraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 2 }\n');
    await page.getByText('The check refuses this problem').waitFor();
    expect(await button('Play').isDisabled()).toBe(true);
    expect(await time()).toBe(0);
    await button('Run anyway').click();
    await soon(() => button('Play').isDisabled()).toBe(false);
  });

  it('opens a file that is dropped, and says what it cannot open', async () => {
    const { page } = await visitor();
    const drop = (name: string, text: string) =>
      page.evaluate(`{
        const given = new DataTransfer();
        given.items.add(new File([${JSON.stringify(text)}], ${JSON.stringify(name)}));
        document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
      }`);
    await drop('mine.yaml', 'name: Dropped spring\ncoordinates: [x]\npotential: x^2/2\ninitial: { x: 1 }\n');
    await page.getByRole('heading', { level: 2, name: 'Dropped spring' }).waitFor();
    await drop('photo.png', 'no problem');
    await page.getByRole('alert').filter({ hasText: 'photo.png: drop a problem file' }).waitFor();
    await page.getByRole('heading', { level: 2, name: 'Dropped spring' }).waitFor();
  });

  it('starts its engine again when that dies', async () => {
    const { page, runTo, time } = await visitor();
    await runTo(1);
    const [worker] = page.workers();
    await worker.evaluate('self.close()').catch(() => {});
    const message = page.getByRole('alert').filter({ hasText: 'The engine had to be started again' });
    await message.waitFor();
    await soon(time).toBe(0);
    await message.getByRole('button', { name: 'Close' }).click();
    await runTo(1);
    expect(await message.count()).toBe(0);
  });

  it('goes on moving after a slider was moved, and says when the motion blows up', async () => {
    const { page, button, time } = await visitor();
    await button('Play').click();
    await soon(time).toBeGreaterThan(1.5);
    // The page itself looks, at every frame: from here it might be seen too late, when the time is beyond 1 again.
    const began = page.evaluate(`new Promise(done => {
      const look = () => {
        const time = Number(document.querySelector('output.clock').textContent.replace('t =', ''));
        if (time < 1) done();
        else requestAnimationFrame(look);
      };
      look();
    })`);
    await page.getByLabel('g, slider').fill('1.5');
    await soon(() => page.getByLabel('g', { exact: true }).inputValue()).toBe('1.5');
    await began;
    await soon(time).toBeGreaterThan(1.5);
    await button('Pause').waitFor();
    await page.getByLabel('Method 1').last().selectOption('verlet');
    await page.getByLabel('omega').fill('200');
    await page.getByLabel('omega').press('Enter');
    await page.getByRole('alert').filter({ hasText: 'the step is too long for this motion' }).waitFor();
    await button('Play').waitFor();
  });

  it('stays at hand with two thousand rods', async () => {
    const { page, choose, runTo } = await visitor();
    await choose('n-fold pendulum');
    const field = page.getByLabel('N', { exact: true });
    const worked = await pageWork(page);
    await field.fill('2000');
    await field.press('Enter');
    await page.getByRole('tab', { name: 'phase plane' }).click();
    await page.getByText('Start (8000 numbers)').waitFor();
    await runTo(0.02);
    await page.getByText('There are too many coordinates').waitFor();
    // Reading and moving are the engine's; a page that did such work itself could not be touched meanwhile.
    expect(await worked()).toBeLessThan(3);
  });

  it('fits a phone, one panel at a time, in the dark too', async () => {
    const { page, runTo } = await visitor({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    const scene = page.locator('canvas.scene');
    expect((await scene.boundingBox())?.height).toBeGreaterThan(350);
    await runTo(1);
    for (const name of ['problem', 'evidence', 'motion']) {
      await page.getByRole('tab', { name, exact: true }).click();
      const shown = page.locator('.panel:visible');
      expect(await shown.count()).toBe(1);
      expect((await shown.boundingBox())?.height).toBeGreaterThan(600);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    }
    const paper = (await page.evaluate('getComputedStyle(document.body).backgroundColor')) as string;
    expect(Math.max(...(paper.match(/\d+/g) ?? []).map(Number))).toBeLessThan(60);
    await soon(async () => (await spots(scene, blue)).count).toBeGreaterThan(50);
  });

  it('can be used with the keyboard alone', async () => {
    const { page, time } = await visitor();
    const focused = () => page.evaluate("document.activeElement?.textContent ?? ''");
    for (let k = 0; k < 120 && (await focused()) !== 'Play'; k++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('Play');
    await page.keyboard.press('Space');
    await soon(time).toBeGreaterThan(0.2);
    await page.keyboard.press('Space');
    await soon(focused).toBe('Play');
    const stopped = await time();
    await page.waitForTimeout(200);
    expect(await time()).toBe(stopped);
  });
});
