import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { check } from '../../../../src/analysis/check.ts';
import { load } from '../../../../src/file/load.ts';
import { largestResiduals } from '../../../../src/laws/law.ts';
import { symplecticDefect } from '../../../../src/laws/symplectic.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import type { State } from '../../../../src/problem/state.ts';
import { createRandom } from '../../../../src/random/mulberry.ts';
import { advance } from '../../../../src/run/stepper.ts';
import { along, columns, distance } from '../../differences.ts';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
const fromCatalogue = (name: string) => load(read(`cases/${name}.yaml`), { file: name });

interface Reference {
  readonly until: number;
  readonly coordinates: Readonly<Record<string, number>>;
  readonly momenta: Readonly<Record<string, number>>;
}
const references = JSON.parse(read('test/fixtures/references.json')) as Record<string, Reference[]>;
const referenceAt = (name: string, until: number) =>
  references[name].find(reference => reference.until === until) as Reference;

/** A transform written by hand, and the file whose transform it is. */
interface Example {
  readonly name: string;
  readonly problem: Problem;
  H(z: State): number;
  readonly states: readonly number[][];
}

const [m1, m2, L1, L2, g] = [1.3, 0.7, 1.1, 1.9, 9.81];
const pendulum: Example = {
  name: 'a mass matrix that depends on the position',
  problem: load(read('cases/double-pendulum-angles.yaml'), { set: { m1, m2, L1, L2, g } }),
  H([theta, phi, a, b]) {
    const [c, s] = [Math.cos(theta - phi), Math.sin(theta - phi)];
    const T =
      (m2 * L2 ** 2 * a ** 2 + (m1 + m2) * L1 ** 2 * b ** 2 - 2 * m2 * L1 * L2 * c * a * b) /
      (2 * m2 * L1 ** 2 * L2 ** 2 * (m1 + m2 * s ** 2));
    return T - (m1 + m2) * g * L1 * Math.cos(theta) - m2 * g * L2 * Math.cos(phi);
  },
  states: [
    [0.3, -1.2, 0.8, -2.5],
    [2, 2, 0, 1],
    [-1, 0.5, 3, 0],
  ],
};
const relativistic: Example = {
  name: 'a Lagrangian that is not quadratic',
  problem: load(`
parameters: { m: 1.5, c: 2 }
coordinates: [x, y]
lagrangian: -m*c^2*sqrt(1 - (v_x^2 + v_y^2)/c^2) - x^2*y - y^2/2
`),
  H([x, y, a, b]) {
    return Math.sqrt(1.5 ** 2 * 2 ** 4 + 2 ** 2 * (a ** 2 + b ** 2)) + x ** 2 * y + y ** 2 / 2;
  },
  states: [
    [0.2, -0.4, 0.5, -0.3],
    [1, 2, 0, 0],
    [-0.5, 1, 40, -25],
  ],
};
const magnetic: Example = {
  name: 'a term linear in the velocities, with a field that is not uniform',
  problem: load(`
parameters: { m: 2, B: 3 }
coordinates: [x, y]
lagrangian: m*(v_x^2 + v_y^2)/2 + B*(x*v_y - y*v_x)/2 + x*y*v_x - cos(x)*y
`),
  H([x, y, a, b]) {
    const [ax, ay] = [-1.5 * y + x * y, 1.5 * x];
    return ((a - ax) ** 2 + (b - ay) ** 2) / 4 + Math.cos(x) * y;
  },
  states: [
    [0.3, 0.7, -1, 2],
    [-2, 1, 0, 0],
  ],
};
const examples = [pendulum, relativistic, magnetic];

describe.each(examples)('$name', ({ problem: { n, H: made }, H, states }) => {
  const gradient = (z: State) => columns(w => [H(w)], z).map(([slope]) => slope);
  const filled = (length: number, fill: (out: Float64Array) => void) => {
    const out = new Float64Array(length).fill(Number.NaN);
    fill(out);
    return out;
  };

  it.each(states)('value and derivatives at %j, %j, %j, %j', (...numbers) => {
    const z = Float64Array.from(numbers);
    expect(Math.abs(made.value(z) - H(z))).toBeLessThan(1e-13 * (1 + Math.abs(H(z))));
    expect(
      distance(
        filled(2 * n, out => made.gradient(z, out)),
        gradient(z),
      ),
    ).toBeLessThan(1e-10);
    const second = columns(gradient, z);
    const hessian = filled(4 * n * n, out => made.hessian(z, out));
    expect(distance(hessian, second.flat())).toBeLessThan(1e-8);
    const v = Float64Array.from(z, (_, i) => Math.sin(1 + 3 * i));
    const times = filled(2 * n, out => made.hessianTimes(z, v, out));
    expect(distance(times, along(gradient, z, v))).toBeLessThan(1e-8);
  });

  it('the second derivative is exactly symmetric, in a full pattern', () => {
    const hessian = filled(4 * n * n, out => made.hessian(Float64Array.from(states[0]), out));
    expect(made.hessianPattern.index.length).toBe(4 * n * n);
    for (let i = 0; i < 2 * n; i++)
      for (let j = 0; j < i; j++) expect(hessian[i * 2 * n + j]).toBe(hessian[j * 2 * n + i]);
  });

  it('no call changes what another gives, to the last bit', () => {
    const [z, other] = states.map(numbers => Float64Array.from(numbers));
    const all = () => [
      made.value(z),
      ...filled(2 * n, out => made.gradient(z, out)),
      ...filled(2 * n, out => made.hessianTimes(z, other, out)),
      ...filled(4 * n * n, out => made.hessian(z, out)),
    ];
    const before = all();
    made.value(other);
    expect(filled(2 * n, out => made.hessianTimes(z, other, out))).toEqual(
      Float64Array.from(before.slice(1 + 2 * n, 1 + 4 * n)),
    );
    made.gradient(other, new Float64Array(2 * n));
    expect(all()).toEqual(before);
  });

  it('the check finds nothing wrong with its derivatives', () => {
    const { problem } = examples.find(example => example.H === H) as Example;
    expect(check({ ...problem, initial: Float64Array.from(states[0]) }).verdict).toBe('pass');
  });
});

describe('motion', () => {
  it('a charge in a uniform field runs on a circle', () => {
    const problem = load(`
parameters: { B: 2 }
coordinates: [x, y]
lagrangian: (v_x^2 + v_y^2)/2 + B*(x*v_y - y*v_x)/2
initial: { x: 1, v_y: 3 }
observables: { speed: "norm([v_x, v_y])" }
`);
    const t = 5;
    const end = advance(createMethod(problem, 'reference'), problem.initial, t, 1);
    // x' = 3 sin Bt, y' = 3 cos Bt.
    expect(end[0]).toBeCloseTo(1 + 1.5 * (1 - Math.cos(2 * t)), 11);
    expect(end[1]).toBeCloseTo(1.5 * Math.sin(2 * t), 11);
    expect(problem.observables[0].value(end)).toBeCloseTo(3, 11);
  });

  it.each([1, 10, 50])('the double pendulum in angles moves as in Cartesian coordinates, t = %d', until => {
    const problem = fromCatalogue('double-pendulum-angles');
    const { coordinates, momenta } = referenceAt('double-pendulum', until);
    const end = advance(createMethod(problem, 'reference'), problem.initial, until, 1);
    for (const { name, value } of problem.observables)
      expect(Math.abs(value(end) - coordinates[name])).toBeLessThan(1e-11);
    // The angular momentum about the anchor is the sum of both angles' momenta.
    const spin = ['1', '2'].reduce(
      (sum, i) => sum + coordinates[`x${i}`] * momenta[`p_y${i}`] - coordinates[`y${i}`] * momenta[`p_x${i}`],
      0,
    );
    expect(Math.abs(end[2] + end[3] - spin)).toBeLessThan(1e-11);
  });

  /** Errors of the final coordinates for steps h, h/2, h/4. */
  function errors(name: string, method: string, h: number): number[] {
    const problem = fromCatalogue(name);
    const { coordinates } = referenceAt(name, 1);
    return [h, h / 2, h / 4].map(step => {
      const end = advance(createMethod(problem, method), problem.initial, step, Math.round(1 / step));
      return Math.max(...problem.coordinates.map((key, i) => Math.abs(end[i] - coordinates[key])));
    });
  }
  it.each([
    ['double-pendulum-angles', 'midpoint', 0.05],
    ['double-pendulum-angles', 'verlet', 0.05],
    ['n-pendulum-angles', 'midpoint', 0.01],
    ['four-bar-angles', 'rattle', 0.05],
  ])('%s with %s is of second order', (name, method, h) => {
    const [coarse, middle, fine] = errors(name, method, h);
    expect(Math.abs(Math.log2(coarse / middle) - 2)).toBeLessThan(0.2);
    expect(Math.abs(Math.log2(middle / fine) - 2)).toBeLessThan(0.1);
    expect(fine).toBeLessThan(2e-4);
  });

  it('the chain of ten rods in angles ends where the chain of ten bobs ends', () => {
    const problem = fromCatalogue('n-pendulum-angles');
    const { coordinates } = referenceAt('n-pendulum', 1);
    const end = advance(createMethod(problem, 'reference'), problem.initial, 1, 1);
    const [x, y] = problem.observables.map(({ value }) => value(end));
    expect(Math.abs(x - coordinates['r[9][0]'])).toBeLessThan(1e-11);
    expect(Math.abs(y - coordinates['r[9][1]'])).toBeLessThan(1e-11);
  });

  it('a four-bar linkage in angles stays on both constraints', () => {
    const problem = fromCatalogue('four-bar-angles');
    const { g: onConstraint, hidden } = largestResiduals(problem, createMethod(problem, 'rattle'), 0.01, 250);
    expect(onConstraint).toBeLessThan(1e-13);
    expect(hidden).toBeLessThan(1e-12);
  });

  it('the loop of the linkage holds also where it is not a formula of the constraints', () => {
    const problem = fromCatalogue('four-bar-angles');
    const end = advance(createMethod(problem, 'rattle'), problem.initial, 0.01, 300);
    const [x1, y1, x2, y2] = problem.observables.map(({ value }) => value(end));
    expect(Math.hypot(x2 - x1, y2 - y1)).toBeCloseTo(5, 12);
  });

  it.each([
    ['double-pendulum-angles', 'midpoint'],
    ['double-pendulum-angles', 'symplectic-euler'],
    ['double-pendulum-angles', 'verlet'],
    ['n-pendulum-angles', 'midpoint'],
    ['four-bar-angles', 'rattle'],
    ['four-bar-angles', 'shake'],
  ])('%s with %s is symplectic', (name, method) => {
    const problem = fromCatalogue(name);
    const flow = createMethod(problem, method);
    const z = advance(flow, problem.initial, 0.02, 3);
    expect(symplecticDefect(problem, flow, z, 0.02, createRandom(3))).toBeLessThan(1e-12);
  });

  it('Euler’s method on the same Hamiltonian is not', () => {
    const problem = fromCatalogue('double-pendulum-angles');
    const { H, n } = problem;
    const slope = new Float64Array(2 * n);
    const euler = {
      domain: 'phase space' as const,
      memory: [],
      step(z: State, h: number, out: State) {
        H.gradient(z, slope);
        for (let i = 0; i < n; i++) {
          out[i] = z[i] + h * slope[n + i];
          out[n + i] = z[n + i] - h * slope[i];
        }
        return { ok: true as const };
      },
    };
    expect(symplecticDefect(problem, euler, pendulumState, 0.02, createRandom(3))).toBeGreaterThan(1e-5);
  });
  const pendulumState = Float64Array.of(0.3, -1.2, 0.8, -2.5);
});

describe('where no velocity belongs to the momentum', () => {
  const vanishing = load('coordinates: [x]\nkinetic: x*v_x^2/2\ninitial: { x: 1, v_x: -1 }');

  it('H and its derivatives are not numbers at a point without mass, and recover beyond', () => {
    const out = new Float64Array(4);
    expect(vanishing.H.value(Float64Array.of(0, 1))).toBeNaN();
    vanishing.H.hessian(Float64Array.of(0, 1), out);
    expect([...out].every(Number.isNaN)).toBe(true);
    expect(vanishing.H.value(Float64Array.of(0.5, 1))).toBe(1);
  });

  it.each(['midpoint', 'verlet', 'symplectic-euler', 'gauss-2', 'reference'])(
    '%s fails with a reason',
    method => {
      const flow = createMethod(vanishing, method);
      const out = new Float64Array(2);
      const atWall = flow.step(Float64Array.of(0, 1), 0.1, out);
      expect(atWall.ok).toBe(false);
      // x^(3/2) falls evenly and is 0 at t = 2/3: there the motion ends.
      let z = vanishing.initial.slice();
      let outcome = flow.step(z, 0.01, out);
      for (let k = 1; k < 200 && outcome.ok; k++) {
        z = out.slice();
        expect(z.every(Number.isFinite)).toBe(true);
        outcome = flow.step(z, 0.01, out);
      }
      expect(outcome.ok).toBe(false);
    },
  );

  it('a momentum that no velocity has', () => {
    // L_v = tanh v stays below 1.
    const { H } = load('coordinates: [x]\nlagrangian: log(cosh(v_x)) - x^2');
    expect(H.value(Float64Array.of(0.5, 0.9))).toBeCloseTo(
      0.9 * Math.atanh(0.9) - Math.log(Math.cosh(Math.atanh(0.9))) + 0.25,
      12,
    );
    expect(H.value(Float64Array.of(0.5, 1.1))).toBeNaN();
    expect(H.value(Float64Array.of(Number.NaN, 0.1))).toBeNaN();
  });

  it('speeds near that of light are found from rest', () => {
    const { H } = load('coordinates: [x]\nlagrangian: -sqrt(1 - v_x^2)');
    const gradient = new Float64Array(2);
    for (const p of [1e-12, 1, 10, 1e3, -1e4]) {
      H.gradient(Float64Array.of(0, p), gradient);
      const v = p / Math.hypot(1, p);
      expect(Math.abs(gradient[1] - v)).toBeLessThanOrEqual(2e-16 * Math.abs(v));
    }
  });
});
