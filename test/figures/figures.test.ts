// Figures are compared with stored ones. After a change that is meant, look at them and store them anew with
//   UPDATE_FIGURES=1 npx vitest run test/figures

import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { svgToPng } from '../../cli/files/png.ts';
import { figure } from '../../src/output/figure/figure.ts';
import { energyError, residuals, trajectory, workPrecision } from './examples.ts';

const EXAMPLES = {
  'energy-error': () => energyError('linear', 601),
  'residuals-and-trajectory': () => ({ panels: [...residuals(200).panels, ...trajectory(301).panels] }),
  'work-precision': workPrecision,
};

describe('figures', () => {
  for (const [name, spec] of Object.entries(EXAMPLES)) {
    it(`${name} is as stored`, () => {
      const file = new URL(`./expected/${name}.svg`, import.meta.url);
      const svg = figure(spec());
      if (process.env.UPDATE_FIGURES === '1') writeFileSync(file, svg);
      expect(svg).toBe(readFileSync(file, 'utf8'));
    });
  }
});

describe('svgToPng', () => {
  it('draws at twice the size, with its own font', () => {
    const blank = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20"></svg>';
    const word = blank.replace('></svg>', '><text y="15" font-family="DejaVu Sans">word</text></svg>');
    const png = svgToPng(word);
    expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const view = new DataView(png.buffer, png.byteOffset);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([120, 40]);
    // Without a font the text would leave no trace.
    expect(png.length).toBeGreaterThan(svgToPng(blank).length + 200);
  });
});
