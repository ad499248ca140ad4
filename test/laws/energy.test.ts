import { describe, expect, it } from 'vitest';
import { load } from '../../src/file/load.ts';
import { measureDrift } from '../../src/laws/drift.ts';
import { createMethod } from '../../src/methods/registry.ts';
import { advance } from '../../src/run/stepper.ts';
import { rattleWithEuler } from './counterexamples.ts';
import { bowl, stiff } from './problems.ts';
import { subjects } from './subjects.ts';

const bounded = subjects.filter(({ properties }) => properties.boundedEnergy ?? properties.symplectic);

describe('the energy of symplectic methods, and of those conjugate to one, does not drift', () => {
  it.each(bounded.map(s => [s.label, s] as const))('%s', (_, s) => {
    // Springs and pendulum exchange energy slowly: only a long run tells a drift from that.
    const steps = s.problem === stiff ? 40_000 : 4000;
    const { ratio, drift } = measureDrift(s.problem, s.create(), 0.05, steps);
    expect(ratio < 0.5 || Math.abs(drift) < 1e-11, `drift ${drift}, ${ratio} of the largest error`).toBe(
      true,
    );
  });

  it.each([
    ['RATTLE with explicit Euler inside', () => rattleWithEuler(bowl), 200],
    ['backward differences', () => createMethod(bowl, 'bdf2'), 2000],
  ] as const)('the law rejects %s', (_, create, steps) => {
    expect(measureDrift(bowl, create(), 0.02, steps).ratio).toBeGreaterThan(0.5);
  });
});

describe('momenta of the symmetries are kept', () => {
  const spin = load(`
name: Two linked particles free in space
coordinates: { r: [2, 3] }
mass: { "r[0]": 1, "r[1]": 2.5 }
potential: 0.3*norm2(r[1] - r[0]) + 0.2*norm(r[0] - r[1])
constraints: { rod: "norm2(r[1] - r[0]) = 1" }
initial: { r: [[0, 0, 0], [1, 0, 0]], p_r: [[0.3, 0.2, -0.1], [0.75, -0.4, 0.6]] }
`);
  const momenta = (z: Float64Array) => {
    const [a, b] = [0, 3];
    const cross = (k: number) => [
      z[k + 1] * z[k + 8] - z[k + 2] * z[k + 7],
      z[k + 2] * z[k + 6] - z[k] * z[k + 8],
      z[k] * z[k + 7] - z[k + 1] * z[k + 6],
    ];
    const [u, v] = [cross(a), cross(b)];
    return [0, 1, 2].flatMap(i => [z[6 + i] + z[9 + i], u[i] + v[i]]);
  };
  const change = (method: string, h: number, steps: number) => {
    const end = momenta(advance(createMethod(spin, method), spin.initial, h, steps));
    return Math.max(...momenta(spin.initial).map((value, i) => Math.abs(value - end[i])));
  };

  it.each(['rattle', 'shake', 'shake-velocity', 'rattle-4', 'rattle-6', 'rattle-8'])(
    '%s keeps linear and angular momentum',
    method => {
      expect(change(method, 0.05, 500)).toBeLessThan(1e-12);
    },
  );

  it('the law rejects backward differences, which do not keep angular momentum', () => {
    expect(change('bdf2', 0.05, 500)).toBeGreaterThan(1e-6);
  });
});
