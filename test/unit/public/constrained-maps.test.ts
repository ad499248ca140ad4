import { describe, expect, it } from 'vitest';
import { verlet } from '../../../src/flows/verlet.ts';
import {
  advance,
  certify,
  chooseFibre,
  compare,
  comparisonFigure,
  createConditions,
  createMethod,
  defineMethod,
  fibres,
  figures,
  flowRecords,
  flows,
  laws,
  load,
  project,
  rattle,
  shake,
  solverRecords,
  solvers,
} from '../../../src/index.ts';

const pendulum = load(`
coordinates: [x, y]
mass: 1
potential: y
constraints: { rod: x^2 + y^2 = 1 }
initial: { x: 1 }
run: { step: 0.05, until: 1 }
`);
const oscillator = load(`
coordinates: [x]
mass: 1
potential: x^2/2 + x^4/4
initial: { x: 1 }
`);

const camelCase = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

describe('the namespace flows', () => {
  it.each(flowRecords.map(({ name }) => name))('has %s in camel case, with the same bits', name => {
    const create = (flows as unknown as Record<string, typeof verlet>)[camelCase(name)];
    const record = flowRecords.find(candidate => candidate.name === name);
    expect(create, camelCase(name)).toBeTypeOf('function');
    expect(advance(create(oscillator.H), oscillator.initial, 0.1, 10)).toEqual(
      advance(record?.create(oscillator.H) ?? verlet(oscillator.H), oscillator.initial, 0.1, 10),
    );
  });
});

describe('the namespace solvers', () => {
  it.each(solverRecords.map(({ name }) => name))('has %s in camel case', name => {
    const create = (solvers as Record<string, unknown>)[camelCase(name)];
    expect(create).toBe(solverRecords.find(candidate => candidate.name === name)?.create);
  });
});

describe('shake, project and rattle', () => {
  it('take a problem alone, and choose the parts that the registry would', () => {
    const z = advance(rattle(pendulum), pendulum.initial, 0.05, 20);
    const registered = advance(
      createMethod(pendulum, 'rattle', { solver: 'newton' }),
      pendulum.initial,
      0.05,
      20,
    );
    expect(z).toEqual(registered);
  });

  it('take a flow, a fibre and a solver', () => {
    const parts = { flow: flows.midpoint(pendulum.H), fibre: fibres.general, solver: solvers.sweep };
    const step = rattle(pendulum, parts);
    const { g, hidden } = laws.onManifold(pendulum, step, 0.05, 50);
    expect(Math.max(g, hidden)).toBeLessThan(1e-12);
    const [a, b] = [fibres.general, fibres.shear].map(fibre =>
      advance(
        rattle(pendulum, { ...parts, flow: flows.midpoint(pendulum.H), fibre }),
        pendulum.initial,
        0.05,
        20,
      ),
    );
    for (const [i, value] of a.entries()) expect(value).toBeCloseTo(b[i], 12);
  });

  it('make RATTLE from project and SHAKE, in the new form and in the old one', () => {
    const { onConstraint, onHidden } = createConditions(pendulum);
    const first = () => shake(pendulum, { flow: flows.verlet(pendulum.H) });
    const old = shake(verlet(pendulum.H), chooseFibre(pendulum), onConstraint, solvers.newton(1), 2);
    const oldProjection = project(chooseFibre(pendulum), onHidden, solvers.newton(1), 2);
    const z = pendulum.initial;
    expect(advance(old, z, 0.05, 3)).toEqual(advance(first(), z, 0.05, 3));
    const composed = rattle(first(), project(pendulum), 2);
    const composedOld = rattle(old, oldProjection, 2);
    expect(advance(composed, z, 0.05, 3)).toEqual(advance(rattle(pendulum), z, 0.05, 3));
    expect(composedOld.domain).toBe('g = {g,H} = 0');
  });

  it('choose the midpoint flow where a constraint contains momenta', () => {
    const sphere = load(`
coordinates: [q]
hamiltonian: q^2/2 + p_q^4/4 + q*p_q
constraints: { shell: q^2 + p_q^2 = 1 }
initial: { q: 1 }
`);
    const parts = { flow: flows.midpoint(sphere.H), fibre: fibres.quadratic };
    const out = [shake(sphere), shake(sphere, parts)].map(step => {
      const end = new Float64Array(2);
      return { outcome: step.step(sphere.initial, 0.01, end), end };
    });
    expect(out[0]).toEqual(out[1]);
  });
});

describe('the namespace laws', () => {
  const own = () => rattle(pendulum, { flow: flows.verlet(pendulum.H) });

  it('measures a flow of the user', () => {
    expect(laws.order(pendulum, own(), 0.05).order).toBeCloseTo(2, 1);
    expect(laws.order(pendulum, own, 0.05)).toEqual(laws.order(pendulum, own(), 0.05));
    expect(laws.symplectic(pendulum, own(), 0.05)).toBeLessThan(1e-12);
    expect(laws.reversible(pendulum, own(), 0.05)).toBeLessThan(1e-12);
    expect(laws.drift(pendulum, own(), 0.05, 2000).ratio).toBeLessThan(0.5);
  });

  it('finds that symplectic Euler is neither symmetric nor of order 2', () => {
    const euler = rattle(pendulum, { flow: flows.symplecticEuler(pendulum.H) });
    expect(laws.reversible(pendulum, euler, 0.05)).toBeGreaterThan(1e-4);
    expect(laws.order(pendulum, euler, 0.05).order).toBeLessThan(1.3);
  });
});

describe('certify and compare', () => {
  const mine = defineMethod({
    name: 'test-own-rattle',
    order: 2,
    symplectic: true,
    symmetric: true,
    create: given => rattle(given),
  });

  it('certify takes method and step from the options, or from the plan of the problem', () => {
    const given = certify(pendulum, { method: mine, step: 0.05 });
    expect(given).toEqual(certify(pendulum, 'test-own-rattle', 0.05, {}));
    expect(certify(pendulum, { until: 20 })).toMatchObject({ method: 'rattle', step: 0.05, verdict: 'pass' });
    // Its own time is too short to tell a drift of the energy.
    expect(certify(pendulum)).toMatchObject({ until: 1, verdict: 'cannot tell' });
  });

  it('compare has defaults, measures time with a clock only, and can be drawn', () => {
    const silent = compare(pendulum, { methods: [mine, 'rattle-4'] });
    expect(silent.until).toBe(1);
    expect(silent.rows.map(({ h }) => h).slice(0, 5)).toEqual([0.2, 0.1, 0.05, 0.025, 0.0125]);
    expect(silent.rows.every(({ seconds }) => Number.isNaN(seconds))).toBe(true);
    expect(silent.slopes.get('test-own-rattle')).toBeCloseTo(2, 1);
    expect(comparisonFigure(silent).panels).toHaveLength(1);
    let now = 0;
    const clock = () => {
      now += 0.01;
      return now;
    };
    const timed = compare(pendulum, { methods: ['rattle'], clock, until: 0.4 });
    expect(timed.rows.every(({ seconds }) => seconds > 0)).toBe(true);
    expect(figures.comparison(timed, 'Pendulum').panels).toHaveLength(2);
    expect(figures.draw(figures.comparison(timed))).toMatch('<svg');
  });

  it('compare refuses a random method, and runs a penalty beside the constraints', () => {
    expect(() => compare(pendulum, { methods: ['g-baoab'], temperature: 1 })).toThrow('random');
    const { rows } = compare(pendulum, {
      methods: ['rattle', 'verlet'],
      omega: 100,
      steps: [0.01],
      until: 0.1,
    });
    expect(rows.map(({ failure }) => failure)).toEqual([null, null]);
  });
});
