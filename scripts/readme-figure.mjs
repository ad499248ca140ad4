// The picture of the README: the same problem with RATTLE and with backward differences. Run after a build.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { figure, load, simulate } from '../dist/cotangent.js';
import { importSource, root } from './setup.mjs';

const { svgToPng } = await importSource('cli/files/png.ts');

const problem = load(readFileSync(join(root, 'cases', 'double-pendulum.yaml'), 'utf8'));
const run = method => simulate(problem, { method, step: 0.02, until: 60, every: 1 }).table;
const [rattle, bdf] = ['rattle', 'bdf2'].map(run);
const start = rattle.column('energy')[0];
const error = table => table.column('energy').map(energy => (energy - start) / Math.abs(start));

const spec = {
  across: 2,
  panelWidth: 560,
  panelHeight: 360,
  panels: [
    {
      title: 'Path of the lower mass, RATTLE',
      aspect: 'free',
      x: { label: 'x' },
      y: { label: 'y' },
      series: [{ x: rattle.column('x2'), y: rattle.column('y2') }],
    },
    {
      title: 'Energy, step 0.02',
      x: { label: 'time t' },
      y: { label: 'relative energy error' },
      series: [
        { label: 'RATTLE', x: rattle.column('time'), y: error(rattle) },
        { label: 'BDF2', x: bdf.column('time'), y: error(bdf) },
      ],
    },
  ],
};
writeFileSync(join(root, 'docs', 'images', 'double-pendulum.png'), svgToPng(figure(spec), 2));
