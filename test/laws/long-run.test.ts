// A million steps: constraints stay at round-off and the energy error stays bounded, without drift.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { maxAbs } from '../../src/linalg/dense.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import { advance } from '../../src/run/stepper.ts';
import { relativeResidual } from '../../src/solvers/convergence.ts';

const steps = 1_000_000;
const blocks = 10;

describe('a million steps of RATTLE', () => {
  it.each([
    ['spherical-pendulum', 0.01],
    ['double-pendulum', 0.01],
    ['six-node-chain', 0.01],
  ])('%s', (name, h) => {
    const problem = load(readFileSync(new URL(`../../cases/${name}.yaml`, import.meta.url), 'utf8'));
    const brackets = createBrackets(problem);
    const { m } = problem.g;
    const [values, scale] = [new Float64Array(m), new Float64Array(m)];
    const start = problem.H.value(problem.initial);
    const means = new Float64Array(blocks);
    let [g, hidden, energy] = [0, 0, 0];
    advance(createMethod(problem, 'rattle'), problem.initial, h, steps, (z, k) => {
      const error = problem.H.value(z) - start;
      energy = Math.max(energy, Math.abs(error));
      means[Math.floor(((k - 1) * blocks) / steps)] += (error * blocks) / steps;
      if (k % 10 > 0) return;
      problem.g.value(z, values);
      brackets.constraintScale(z, h, scale);
      g = Math.max(g, relativeResidual(values, scale));
      brackets.hidden(z, values);
      brackets.hiddenScale(z, scale);
      hidden = Math.max(hidden, relativeResidual(values, scale));
    });
    const spread = Math.max(...means) - Math.min(...means);
    expect(g).toBeLessThan(1e-13);
    expect(hidden).toBeLessThan(1e-12);
    expect(energy / Math.max(1, Math.abs(start), maxAbs(problem.initial))).toBeLessThan(1e-2);
    expect(
      spread,
      `energy error ${energy}, block means from ${Math.min(...means)} to ${Math.max(...means)}`,
    ).toBeLessThan(energy / 2);
  });
});
