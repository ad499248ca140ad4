// Liquids of waters, rods and chains held at a temperature: the kinetic temperature, with the degrees of freedom that the rods
// leave, is that of the bath within three standard errors. Steps are short enough for g-BAOAB, whose momenta are colder
// than the bath by h²ω²/4: for the librations of water at 2 fs by 0.5 % (216 waters, 100 ps: 296.9 ± 0.5 K of 298 K).

import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { noProjection } from '../../src/integrators/cotangent-projection.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { createThermometer } from '../../src/observers/temperature.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { blockedMean } from '../../src/statistics/block-average.ts';
import { createOrnsteinUhlenbeck } from '../../src/stochastic/ornstein-uhlenbeck.ts';

const { K, fs, ps } = molecularUnits;

interface Liquid {
  readonly name: string;
  readonly particles: string;
  /** In kelvin, and in femtoseconds. */
  readonly T: number;
  readonly step: number;
  /** Picoseconds. */
  readonly until: number;
  /** Three for each molecule as a whole, its rotations, and what bends. */
  readonly freedom: number;
}

const liquids: Liquid[] = [
  {
    name: '64 waters',
    particles:
      'molecules: { tip3p: 64 }, density: 0.997, forces: { lennard-jones: { cutoff: 6 }, coulomb: { cutoff: 6 } }',
    T: 298,
    step: 1,
    until: 5,
    freedom: 64 * 6,
  },
  {
    name: '64 rods of nitrogen',
    particles: 'molecules: { nitrogen: 64 }, density: 0.807, forces: { lennard-jones: { cutoff: 7.5 } }',
    T: 78,
    step: 4,
    until: 8,
    freedom: 64 * 5,
  },
  {
    name: '20 chains of butane',
    particles:
      'molecules: { butane: 20 }, start: grown, density: 0.583, forces: { lennard-jones: { cutoff: 7 } }',
    T: 291.5,
    step: 2,
    until: 8,
    freedom: 20 * (3 * 4 - 3),
  },
];

const liquidOf = ({ particles, T }: Liquid): Problem =>
  load(`particles: { ${particles}, temperature: ${T}*K, seed: 1 }`);
const bath = ({ T }: Liquid) => ({ temperature: T * K, friction: 20 / ps, seed: 7 });

/** By the liquid and the method: a series that two tests look at is made once. */
const known = new Map<string, Float64Array>();

function seriesOf(liquid: Liquid, method: string): Float64Array {
  const key = `${liquid.name} ${method}`;
  const problem = liquidOf(liquid);
  const series = known.get(key) ?? temperatures(problem, createMethod(problem, method, bath(liquid)), liquid);
  known.set(key, series);
  return series;
}

/** Kinetic temperatures in kelvin every 20 fs, after two picoseconds in which the start is forgotten. */
function temperatures(problem: Problem, flow: Flow, { step, until, T }: Liquid): Float64Array {
  const h = step * fs;
  const every = Math.round(20 / step);
  const thermometer = createThermometer(problem, { temperature: T * K });
  const series = new Float64Array(Math.floor((until * 1000) / 20));
  let [z, next] = [problem.initial.slice(), problem.initial.slice()];
  for (let k = -Math.round((2 * ps) / h); k < series.length * every; k++) {
    const outcome = flow.step(z, h, next);
    if (!outcome.ok) throw new Error(`${outcome.reason}: ${outcome.detail}`);
    [z, next] = [next, z];
    if (k >= 0 && k % every === every - 1) series[(k - every + 1) / every] = thermometer.temperature(z) / K;
  }
  return series;
}

describe.each(liquids.map(liquid => [liquid.name, liquid] as const))('%s', (_, liquid) => {
  const problem = liquidOf(liquid);

  it('have the degrees of freedom that their rods leave', () => {
    expect(createThermometer(problem, { temperature: 1 }).freedom).toBe(liquid.freedom);
  });

  it.each(['gla', 'g-baoab'])('have the temperature of their bath by %s', method => {
    const { mean, standardError } = blockedMean(seriesOf(liquid, method));
    expect(Math.abs(mean - liquid.T) / standardError).toBeLessThan(3);
    // The test can tell: the error is small beside what a wrong number of degrees of freedom would do.
    expect(standardError / liquid.T).toBeLessThan(0.015);
  });
});

describe('the law rejects', () => {
  const [, liquid] = liquids;

  it('noise that nobody projects: RATTLE lets the heat along the rods go, but each step shows it', () => {
    const problem = liquidOf(liquid);
    const inner = createMethod(problem, 'rattle');
    const noise = createOrnsteinUhlenbeck(problem, noProjection, bath(liquid));
    const flow: Flow = {
      ...inner,
      step(z, h, out) {
        const outcome = inner.step(z, h, out);
        return outcome.ok ? noise.apply(out, h) : outcome;
      },
    };
    const { mean, standardError } = blockedMean(temperatures(problem, flow, liquid));
    expect((mean - liquid.T) / standardError).toBeGreaterThan(3);
  });

  it('degrees of freedom counted without the rods', () => {
    const { n } = liquidOf(liquid);
    const { mean, standardError } = blockedMean(seriesOf(liquid, 'gla').map(T => (T * liquid.freedom) / n));
    expect((liquid.T - mean) / standardError).toBeGreaterThan(5);
  });
});
