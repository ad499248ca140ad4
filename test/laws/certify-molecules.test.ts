// Certificates of particle problems: forces that jump at cut-offs, and systems too large for dense matrices.

import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import type { Flow } from '../../src/flows/flow.ts';
import { certify } from '../../src/laws/certify.ts';
import { conservedMomenta, createMomenta } from '../../src/laws/conserved-momenta.ts';
import { hasCutoff } from '../../src/laws/law.ts';
import { measureOrder } from '../../src/laws/order.ts';
import { symplecticDefect } from '../../src/laws/symplectic.ts';
import { tangentVectors } from '../../src/laws/tangent-vectors.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { molecularUnits } from '../../src/particles/units.ts';
import { createBrackets } from '../../src/problem/brackets.ts';
import type { Problem } from '../../src/problem/problem.ts';
import { createRandom } from '../../src/random/mulberry.ts';

const { fs } = molecularUnits;
const molecules = (text: string) => load(`particles: { ${text}, temperature: 100*K, seed: 1 }`);
const nitrogen = molecules(
  'molecules: { nitrogen: 24 }, density: 0.8, forces: { lennard-jones: { cutoff: 5 } }',
);
const argon = molecules('molecules: { argon: 32 }, density: 1.4, forces: { lennard-jones: { cutoff: 5.5 } }');
const waters = molecules('molecules: { tip3p: 4 }');

describe('what is claimed of methods holds on molecules', () => {
  it.each([
    ['rods of nitrogen, cut off', nitrogen, 'rattle', 4],
    ['rods of nitrogen, cut off', nitrogen, 'geodesic-two-stage-bcss', 6],
    ['rods of nitrogen, cut off', nitrogen, 'g-baoab', 4],
    ['argon, cut off', argon, 'verlet', 5],
    ['waters in open space', waters, 'rattle', 1],
  ])('%s: %#', (_, problem, method, step) => {
    const { measurements } = certify(problem, {
      method,
      step: step * fs,
      ...(method === 'g-baoab' && { temperature: 0.1 }),
    });
    const failing = measurements.filter(({ verdict }) => verdict === 'fail');
    expect(failing.map(({ law, value, detail }) => `${law} ${value}: ${detail}`)).toEqual([]);
    expect(measurements.find(({ law }) => law === 'energy')?.verdict).toBe(
      hasCutoff(problem) ? 'not claimed' : 'pass',
    );
  });
});

it('knows which forces are cut off', () => {
  expect([nitrogen, argon, waters].map(hasCutoff)).toEqual([true, true, false]);
  expect(hasCutoff(load('coordinates: [x]'))).toBe(false);
});

/** The same step, with momenta a little too large afterwards. */
function inflated(problem: Problem, flow: Flow): Flow {
  const { push: _, ...rest } = flow;
  return {
    ...rest,
    step(z, h, out) {
      const outcome = flow.step(z, h, out);
      for (let i = problem.n; i < out.length; i++) out[i] *= 1 + 1e-4;
      return outcome;
    },
  };
}

describe('the laws reject on molecules', () => {
  it.each([
    ['nitrogen', nitrogen],
    ['waters', waters],
  ])('a method that is not symplectic: %s', (_, problem) => {
    const flow = inflated(problem, createMethod(problem, 'rattle'));
    expect(symplecticDefect(problem, flow, problem.initial, fs, createRandom(1))).toBeGreaterThan(1e-6);
  });

  it('an order that is not there', () => {
    const create = () => createMethod(nitrogen, 'rattle', { flow: 'symplectic-euler' });
    const { order } = measureOrder({
      problem: nitrogen,
      create,
      until: 20 * fs,
      tolerance: 1e-8,
    });
    expect(order).toBeCloseTo(1, 1);
  });
});

describe.each([
  ['waters', waters],
  ['a chain', molecules('molecules: { hexane: 1 }')],
])('tangent vectors of %s', (_, problem) => {
  const z = problem.initial;
  const brackets = createBrackets(problem);
  const [along, bent] = [new Float64Array(problem.g.m), new Float64Array(problem.g.m)];
  const largest = (values: Float64Array) => Math.max(...values.map(Math.abs));

  it.each(['g = 0', 'g = {g,H} = 0'] as const)('are tangent to %s, and differ', domain => {
    const vectors = tangentVectors(problem, z, domain, 3, createRandom(2));
    for (const v of vectors) {
      problem.g.jacobianTimes(z, v, along);
      brackets.hiddenAlong(z, v, bent);
      expect(largest(along) / largest(v)).toBeLessThan(1e-13);
      if (domain === 'g = 0') expect(largest(bent) / largest(v)).toBeGreaterThan(1e-6);
      else expect(largest(bent) / largest(v)).toBeLessThan(1e-13);
    }
    expect(largest(vectors[0].map((x, i) => x - vectors[1][i]))).toBeGreaterThan(1e-3);
  });
});

describe('conserved momenta', () => {
  const kept = (problem: Problem) => {
    const momenta = createMomenta(problem);
    const states = [problem.initial, problem.initial.map((x, i) => x + 0.01 * Math.sin(i))];
    return conservedMomenta(problem, momenta, 100 * fs, states).map(i => momenta.columns[i]);
  };

  it('are linear ones in a box, and angular ones too in open space', () => {
    expect(kept(argon)).toEqual(['momentum_x', 'momentum_y', 'momentum_z']);
    expect(kept(waters)).toHaveLength(6);
  });
});
