// A visitor of the studio: what a hand can do on the page, and what an eye can see there.

import { readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { patience } from './chromium.ts';

export interface Visitor {
  readonly page: Page;
  /** What the page has complained of to its console. */
  readonly complaints: readonly string[];
  button(name: string): Locator;
  /** Opens a problem of the catalogue by its title. */
  choose(title: string): Promise<void>;
  time(): Promise<number>;
  /** Lets it move beyond this time, as fast as it can or at so many units per second, and stops it. */
  runTo(time: number, speed?: string): Promise<void>;
  /** The numbers of the plots, by the names of their columns; one table for each method. */
  data(): Promise<Map<string, Record<string, number[]>>>;
}

const desktop: BrowserContextOptions = { viewport: { width: 1400, height: 900 } };

export async function visit(
  browser: Browser,
  address: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ ...desktop, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const complaints: string[] = [];
  page.on('console', message => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', error => complaints.push(String(error)));
  await page.goto(address);
  const visitor = handsOn(page, complaints);
  await page.locator('canvas.scene').waitFor();
  return visitor;
}

function handsOn(page: Page, complaints: readonly string[]): Visitor {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const time = async () => Number((await page.locator('output.clock').textContent())?.replace('t =', ''));
  return {
    page,
    complaints,
    button,
    time,
    async choose(title) {
      await button('Catalogue…').click();
      await page.getByLabel('Search the catalogue').fill(title);
      await page.locator('button.case', { has: page.getByText(title, { exact: true }) }).click();
      await page.getByRole('heading', { level: 2, name: title }).waitFor();
      await page.locator('output.clock', { hasText: /^t = 0\.000$/ }).waitFor();
    },
    async runTo(end, speed = 'max') {
      await page.getByLabel('Speed').selectOption(speed);
      await button('Play').click();
      while ((await time()) < end) await page.waitForTimeout(50);
      await button('Pause').click();
      await button('Play').waitFor();
    },
    data: () => dataOf(page),
  };
}

async function dataOf(page: Page): Promise<Map<string, Record<string, number[]>>> {
  const share = page.locator('details.share');
  await share.locator('summary').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    share.getByRole('button', { name: 'Data (JSON)' }).click(),
  ]);
  await share.locator('summary').click();
  const tables = JSON.parse(readFileSync(await download.path(), 'utf8')) as {
    method: string;
    columns: Record<string, number[]>;
  }[];
  return new Map(tables.map(({ method, columns }) => [method, columns]));
}

/** Until the page has drawn what it knows by now: twice, for the first frame may have begun before. */
export async function drawn(page: Page): Promise<void> {
  for (let k = 0; k < 2; k++) await page.evaluate('new Promise(requestAnimationFrame)');
}

/** Seconds for which the page, not its worker, has used the processor since the first call: waiting is not counted. */
export async function pageWork(page: Page): Promise<() => Promise<number>> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const now = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  };
  const begin = await now();
  return async () => (await now()) - begin;
}

export interface Spots {
  readonly count: number;
  /** Where the last of them is, seen from the left, as a fraction of the height; NaN where there is none. */
  readonly end: number;
}

/** The lowest pixel of this colour, in CSS pixels from the corner of the canvas. */
export async function lowestSpot(canvas: Locator, colour: string): Promise<{ x: number; y: number }> {
  const wanted = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16));
  return canvas.evaluate((element, [r, g, b]) => {
    const sheet = element as unknown as Sheet;
    const { width, height, clientWidth } = sheet;
    const { data } = sheet.getContext('2d').getImageData(0, 0, width, height);
    for (let at = data.length - 4; at >= 0; at -= 4) {
      const near = Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b);
      if (data[at + 3] < 200 || near > 24) continue;
      const scale = clientWidth / width;
      return { x: scale * ((at / 4) % width), y: scale * Math.floor(at / 4 / width) };
    }
    throw new Error('there is nothing of this colour');
  }, wanted);
}

/** A canvas, as far as it is looked at here. */
interface Sheet {
  readonly width: number;
  readonly height: number;
  readonly clientWidth: number;
  getContext(kind: '2d'): {
    getImageData(x: number, y: number, w: number, h: number): { data: Uint8ClampedArray };
  };
}

/** The pixels of a canvas that have this colour, such as #0072b2. */
export function spots(canvas: Locator, colour: string): Promise<Spots> {
  const wanted = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16));
  return canvas.evaluate((element, [r, g, b]) => {
    const sheet = element as unknown as Sheet;
    const { width, height } = sheet;
    const { data } = sheet.getContext('2d').getImageData(0, 0, width, height);
    let [count, last, end] = [0, -1, Number.NaN];
    for (let at = 0; at < data.length; at += 4) {
      const near = Math.abs(data[at] - r) + Math.abs(data[at + 1] - g) + Math.abs(data[at + 2] - b);
      if (data[at + 3] < 200 || near > 24) continue;
      count++;
      const x = (at / 4) % width;
      if (x > last) [last, end] = [x, Math.floor(at / 4 / width) / height];
    }
    return { count, end };
  }, wanted);
}
