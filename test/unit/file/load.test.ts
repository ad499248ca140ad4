import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';

const kinetic = (inverseMass: ArrayLike<number>, p: ArrayLike<number>) =>
  Array.from(p).reduce((sum, pi, i) => sum + 0.5 * inverseMass[i] * pi * pi, 0);

describe('a problem file', () => {
  const full = load(
    `
name: Everything
description: Uses each key.
provenance: ours
tags: [a, b]
reference: { anything: [goes, 1] }
parameters: { N: 3, m: 2, L: 1.5, w: [1, 2, 3], half: m/4, M: [[1, 2], [3, 4]] }
coordinates: { r: [N, 2], s: 1, t: [] }
mass: { r: m, s: half, t: 7 }
potential: m*sum(i, 0, N-1, w[i]*r[i][1]) + M[1][0]*s[0]^2 + t
constraints:
  anchor: norm2(r[0]) = L^2
  links: { each: "i in 1..N-1", equation: "norm2(r[i] - r[i-1]) = L^2" }
  both: r[2] = 2*r[1]
initial:
  r: [[L, 0], [2*L, 0], [3*L, 0]]
  "p_r[i][1]": { each: "i in 0..N-1", value: i + half }
  t: -1e-7
  s: 4
observables: { height: "r[0][1] + t", energy: p_t^2 }
run: { method: rattle, flow: verlet, solver: newton, step: L/100, until: 2*m, every: 5, seed: 7, omega: 10*L, beta: 0.25 }
`,
    { file: 'full.yaml' },
  );

  it('gives names, sizes and parameters', () => {
    expect(full.name).toBe('Everything');
    expect(full.n).toBe(8);
    expect(full.coordinates).toEqual([
      ...['r[0][0]', 'r[0][1]', 'r[1][0]', 'r[1][1]', 'r[2][0]', 'r[2][1]'],
      ...['s[0]', 't'],
    ]);
    expect(full.parameters).toEqual({ N: 3, m: 2, L: 1.5, half: 0.5 });
    expect(full.g.names).toEqual(['anchor', 'links[1]', 'links[2]', 'both[0]', 'both[1]']);
    expect(full.observables.map(({ name }) => name)).toEqual(['height', 'energy']);
  });

  it('gives the start and the run', () => {
    const q = [1.5, 0, 3, 0, 4.5, 0, 4, -1e-7];
    expect([...full.initial]).toEqual([...q, 0, 0.5, 0, 1.5, 0, 2.5, 0, 0]);
    expect(full.run).toEqual({
      ...{ method: 'rattle', flow: 'verlet', solver: 'newton', step: 0.015, until: 4 },
      ...{ every: 5, seed: 7, omega: 15, beta: 0.25 },
    });
  });

  it('gives H and g as written', () => {
    const z = Float64Array.from({ length: 16 }, (_, i) => Math.sin(i + 1));
    const masses = [2, 2, 2, 2, 2, 2, 0.5, 7];
    const V = 2 * (z[1] + 2 * z[3] + 3 * z[5]) + 3 * z[6] ** 2 + z[7];
    expect(full.H.separable?.inverseMass).toEqual(Float64Array.from(masses, m => 1 / m));
    expect(full.H.value(z)).toBeCloseTo(kinetic(full.H.separable?.inverseMass ?? [], z.subarray(8)) + V, 13);
    const g = new Float64Array(5);
    full.g.value(z, g);
    const expected = [
      z[0] ** 2 + z[1] ** 2 - 2.25,
      (z[2] - z[0]) ** 2 + (z[3] - z[1]) ** 2 - 2.25,
      (z[4] - z[2]) ** 2 + (z[5] - z[3]) ** 2 - 2.25,
      z[4] - 2 * z[2],
      z[5] - 2 * z[3],
    ];
    g.forEach((value, i) => {
      expect(value).toBeCloseTo(expected[i], 14);
    });
    expect(full.observables.map(o => o.value(z))).toEqual([z[1] + z[7], z[15] ** 2]);
  });

  it('may be JSON, may leave almost everything out, and may hold empty sections', () => {
    const bare = load('{"coordinates": ["x"]}');
    expect([bare.name, bare.n, bare.g.m, [...bare.initial]]).toEqual(['Unnamed problem', 1, 0, [0, 0]]);
    expect(bare.H.value(Float64Array.of(5, 3))).toBe(4.5);
    const empty = load('coordinates: [x]\nconstraints:\ninitial:\nobservables:\nrun:\n');
    expect([empty.g.m, empty.observables, empty.run]).toEqual([0, [], {}]);
  });

  it.each(['1e21', '1e-7', '-3.5e+4', '0x10', '1_000', '.5', '"2*pi"', '-(1 + 2)^2'])(
    'reads the number %s',
    text => {
      const expected: Record<string, number> = { '0x10': 16, '"2*pi"': 2 * Math.PI, '-(1 + 2)^2': -9 };
      const read = () => load(`coordinates: [x]\ninitial: { x: ${text} }`).initial[0];
      if (text === '1_000') expect(read).toThrow('initial.x');
      else expect(read()).toBe(expected[text] ?? Number(text));
    },
  );

  it.each([
    ['one for all', 'mass: 3', [3, 3, 3]],
    ['one for each array', 'mass: { r: 2, x: 5 }', [2, 2, 5]],
    ['a list in the order of the coordinates', 'mass: [2, 5]', [2, 2, 5]],
    ['a list of lists', 'mass: [[2, 4], 5]', [2, 4, 5]],
    ['one for each entry', 'mass: { r: [2, 4], x: 5 }', [2, 4, 5]],
    ['a family', 'mass: { "r[i]": { each: "i in 0..1", value: i + 1 }, x: 5 }', [1, 2, 5]],
    ['a formula', 'parameters: { m: 6 }\nmass: m/2', [3, 3, 3]],
    ['none', '', [1, 1, 1]],
  ])('takes masses as %s', (_, text, masses) => {
    const { H } = load(`coordinates: { r: 2, x: [] }\n${text}`);
    expect(H.separable?.inverseMass).toEqual(Float64Array.from(masses, m => 1 / m));
  });

  it('takes values for whole arrays from one number', () => {
    const { initial } = load('coordinates: { r: [2, 2] }\ninitial: { r: 3, "r[1]": [5, 6], "p_r[0]": 1 }');
    expect([...initial]).toEqual([3, 3, 5, 6, 1, 1, 0, 0]);
  });

  it('computes parameters in their order, and again after an override', () => {
    const text = 'parameters: { N: 2, L: 3, area: L^2, half: area/2 }\ncoordinates: { r: N }';
    expect(load(text).parameters).toEqual({ N: 2, L: 3, area: 9, half: 4.5 });
    const other = load(text, { set: { L: 1, N: 4 } });
    expect(other.parameters).toEqual({ N: 4, L: 1, area: 1, half: 0.5 });
    expect(other.n).toBe(4);
    expect(load(text, { set: { area: 8 } }).parameters).toMatchObject({ L: 3, area: 8, half: 4 });
  });

  it('expands nested families, the last index running fastest', () => {
    const { g } = load(`
coordinates: { r: 4 }
constraints: { pair: { each: "i in 0..2, j in i+1..3", equation: "r[i]*r[j] = i + 10*j" } }`);
    expect(g.names).toEqual(['pair[0,1]', 'pair[0,2]', 'pair[0,3]', 'pair[1,2]', 'pair[1,3]', 'pair[2,3]']);
    const out = new Float64Array(6);
    g.value(Float64Array.of(2, 3, 5, 7, 0, 0, 0, 0), out);
    expect([...out]).toEqual([6 - 10, 10 - 20, 14 - 30, 15 - 21, 21 - 31, 35 - 32]);
  });

  it('reads the whole catalogue', () => {
    const folder = new URL('../../../cases/', import.meta.url);
    const files = readdirSync(folder).filter(file => file.endsWith('.yaml'));
    expect(files.length).toBeGreaterThan(20);
    const readFile = (file: string) => readFileSync(new URL(file, folder), 'utf8');
    for (const file of files) expect(load(readFile(file), { file, readFile }).n).toBeGreaterThan(0);
  });
});

describe('kinds of problems', () => {
  const separable = (hamiltonian: string) =>
    load(`parameters: { m: 2 }\ncoordinates: [x, y]\nhamiltonian: "${hamiltonian}"`).H.separable;

  it.each([
    ['p_x^2/2 + p_y^2/(2*m) + x^4*y', [1, 0.5]],
    ['(p_x^2 + p_y^2)/(2*m) - cos(x)', [0.5, 0.5]],
    ['p_x*p_x + 3*(y - 2*(x - p_y^2/4)) + 3*p_y^2', [2, 9]],
    ['sum([p_x, p_y][0]^2*[1, 2]) + p_y^2', [6, 2]],
    ['-(x*y - p_x^2 - p_y^2)', [2, 2]],
    ['p_x^2 + p_y^2 - p_x^2/2', [1, 2]],
    ['2^2*p_x^2 + norm2([p_y, x])', [8, 2]],
  ])('recognises a separable H: %s', (text, inverseMass) => {
    expect(separable(text)?.inverseMass).toEqual(Float64Array.from(inverseMass));
  });

  it.each([
    'p_x^2/2',
    'p_x^2/2 - p_y^2/2',
    'p_x^2/2 + p_y^2/2 + x*p_y',
    'p_x^2/2 + p_y^2/2 + p_x',
    'p_x^2*(1 + x^2) + p_y^2',
    '(p_x + p_y)^2 + p_y^2',
    'p_x^4 + p_y^2',
    'sqrt(1 + p_x^2 + p_y^2)',
    'exp(p_x^2 + p_y^2)',
    'x^2 + y^2',
  ])('does not take another for one: %s', text => {
    expect(separable(text)).toBeNull();
  });

  it.each([
    ['x^2 + y^2 = 1', 'holonomic', 2],
    ['x + y = 1', 'holonomic', 1],
    ['sin(x) = y', 'holonomic', Number.POSITIVE_INFINITY],
    ['x^2 + p_y^2 = 1', 'quadratic', 2],
    ['p_x + y = 0', 'quadratic', 1],
    ['x*p_y - y*p_x = 1', 'quadratic', 2],
    ['x^2*p_x = 1', 'general', Number.POSITIVE_INFINITY],
    ['abs(p_x) + x = 1', 'general', Number.POSITIVE_INFINITY],
    ['max(p_x, 0)^2 + x = 1', 'general', Number.POSITIVE_INFINITY],
    ['p_x - p_x + x = 1', 'holonomic', 1],
  ])('sorts the constraint %s', (equation, kind, degree) => {
    const { g } = load(`coordinates: [x, y]\nconstraints: { c: "${equation}" }`);
    expect([g.kind, g.degree]).toEqual([kind, degree]);
  });

  it('keeps the formulas of classical problems for the fast kernels, and only of those', () => {
    const classical = load('coordinates: [x, y]\nconstraints: { c: x*y = 1 }');
    expect(classical.formulas?.constraints).toHaveLength(1);
    expect(load('coordinates: [x, y]\nconstraints: { c: x*p_y = 1 }').formulas).toBeUndefined();
    expect(
      load('coordinates: [x]\nhamiltonian: x*p_x^2\nconstraints: { c: x = 1 }').formulas,
    ).toBeUndefined();
  });
});
