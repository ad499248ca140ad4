// What the keys of `particles:` mean, against energies and motions written down by hand.

import { describe, expect, it } from 'vitest';
import { check } from '../../../../src/analysis/check.ts';
import { load } from '../../../../src/file/load.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { simulate } from '../../../../src/run/simulate.ts';

const potential = ({ H, initial, n }: Problem, q: ArrayLike<number> = initial) => {
  const z = new Float64Array(2 * n);
  for (let i = 0; i < n; i++) z[i] = q[i];
  return H.value(z);
};
const systemOf = ({ particles }: Problem) => {
  if (!particles) throw new Error('no particles');
  return particles.system;
};

/** Atoms without forces of their own. */
const dust = (places: string, more: string, names = 'A') => `
parameters: { k: 3, g: 9.81 }
particles:
  models: { dust: { sites: { ${names}: { mass: 2, charge: 0.5 } } } }
  molecules: { dust: ${places.split('], [').length} }
  positions: [${places}]
  ${more}
`;

describe('forces from outside', () => {
  it('a field acts on every particle, on masses, on charges, and on some kinds only', () => {
    const fields = 'force: [1, 0, 0], acceleration: [0, -g, 0], field: [0, 0, 10]';
    const all = load(
      dust(
        '[1, 2, 3], [4, 5, 6]',
        `forces: { external-field: { ${fields} }, coulomb: { constant: 1e-300 } }`,
      ),
    );
    // −Σ F·r, F = (1, −2·9.81, 5) on each.
    expect(potential(all)).toBeCloseTo(-(5 - 2 * 9.81 * 7 + 5 * 9), 10);
    const some = `
      particles:
        molecules: { argon: 1, nitrogen: 1 }
        positions: [[1, 0, 0], [50, 0, 0], [51.089, 0, 0]]
        forces: { external-field: { force: [2, 0, 0], kinds: [AR] } }`;
    const none = some.replace('[2, 0, 0]', '[0, 0, 0]');
    expect(potential(load(some)) - potential(load(none))).toBeCloseTo(-2, 12);
  });

  it('restraints pull to where particles start, or to a point', () => {
    const problem = load(
      dust(
        '[1, 0, 0], [40, 0, 0]',
        'forces: { restraints: [{ particles: [0], stiffness: 4 }, { particles: [1], stiffness: 2*k, at: [41, 0, 0] }], coulomb: { constant: 1e-300 } }',
      ),
    );
    expect(potential(problem)).toBeCloseTo(0.5 * 6 * 1, 12);
    expect(potential(problem, [1, 2, 0, 41, 0, 0])).toBeCloseTo(0.5 * 4 * 4, 12);
  });

  it('an external potential knows x, y, z, mass and charge; a parameter of another formula does not disturb it', () => {
    const text = dust(
      '[1, 2, 3]',
      'forces: { external-potentials: { trap: k*(x^2 + y^2)/2, slope: { potential: m*g*z + q, kinds: [A] } } }',
    );
    expect(potential(load(text))).toBeCloseTo((3 * 5) / 2 + 2 * 9.81 * 3 + 0.5, 12);
    // m is no variable of the pair potential, and no parameter of the external one.
    const both = `
      parameters: { m: 7 }
      particles:
        molecules: { argon: 2 }
        positions: [[0, 0, 0], [60, 0, 0]]
        forces: { pair-potentials: { spring: m*(r - 59)^2 }, external-potentials: { wall: x^2 } }`;
    const own = potential(load(both.replace('m*(r - 59)^2', '0').replace('wall: x^2', 'wall: 0')));
    expect(potential(load(both)) - own).toBeCloseTo(7 + 3600, 9);
  });
});

describe('pair potentials', () => {
  it('act between given kinds, up to a cut-off, shifted there unless told otherwise', () => {
    const text = (more: string) => `
      particles:
        models: { a: { sites: { A: { mass: 1 } } }, b: { sites: { B: { mass: 1 } } } }
        molecules: { a: 2, b: 1 }
        positions: [[0, 0, 0], [2, 0, 0], [0, 3, 0]]
        forces: { pair-potentials: { pull: { potential: r^2, ${more} } } }`;
    expect(potential(load(text('between: [A, A]')))).toBeCloseTo(4, 12);
    expect(potential(load(text('between: [[A, B]]')))).toBeCloseTo(9 + 13, 12);
    expect(potential(load(text('cutoff: 3.2')))).toBeCloseTo(4 + 9 - 2 * 3.2 ** 2, 12);
    expect(potential(load(text('cutoff: 3.2, mode: cut')))).toBeCloseTo(13, 12);
    // Halfway between 2.8 and 3.2 the switch is ½; before, all is there.
    expect(potential(load(text('cutoff: 3.2, switch-from: 2.8')))).toBeCloseTo(4 + 9 / 2, 12);
  });

  it('Lennard-Jones: given pairs, and the switched mode', () => {
    const text = (more: string) => `
      particles:
        molecules: { argon: 1, nitrogen: 1 }
        positions: [[0, 0, 0], [0, 4, 0], [0, 5.089, 0]]
        forces: { lennard-jones: { ${more} } }`;
    const U = (sigma: number, epsilon: number, r: number) =>
      4 * epsilon * ((sigma / r) ** 12 - (sigma / r) ** 6);
    const given = 'pairs: [{ between: [AR, N], sigma: 3, epsilon: 0.2 }]';
    expect(potential(load(text(given)))).toBeCloseTo(U(3, 0.2, 4) + U(3, 0.2, 5.089), 12);
    expect(potential(load(text(`${given}, cutoff: 5, mode: cut`)))).toBeCloseTo(U(3, 0.2, 4), 12);
    expect(potential(load(text(`${given}, cutoff: 5, mode: switched, switch-from: 3`)))).toBeCloseTo(
      U(3, 0.2, 4) / 2,
      12,
    );
  });
});

describe('models of one’s own', () => {
  const chain = `
    particles:
      molecules:
        chain:
          name: CHN
          sites: { A1: { mass: 1 }, A2: { mass: 2 }, A3: { mass: 3 }, A4: { mass: 4 } }
          bonds:
            - { between: [[A1, A2], [A3, A4]], length: 1, stiffness: 10 }
            - { between: [A2, A3], length: 1.5, depth: 5, width: 2 }
          angles: [{ between: [A1, A2, A3], angle: 100*deg, stiffness: 7 }]
          dihedrals:
            - { between: [A1, A2, A3, A4], stiffness: 2, multiplicity: 3, phase: 30*deg }
            - { between: [A1, A2, A3, A4], coefficients: [1, 2, 3, 0, 0, 0] }
      positions: [[0, 1.1, 0], [0, 0, 0], [1.7, 0, 0], [1.7, 0, 1.2]]`;

  it('have bonds that stretch, angles and dihedrals', () => {
    const problem = load(chain);
    const [pi, half] = [Math.PI, Math.PI / 2];
    const bonds = 5 * 0.1 ** 2 + 5 * 0.2 ** 2 + 5 * (1 - Math.exp(-2 * 0.2)) ** 2;
    const angle = 3.5 * (half - (100 * pi) / 180) ** 2;
    const candidates = [half, -half].map(phi => {
      const c = Math.cos(phi - pi);
      return 2 * (1 + Math.cos(3 * phi - pi / 6)) + 1 + 2 * c + 3 * c * c;
    });
    const found = potential(problem) - bonds - angle;
    // The sign of the right angle is a matter of convention, tested with the term.
    expect(Math.min(...candidates.map(value => Math.abs(value - found)))).toBeLessThan(1e-12);
    expect(systemOf(problem).moleculeNames).toEqual(['CHN']);
    // Ends of bonds, angles and dihedrals feel no pair force: all pairs here.
    expect(systemOf(problem).excluded.map(partners => partners.length)).toEqual([3, 3, 3, 3]);
  });

  it('exclude what is joined, more, all or nothing', () => {
    const excluded = (more: string) =>
      systemOf(
        load(
          `particles: { molecules: { m: { sites: { A: { mass: 1 }, B: { mass: 1 }, C: { mass: 1 }, D: { mass: 1 } }, rods: [[A, B, 1], [B, C, 1], [C, D, 1]] ${more} } } }`,
        ),
      ).excluded.map(partners => partners.join(''));
    expect(excluded('')).toEqual(['1', '02', '13', '2']);
    expect(excluded(', excluded: [[A, D]]')).toEqual(['13', '02', '13', '02']);
    expect(excluded(', excluded: all')).toEqual(['123', '023', '013', '012']);
    expect(excluded(', excluded: none')).toEqual(['', '', '', '']);
  });

  it('take kinds by name without digits, and share their numbers', () => {
    const { mass, charge, kinds, kind } = systemOf(
      load(
        `particles: { molecules: { m: { kinds: { H: { mass: 1.008, charge: 0.1, sigma: 2, epsilon: 0.03 }, C: { mass: 12 } }, sites: { C: , H1: , H2: { charge: 0.2 }, X: { kind: H, mass: 3 } }, rods: [[C, H1, 1], [C, H2, 1], [C, X, 1]] } } }`,
      ),
    );
    expect([...mass]).toEqual([12, 1.008, 1.008, 3]);
    expect([...charge]).toEqual([0, 0.1, 0.2, 0.1]);
    expect([...kind].map(k => kinds[k])).toEqual(['C', 'H', 'H', 'H']);
  });

  it('may stand under models, and be used by structure files', () => {
    const text = `
      particles:
        models: { carbon-dioxide: { name: CO2, sites: { C: { mass: 12 }, O1: { mass: 16, synonyms: [OA] }, O2: { mass: 16 } }, rods: [[C, O1, 1.16], [C, O2, 1.16]] } }
        molecules: { carbon-dioxide: 1 }
        structure: gas.xyz`;
    const problem = load(text, { readFile: () => '3\n\nC 0 0 0\nOA 1.16 0 0\nO2 -1.16 0 0\n' });
    expect([...problem.initial.slice(0, 9)]).toEqual([0, 0, 0, 1.16, 0, 0, -1.16, 0, 0]);
  });

  it('bead–rod chains take their parameters; two of them keep apart', () => {
    const { particles } = load(`
      particles:
        box: 40
        molecules:
          bead-rod-chain: { beads: 3, length: 1, mass: 2 }
          stiff: { model: bead-rod-chain, count: 2, beads: 4, length: 2, mass: 1, sigma: 2, epsilon: 0.1 }`);
    expect(particles?.system.rods.map(({ length }) => length)).toEqual([1, 1, 2, 2, 2, 2, 2, 2]);
    expect(particles?.system.kinds).toEqual(['B', 'stiff']);
    expect(particles?.system.moleculeNames).toEqual(['B3', 'stiff', 'stiff']);
  });

  it('without a core and without forces stand apart too, and fly freely', () => {
    const problem = load(`
      particles: { molecules: { dust: { count: 5, sites: { A: { mass: 1 } } } }, temperature: 300*K }
      run: { method: verlet, step: 1*akma, until: 100*akma }`);
    const { state, failure } = simulate(problem);
    expect(failure).toBeNull();
    for (let i = 0; i < 15; i++)
      expect(state.q[i]).toBeCloseTo(problem.initial[i] + 100 * problem.initial[15 + i], 9);
  });

  it('`model` and `count` are a short way to write one kind of molecule', () => {
    const short = load('particles: { model: tip3p, count: 3, seed: 4 }');
    expect(short.initial).toEqual(load('particles: { molecules: { tip3p: 3 }, seed: 4 }').initial);
    expect(load('particles: { molecules: { water: { model: tip3p, count: 3 } }, seed: 4 }').initial).toEqual(
      short.initial,
    );
  });
});

describe('shapes', () => {
  const distances = (problem: Problem) => {
    const { positions: x, count } = systemOf(problem);
    return (a: number, b: number) => {
      expect(Math.max(a, b)).toBeLessThan(count);
      return Math.hypot(...[0, 1, 2].map(k => x[3 * a + k] - x[3 * b + k]));
    };
  };
  const methane = (lengths: string) => `
    particles:
      molecules: { methane: { kinds: { C: { mass: 12.011 }, H: { mass: 1.008 } }, sites: { C: , H1: , H2: , H3: , H4: }, rods: ${lengths} } }
      temperature: 300*K
    run: { step: 1*fs, until: 50*fs }`;
  const hh = `1.09*sqrt(8/3)`;

  it('are found from distances: methane with all ten, of which one is left out', () => {
    const pairs = ['C H1', 'C H2', 'C H3', 'C H4', 'H1 H2', 'H1 H3', 'H1 H4', 'H2 H3', 'H2 H4', 'H3 H4'];
    const rods = pairs.map(pair => `[${pair.replace(' ', ', ')}, ${pair[0] === 'C' ? '1.09' : hh}]`);
    const problem = load(methane(`[${rods.join(', ')}]`));
    const far = distances(problem);
    expect([far(0, 1), far(0, 4)]).toEqual([expect.closeTo(1.09, 12), expect.closeTo(1.09, 12)]);
    expect(far(3, 4)).toBeCloseTo(1.09 * Math.sqrt(8 / 3), 12);
    expect(problem.g.m).toBe(9);
    const report = check(problem);
    expect(report.verdict).toBe('pass');
    expect(report.facts.degreesOfFreedom).toBe(6);
    expect(report.findings.find(({ id }) => id === 'left-out')?.summary).toMatch(
      /methane: rod 9 \(H3–H4\) is left out/,
    );
    // The rod that nobody solves for keeps its length all the same.
    const { state, failure } = simulate(problem);
    expect(failure).toBeNull();
    const end = Math.hypot(...[0, 1, 2].map(k => state.q[9 + k] - state.q[12 + k]));
    expect(end).toBeCloseTo(1.09 * Math.sqrt(8 / 3), 11);
  });

  it('are moved onto the rods where places are rounded', () => {
    const rounded =
      '{ C: { at: [0, 0, 0] }, H1: { at: [0.63, 0.63, 0.63] }, H2: { at: [0.63, -0.63, -0.63] }, H3: { at: [-0.63, 0.63, -0.63] }, H4: { at: [-0.63, -0.63, 0.63] } }';
    const text = methane('[[C, H1, 1.09], [C, H2, 1.09], [C, H3, 1.09], [C, H4, 1.09]]').replace(
      '{ C: , H1: , H2: , H3: , H4: }',
      rounded,
    );
    const far = distances(load(text));
    for (const h of [1, 2, 3, 4]) expect(far(0, h)).toBeCloseTo(1.09, 13);
  });

  it.each([
    [
      'a ring of six',
      6,
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 4],
        [4, 5],
        [5, 0],
      ],
      12,
    ],
    [
      'a rigid tetrahedron',
      4,
      [
        [0, 1],
        [0, 2],
        [0, 3],
        [1, 2],
        [1, 3],
        [2, 3],
      ],
      6,
    ],
    [
      'a cube of eight with its edges',
      8,
      [
        [0, 1],
        [1, 2],
        [2, 3],
        [3, 0],
        [4, 5],
        [5, 6],
        [6, 7],
        [7, 4],
        [0, 4],
        [1, 5],
        [2, 6],
        [3, 7],
      ],
      12,
    ],
  ] as const)('%s starts on its rods, passes the check and keeps its energy', (_, count, pairs, freedom) => {
    const sites = Array.from({ length: count }, (_, i) => `A${i}: { mass: ${1 + i} }`);
    const rods = pairs.map(([a, b]) => `[A${a}, A${b}, 1.5]`);
    const problem = load(`
      particles: { molecules: { ring: { sites: { ${sites.join(', ')} }, rods: [${rods.join(', ')}] } }, temperature: 300*K }
      run: { step: 1*fs, until: 200*fs }`);
    const report = check(problem);
    expect(report.verdict).toBe('pass');
    expect(report.facts.degreesOfFreedom).toBe(freedom);
    const { extremes, failure } = simulate(problem);
    expect(failure).toBeNull();
    expect(extremes.constraintMax).toBeLessThan(1e-12);
    expect(extremes.energyMaxError).toBeLessThan(1e-3 * extremes.energyInitial);
  });
});

describe('what joins molecules, and what holds them', () => {
  it('rods and bonds of the section join particles of different molecules', () => {
    const problem = load(`
      particles:
        molecules: { argon: 3 }
        positions: [[0, 0, 0], [3.9, 0, 0], [0, 9, 0]]
        rods: [[0, 1, 4]]
        bonds: [{ between: [0, 2], length: 8, stiffness: 2 }]`);
    const { system, terms } = problem.particles ?? { system: undefined, terms: [] };
    expect(system?.rods).toEqual([{ a: 0, b: 1, length: 4 }]);
    expect(system?.excluded.map(partners => [...partners])).toEqual([[1, 2], [0], [0]]);
    expect(problem.initial[3] - problem.initial[0]).toBeCloseTo(4, 12);
    expect(terms.map(({ name }) => name)).toContain('harmonic bond');
  });

  it('anchored particles are named by number, by molecule and by site', () => {
    const anchored = (selection: string) =>
      systemOf(
        load(
          `particles: { molecules: { tip3p: 2, argon: 1 }, box: 30, anchored: ${selection}, temperature: 300*K }`,
        ),
      ).anchored;
    expect(anchored('[0, 4]')).toEqual([0, 4]);
    expect(anchored('{ molecules: [1] }')).toEqual([3, 4, 5]);
    expect(anchored('{ molecules: [argon] }')).toEqual([6]);
    expect(anchored('{ sites: [OW] }')).toEqual([0, 3]);
    expect(anchored('{ molecules: [tip3p], sites: [HW1, HW2] }')).toEqual([1, 2, 4, 5]);
  });

  it('rods between anchored particles are not kept, momenta are tangent to the others', () => {
    const problem = load(
      'particles: { molecules: { tip3p: 2 }, box: 30, anchored: [0, 1], temperature: 300*K, seed: 3 }',
    );
    expect(problem.n).toBe(12);
    expect(problem.g.m).toBe(5);
    expect(check(problem).verdict).toBe('pass');
  });

  it('velocities are given with positions; what is along a rod is taken out', () => {
    const problem = load(`
      particles:
        molecules: { nitrogen: 1 }
        positions: [[0, 0, 0], [1.089, 0, 0]]
        velocities: [[1, 2, 0], [0, 0, 1]]
        anchored: [0]`);
    const [px, py, pz] = problem.initial.slice(3);
    expect(Math.abs(px)).toBeLessThan(1e-14);
    expect([py, pz]).toEqual([0, 14.007]);
  });
});
