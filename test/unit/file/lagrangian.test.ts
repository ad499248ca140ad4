import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { ProblemError } from '../../../src/problem/problem-error.ts';
import { advance } from '../../../src/run/stepper.ts';

function mistake(text: string): ProblemError {
  try {
    load(text, { file: 'f.yaml' });
  } catch (error) {
    if (error instanceof ProblemError) return error;
    throw error;
  }
  throw new Error('no error');
}

/** The first line of the message, and a part of the hint where one is expected. */
function expectMistake(text: string, first: string, hint?: string): void {
  const { message } = mistake(text);
  expect(message.split('\n')[0]).toBe(first);
  if (hint !== undefined) expect(message.split('\n').at(-1)).toContain(hint);
}

const xy = 'parameters: { m: 2, k: 3 }\ncoordinates: [x, y]\n';

describe('a kinetic energy with constant masses', () => {
  it.each([
    ['kinetic: m*v_x^2/2 + 3*v_y^2', [2, 6]],
    ['kinetic: m/2*(v_x*v_x + v_y^2)', [2, 2]],
    ['kinetic: m*norm2([v_x, v_y])/2', [2, 2]],
    ['kinetic: v_x^2 + v_y^2 + v_x^2', [4, 2]],
    ['lagrangian: m*(v_x^2 + v_y^2)/2 - (x^4*y - (k*y + v_y^2))', [2, 4]],
  ])('%s is found', (line, masses) => {
    const { H, formulas } = load(xy + line);
    expect(H.separable?.inverseMass).toEqual(Float64Array.from(masses, mass => 1 / mass));
    expect(formulas).toBeDefined();
  });

  it.each([
    'kinetic: v_x^2 + v_y^2 + v_x*v_y',
    'kinetic: v_x^2 + (1 + x^2)*v_y^2',
    'kinetic: (v_x - y)^2 + (v_y + x)^2',
    'lagrangian: v_x^2 + v_y^2 + x*v_y',
    'lagrangian: v_x^2 - v_y^2',
    'lagrangian: v_x^2 + v_y^4 + v_y^2',
  ])('%s is something else', line => {
    const { H, formulas } = load(`${xy}${line}\ninitial: { x: 0.3, y: 1 }`);
    expect(H.separable).toBeNull();
    expect(formulas).toBeUndefined();
  });

  const V = 'm*9.81*y + k*(x - y)^2';
  const rest = 'constraints: { rod: x^2 + y^2 = 1 }\ninitial: { x: 1, y: 0, p_y: 0.5 }\n';
  it.each([`kinetic: m*(v_x^2 + v_y^2)/2\npotential: ${V}\n`, `lagrangian: m*(v_x^2 + v_y^2)/2 - (${V})\n`])(
    '%j makes the same problem as a mass',
    energy => {
      const classical = load(`${xy}mass: m\npotential: ${V}\n${rest}`);
      const made = load(xy + energy + rest);
      expect(made.initial).toEqual(classical.initial);
      for (const method of ['rattle', 'rattle-4', 'shake-position']) {
        const [a, b] = [classical, made].map(problem =>
          advance(createMethod(problem, method), problem.initial, 0.01, 50),
        );
        b.forEach((value, i) => {
          expect(Math.abs(value - a[i])).toBeLessThan(1e-13);
        });
      }
    },
  );

  it('gives the same bytes as a mass, and keeps the stiff part', () => {
    const potential = `potential: ${V}\nstiff: 50*(x + y)^2\ninitial: { x: 1, p_y: 0.5 }\n`;
    const [a, b] = [`${xy}mass: m\n`, `${xy}kinetic: m*(v_x^2 + v_y^2)/2\n`].map(text =>
      load(text + potential),
    );
    expect(b.H.separable?.stiff).not.toBeNull();
    expect(advance(createMethod(b, 'verlet'), b.initial, 0.01, 100)).toEqual(
      advance(createMethod(a, 'verlet'), a.initial, 0.01, 100),
    );
  });

  it('the stiff part counts also where H does not split', () => {
    const { H } = load(`${xy}kinetic: v_x^2 + v_y^2 + v_x*v_y\nstiff: 50*(x + y)^2\npotential: x`);
    expect(H.value(Float64Array.of(1, 2, 0, 0))).toBe(451);
  });
});

describe('velocities of the start', () => {
  const polar = 'parameters: { m: 2 }\ncoordinates: [r, a]\nkinetic: m*(v_r^2 + r^2*v_a^2)/2\n';

  it('become momenta', () => {
    expect([...load(`${polar}initial: { r: 3, v_r: 1, v_a: -0.5 }`).initial]).toEqual([3, 0, 2, -9]);
    expect([...load(`${polar}initial: { r: 3 }`).initial].every(value => !Object.is(value, -0))).toBe(true);
    const { initial } = load(`${xy}kinetic: m*(v_x^2 + v_y^2)/2\ninitial: { v_y: k }`);
    expect([...initial]).toEqual([0, 0, 0, 6]);
  });

  it('may be given to arrays and families', () => {
    const { initial } = load(`
coordinates: { r: [2, 2] }
kinetic: sum(i, 0, 1, (i + 1)*norm2(v_r[i])) + v_r[0][0]*v_r[1][1]
initial: { r: 1, "v_r[i][1]": { each: "i in 0..1", value: 10*i + 1 } }`);
    expect([...initial]).toEqual([1, 1, 1, 1, 11, 2, 0, 44]);
  });

  it('give way to momenta', () => {
    expect([...load(`${polar}initial: { r: 3, p_a: 5 }`).initial]).toEqual([3, 0, 0, 5]);
  });

  it('what is missing is at rest, which in a magnetic field is not without momentum', () => {
    const magnetic = 'coordinates: [x, y]\nlagrangian: (v_x^2 + v_y^2)/2 + x*v_y\n';
    expect([...load(`${magnetic}initial: { x: 4 }`).initial]).toEqual([4, 0, 0, 4]);
    expect([...load(`${magnetic}initial: { x: 4, p_x: 1 }`).initial]).toEqual([4, 0, 1, 0]);
  });

  it('do not stand beside momenta', () => {
    expectMistake(
      `${polar}initial:\n  r: 3\n  p_r: 1\n  v_a: 1`,
      'f.yaml:7: initial.v_a: the start has a velocity, “v_a”, and a momentum, “p_r”',
      'give either velocities or momenta',
    );
  });

  it('may be observed, with and without a mass matrix', () => {
    const state = Float64Array.of(3, 0, 2, -9);
    const observed = load(
      `${polar}initial: { r: 1 }\nobservables: { speed: "hypot", spin: r^2*v_a*p_r }`.replace(
        '"hypot"',
        'sqrt(v_r^2 + r^2*v_a^2)',
      ),
    ).observables.map(({ value }) => value(state));
    expect(observed).toEqual([Math.sqrt(1 + 2.25), -9]);
    const { observables } = load(`${xy}kinetic: m*(v_x^2 + v_y^2)/2\nobservables: { vx: v_x + y }`);
    expect(observables[0].value(Float64Array.of(0, 1, 5, 0))).toBe(3.5);
  });
});

describe('mistakes', () => {
  it.each([
    ['lagrangian', 'hamiltonian: p_x^2'],
    ['lagrangian', 'kinetic: v_x^2'],
    ['lagrangian', 'mass: 1'],
    ['lagrangian', 'potential: x'],
    ['lagrangian', 'stiff: x'],
    ['kinetic', 'hamiltonian: p_x^2'],
    ['kinetic', 'mass: 1'],
  ])('%s beside %s', (key, line) => {
    const other = line.split(':')[0];
    expectMistake(
      `coordinates: [x]\n${line}\n${key}: v_x^2`,
      `f.yaml:2: ${other}: “${other}” cannot stand beside “${key}”`,
      'give one of: hamiltonian; lagrangian; kinetic and potential; mass and potential',
    );
  });

  it.each([
    ['kinetic: v_x^2 + v_y^2 + p_x', 'kinetic: it contains the momentum “p_x”', '“v_x”'],
    ['lagrangian: v_x^2 + p_y*v_y', 'lagrangian: it contains the momentum “p_y”', '“hamiltonian”'],
    [
      'kinetic: v_x^2 + sqrt(1 + v_y^2)',
      'kinetic: the kinetic energy is not quadratic in the velocities',
      '“lagrangian”',
    ],
    [
      'kinetic: v_x^2 + v_y^2 + abs(v_x)',
      'kinetic: the kinetic energy is not quadratic in the velocities',
      '“lagrangian”',
    ],
    ['kinetic: v_x^2 + x', 'kinetic: the mass matrix ∂²T/∂v² is zero for v_y at the start', 'every velocity'],
    ['kinetic: x + y', 'kinetic: the mass matrix ∂²T/∂v² is zero for v_x at the start'],
    ['kinetic: (v_x + v_y)^2', 'kinetic: the mass matrix ∂²T/∂v² is singular at the start', '“hamiltonian”'],
    [
      'kinetic: (v_x/3 + 0.7*v_y)^2 + (1e-9*v_x + 2.1e-9*v_y)^2',
      'kinetic: the mass matrix ∂²T/∂v² is singular at the start',
    ],
    ['kinetic: v_x^2 - v_y^2', 'kinetic: the mass matrix ∂²T/∂v² is not positive definite at the start'],
    ['kinetic: -v_x^2 - v_y^2', 'kinetic: the mass matrix ∂²T/∂v² is not positive definite at the start'],
    ['kinetic: v_x^2 + v_y^2/x', 'kinetic: the mass matrix ∂²T/∂v² is not finite at the start'],
    ['kinetic: v_x^2 + x^2*v_y^2', 'kinetic: the mass matrix ∂²T/∂v² is zero for v_y at the start', 'pole'],
    ['lagrangian: x*v_y - y^2', 'lagrangian: the matrix ∂²L/∂v² is zero for v_x at the start', 'invertible'],
    ['lagrangian: v_x^4 + v_y^2', 'lagrangian: the matrix ∂²L/∂v² is zero for v_x at the start'],
    [
      'kinetic: v_x^2 + v_y^2\npotential: v_x',
      'potential: the potential contains a velocity',
      '“lagrangian”',
    ],
    ['potential: v_x', 'potential: unknown name “v_x”'],
    ['kinetic: v_x^2 + v_z^2', 'kinetic: unknown name “v_z”'],
  ])('%s', (line, first, hint?: string) => {
    const number = first.startsWith('potential') ? line.split('\n').length + 2 : 3;
    expectMistake(`${xy}${line}`, `f.yaml:${number}: ${first}`, hint);
  });

  it('units do not make a mass matrix singular', () => {
    const { H } = load(`${xy}kinetic: 1e-30*v_x^2 + 1e20*v_y^2 + 1e-6*v_x*v_y\ninitial: { v_x: 1 }`);
    expect(H.separable).toBeNull();
    const out = new Float64Array(4);
    H.gradient(Float64Array.of(0, 0, 2e-30, 1e-6), out);
    expect(out[2]).toBeCloseTo(1, 12);
  });

  it('momenta or velocities that the Lagrangian cannot have', () => {
    const bounded = 'coordinates: [x]\nlagrangian: log(cosh(v_x))\n';
    expectMistake(
      `${bounded}initial: { p_x: 2 }`,
      'f.yaml:2: lagrangian: no velocities are found for the momenta of the start',
    );
    // L_v = v³ − v takes the value 0 three times; the motion belongs to the branch of rest.
    expectMistake(
      'coordinates: [x]\nlagrangian: v_x^4/4 - v_x^2/2\ninitial: { v_x: 1 }',
      'f.yaml:2: lagrangian: other velocities have the momenta of the start, with v_x = 0',
    );
    expectMistake(
      'coordinates: [x]\nlagrangian: -sqrt(1 - v_x^2)\ninitial: { v_x: 1 }',
      'f.yaml:3: initial: the momentum p_x, the derivative of the Lagrangian by v_x, is Infinity',
    );
  });

  it.each([
    ['coordinates: [x, v_x]', ''],
    ['coordinates: { x: 2, v_x: 2 }', ''],
    ['coordinates: [x]', 'parameters: { v_x: 1 }'],
  ])('%s with %j takes a name twice', (coordinates, more) => {
    expectMistake(
      `${coordinates}\nkinetic: 1\n${more}`,
      'f.yaml:1: coordinates.x: “v_x” is the velocity of “x” and cannot be defined again',
    );
    expect(load(`${coordinates}\n${more}`).n).toBeGreaterThan(0);
  });

  it('velocities in constraints', () => {
    const hint = 'nonholonomic';
    expectMistake(
      `${xy}kinetic: v_x^2 + v_y^2\nconstraints:\n  skate: v_x*sin(y) = 0`,
      'f.yaml:5: constraints.skate: a constraint cannot contain a velocity, here “v_x”',
      hint,
    );
    expectMistake(
      'coordinates: { r: 3 }\nkinetic: norm2(v_r)\nconstraints:\n  a: { each: "i in 1..2", equation: "r[i] = v_r[i-1]" }',
      'f.yaml:4: constraints.a[1]: a constraint cannot contain a velocity, here “v_r[0]”',
      hint,
    );
  });

  it('a mass matrix that is too large to be held', () => {
    const text = (n: number, cross: string) =>
      `coordinates: { r: ${n} }\nkinetic: norm2(v_r)/2${cross}\ninitial: { v_r: 1 }`;
    expectMistake(
      text(1001, ' + v_r[0]*v_r[1]'),
      'f.yaml:2: kinetic: at most 1000 coordinates are possible here, not 1001',
      'constant masses',
    );
    expect(load(text(5000, '')).initial[9999]).toBe(1);
  });
});
