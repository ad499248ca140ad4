// Particles on the command line: what is wrong is named, and a blow-up ends at once.

import { describe, expect, it } from 'vitest';
import { createWorkplace } from './cotangent.ts';

const { cotangent, write } = createWorkplace();

const overlapping = `particles:
  molecules: { argon: 3 }
  positions: [[0, 0, 0], [1.2, 0, 0], [9, 0, 0]]
run: { method: verlet, step: 2*fs, until: 1*ps }
`;

describe.concurrent('particles', () => {
  it('that overlap are found by check and refused by run', async () => {
    const file = write('overlap.yaml', overlapping);
    const checked = await cotangent('check', file);
    expect(checked.code).toBe(1);
    expect(checked.stdout.replace(/\s+/g, ' ')).toMatch(
      /✗ Atoms apart Atom 0 \(AR of AR 0\) and atom 1 \(AR of AR 1\) are 1\.2 Å apart/,
    );
    const run = await cotangent('run', file);
    expect(run.code).toBe(1);
    expect(run.stderr.replace(/\s+/g, ' ')).toMatch(
      /nothing was run.*atom 1 \(AR of AR 1\) are 1\.2 Å apart/,
    );
  });

  it('that are run all the same stop in the first step, with atom and force', async () => {
    const file = write('forced.yaml', overlapping);
    const { code, stdout, stderr } = await cotangent('run', file, '--force', '--json');
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /step 1 .*unstable.*atom [01] \(AR of AR [01]\) moved .* Å.*the force on it was .* kcal\/mol\/Å/,
    );
    const { failure, steps } = JSON.parse(stdout);
    expect(steps).toBe(0);
    expect([0, 1]).toContain(failure.particle);
  });

  it('of a liquid with a step that is too long name the rod', async () => {
    const { code, stderr } = await cotangent(
      'run',
      'water-box-216',
      '--step',
      '0.41*akma',
      '--until',
      '100*akma',
    );
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /step \d .*rod \d+ \([A-Z0-9–]+ of SOL \d+\).*shorten the step.*the force on atom \d+/,
    );
  });

  it('of a model of one’s own are run, and the output names the solver of their rods', async () => {
    const file = write(
      'methane.yaml',
      `particles:
  molecules:
    methane:
      kinds: { C: { mass: 12.011 }, H: { mass: 1.008 } }
      sites: { C: { at: [0, 0, 0] }, H1: { at: [1, 1, 1] }, H2: { at: [1, -1, -1] }, H3: { at: [-1, 1, -1] }, H4: { at: [-1, -1, 1] } }
      rods: all
  temperature: 300*K
  constraints: { tolerance: 1e-10 }
run: { step: 1*fs, until: 10*fs }
`,
    );
    const { code, stdout } = await cotangent('run', file);
    expect(code).toBe(0);
    expect(stdout).toMatch(/computed by +1 × direct Newton \(9 rods, dense\)/);
    expect(stdout).toMatch(/computed by +relative tolerance 1e-10/);
    expect((await cotangent('check', file)).stdout.replace(/\s+/g, ' ')).toMatch(
      /Rods left out methane: rod 9 \(H3–H4\) is left out/,
    );
  });

  it('with a mistake in their section are refused with file, line and a way out', async () => {
    const file = write('wrong.yaml', 'particles:\n  molecules: { argon: 20 }\n  box: [30, 30]\n');
    const { code, stderr } = await cotangent('run', file);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: wrong\.yaml:3: particles\.box: expected one edge length, or three/);
  });
});
