// Rods that end at anchored particles: the kernel steps the moving ones as the general method does.

import { describe, expect, it } from 'vitest';
import { load } from '../../../../src/file/load.ts';
import { createMethod } from '../../../../src/methods/registry.ts';
import type { Problem } from '../../../../src/problem/problem.ts';
import { simulate } from '../../../../src/run/simulate.ts';
import { distance } from '../../differences.ts';

const points = (count: number) => Array.from({ length: count }, (_, i) => `[${i}, 0, 0]`).join(', ');

const chain = (beads: number, more = '') =>
  load(`
    parameters: { g: 9.81 }
    particles:
      molecules: { bead-rod-chain: { beads: ${beads}, length: 1, mass: 1 } }
      positions: [${points(beads)}]
      anchored: [0]
      forces: { external-field: { acceleration: [0, -g, 0] } }
      ${more}`);

/** Two anchored oxygens, a third water free, and an argon; in a box. */
const waters = load(`
  particles:
    molecules: { tip3p: 3, argon: 1 }
    box: 20
    anchored: [0, 3]
    temperature: 300*K
    seed: 5`);

/** A molecule held at both ends of a chain of five rods, with a branch. */
const bridge = load(`
  particles:
    molecules:
      bridge:
        sites: { A1: { mass: 1, at: [0, 0, 0] }, A2: { mass: 2, at: [1, 0.5, 0] }, A3: { mass: 3, at: [2, 1, 0] }, A4: { mass: 1, at: [3, 0.4, 0] }, A5: { mass: 1, at: [4, 0, 0] }, A6: { mass: 5, at: [2, 2, 0] } }
        rods: [[A1, A2], [A2, A3], [A3, A4], [A4, A5], [A3, A6]]
    positions: [[0, 0, 0], [1, 0.5, 0], [2, 1, 0], [3, 0.4, 0], [4, 0, 0], [2, 2, 0]]
    anchored: { sites: [A1, A5] }
    temperature: 2
    seed: 1
    forces: { external-field: { acceleration: [0, -9.81, 3] } }`);

function stepped(problem: Problem, method: string, options: object, h: number, steps: number): Float64Array {
  const flow = createMethod(problem, method, options);
  let [z, out] = [problem.initial.slice(), new Float64Array(2 * problem.n)];
  for (let k = 0; k < steps; k++) {
    const outcome = flow.step(z, h, out);
    if (!outcome.ok) throw new Error(outcome.detail);
    [z, out] = [out, z];
  }
  return z;
}

describe('rods that end at anchored particles', () => {
  it.each([
    ['a hanging chain', chain(6), 0.01],
    ['waters held by their oxygens', waters, 0.02],
    ['a bridge between two posts', bridge, 0.01],
  ] as const)('%s: rattle and shake step as the general methods do', (_, problem, h) => {
    for (const method of ['rattle', 'shake']) {
      expect(createMethod(problem, method).parts).toBeDefined();
      // A solver that is asked for belongs to the general method.
      const general = stepped(problem, method, { solver: 'newton' }, h, 20);
      expect(distance(stepped(problem, method, {}, h, 20), general)).toBeLessThan(1e-10);
    }
  });

  it('random methods keep the rods, and do not move the anchored', () => {
    const heat = { temperature: 2, seed: 7 };
    const thermostats = {
      gla: { ...heat, friction: 3 },
      'g-baoab': { ...heat, friction: 3 },
      'constrained-hmc': heat,
    };
    for (const [method, options] of Object.entries(thermostats)) {
      const z = stepped(bridge, method, options, 0.005, 50);
      const g = new Float64Array(bridge.g.m);
      bridge.g.value(z, g);
      expect(Math.max(...g.map(Math.abs))).toBeLessThan(1e-11);
    }
  });

  it('a chain of ten rods swings as the ten-fold pendulum of the catalogue', () => {
    // cases/n-pendulum.yaml: from a computation in angles with 40 digits.
    const reference = {
      x: 7.631034524506942,
      y: -4.904996545094761,
      px: -7.253604686308608,
      py: -9.809894438341292,
    };
    const problem = chain(11);
    const { state, failure } = simulate(problem, { method: 'rattle-8', step: 0.004, until: 1 });
    expect(failure).toBeNull();
    const last = [state.q[27], state.q[28], state.p[27], state.p[28]];
    expect(distance(last, Object.values(reference))).toBeLessThan(2e-9);
  });
});

describe('constraint settings of a file', () => {
  const butane = (settings: string) =>
    load(
      `particles: { molecules: { butane: 2 }, box: 30, temperature: 300*K, constraints: { ${settings} } }`,
    );
  const worst = (problem: Problem) =>
    simulate(problem, { method: 'rattle', step: 0.02, until: 1 }).extremes.constraintMax / (2 * 1.54 ** 2);

  it.each([
    ['solver: sweep, tolerance: 1e-6', /SHAKE sweeps/, 1e-6],
    ['solver: sweep', /SHAKE sweeps/, 1e-10],
    [
      'solver: lincs, lincs-order: 12, lincs-iterations: 8',
      /LINCS \(3 rods, order 12, 8 corrections\)/,
      1e-10,
    ],
    ['solver: newton, tolerance: 1e-9', /Newton \(3 rods\)/, 1e-9],
    ['', /Newton \(3 rods\)/, 1e-13],
  ])('“%s” is obeyed and shown', (settings, part, tolerance) => {
    const problem = butane(settings);
    const { parts = [] } = createMethod(problem, 'rattle');
    expect(parts[0]).toMatch(part);
    expect(parts).toContain(`relative tolerance ${tolerance}`);
    expect(worst(problem)).toBeLessThan(1.01 * tolerance + 1e-15);
  });

  it('a coarse tolerance is not a fine one', () => {
    expect(worst(butane('solver: sweep, tolerance: 1e-4'))).toBeGreaterThan(1e-6);
  });

  it('water with another solver than SETTLE is not stepped by the kernel that knows SETTLE only', () => {
    const parts = (settings: string) =>
      createMethod(
        load(`particles: { molecules: { tip3p: 2 }, constraints: { ${settings} } }`),
        'rattle',
      ).parts?.join();
    expect(parts('')).toMatch(/SETTLE/);
    expect(parts('solver: newton')).toMatch(/2 × Newton \(3 rods\)/);
  });
});
