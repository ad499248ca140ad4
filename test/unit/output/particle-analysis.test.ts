import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createThermodynamicLog, thermodynamicAverages } from '../../../src/observers/thermodynamics.ts';
import { figure } from '../../../src/output/figure/figure.ts';
import {
  createParticleAnalysis,
  measuredText,
  thermodynamicFigure,
} from '../../../src/output/particle-analysis.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { problemFromParticles } from '../../../src/problem/from/particles.ts';
import { createNormalSource } from '../../../src/random/philox.ts';
import { systemOf } from '../particles/terms-systems.ts';

const { ps, K } = molecularUnits;
const atoms = 40;

/** Atoms that feel nothing, all of mass 2, in a box of 20³ or in open space. */
function gas(change: Partial<ParticleSystem> = {}) {
  const random = createNormalSource(1);
  const positions = Array.from({ length: 3 * atoms }, () => 20 * random.uniform());
  const system = systemOf({ positions, mass: positions.map(() => 2), box: { edges: [20, 20, 20] } });
  return problemFromParticles({ name: 'Gas', system: { ...system, ...change }, terms: [] });
}

/** What is found in rows of a walk with D along each axis, momenta of 300 K and a drift of the whole. */
function analysed(problem: ReturnType<typeof gas>, rows: number, run = {}, drift = 0) {
  const analysis = createParticleAnalysis(problem, run);
  if (!analysis || !problem.particles) throw new Error('no analysis');
  const log = createThermodynamicLog(problem, run);
  const random = createNormalSource(7);
  const { n } = problem;
  const [step, z] = [new Float64Array(n), Float64Array.from(problem.initial)];
  const dt = 0.5 * ps;
  for (let k = 0; k < rows; k++) {
    random.fill(z.subarray(n));
    for (let i = 0; i < n; i++) z[n + i] *= Math.sqrt(2 * 300 * K);
    analysis.onRow(z, k * dt);
    log.onRow(z, k * dt);
    random.fill(step);
    // 2 D dt with D = 0.25 Å²/ps = 2.5·10⁻⁹ m²/s.
    for (let i = 0; i < n; i++) z[i] += 0.5 * step[i] + (i % 3 === 0 ? drift : 0);
  }
  const averages = { ...thermodynamicAverages(log.table, problem.particles), ...analysis.averages() };
  return { averages, table: log.table, tables: analysis.tables(), figures: analysis.figures() };
}

describe('the analysis of particles', () => {
  it('finds temperature, pressure and diffusion of a gas that is known', () => {
    const { averages } = analysed(gas(), 400, { temperature: 1 });
    const within = (name: string, value: number) => {
      const { mean, error } = averages[name];
      expect(Math.abs(mean - value)).toBeLessThan(3 * (error ?? 0));
      expect(error).toBeLessThan(0.1 * value);
    };
    within('temperature', 300);
    // N k T/V; 1 kcal/mol/Å³ = 69476.95 bar.
    within('pressure', ((atoms * 300 * K) / 8000) * 69476.95);
    within('diffusion', 2.5);
    expect(averages.potentialPerMolecule).toMatchObject({
      mean: 0,
      error: 0,
      unit: 'kcal/mol',
      samples: 400,
    });
    expect(averages.diffusion.unit).toBe('10⁻⁹ m²/s');
  });

  it('does not take a drift of the whole for diffusion where the total momentum is kept', () => {
    const diffusionIn = (run: object, drift: number) =>
      analysed(gas(), 100, run, drift).averages.diffusion.mean;
    expect(diffusionIn({}, 3)).toBeCloseTo(diffusionIn({}, 0), 9);
    expect(diffusionIn({ temperature: 1 }, 3)).toBeGreaterThan(10 * diffusionIn({}, 0));
  });

  it('has tables and figures by the same names', () => {
    const { tables, figures, table } = analysed(gas(), 100);
    expect(Object.keys(tables)).toEqual(['rdf', 'msd']);
    expect(tables.rdf.columns).toEqual(['r', 'g_A_A', 'g_A_A_error']);
    expect(tables.msd.columns).toEqual(['lag_ps', 'msd', 'msd_error']);
    expect(tables.msd.column('lag_ps')[0]).toBeCloseTo(0.5, 12);
    expect(Object.keys(figures)).toEqual(['rdf', 'msd']);
    const thermo = thermodynamicFigure(table, atoms, 'Gas');
    expect(thermo.panels.map(({ y }) => y.unit)).toEqual(['kcal/mol', 'K', 'bar']);
    expect(thermo.panels[1].series[0].x[2]).toBeCloseTo(1, 12);
    for (const spec of [...Object.values(figures), thermo]) expect(figure(spec)).toMatch(/^<svg/);
  });

  it('leaves out what open space and short runs do not have', () => {
    const open = analysed(gas({ box: null }), 100);
    expect(Object.keys(open.tables)).toEqual(['msd']);
    expect(Object.keys(open.averages)).toEqual(['temperature', 'potentialPerMolecule', 'diffusion']);
    const short = analysed(gas(), 1);
    expect(Object.keys(short.tables)).toEqual(['rdf']);
    expect(short.averages).toEqual({});
    expect(Object.keys(short.figures)).toEqual(['rdf']);
    expect(analysed(gas(), 0).tables).toEqual({});
    expect(createParticleAnalysis(load('{ coordinates: [x] }'))).toBeNull();
  });

  it('tells molecules of different names apart', () => {
    const moleculeNames = Array.from({ length: atoms }, (_, i) => (i < 10 ? 'ONE' : 'TWO'));
    const { tables, averages } = analysed(gas({ moleculeNames }), 100);
    expect(tables.msd.columns).toEqual(['lag_ps', 'msd_ONE', 'msd_ONE_error', 'msd_TWO', 'msd_TWO_error']);
    expect(Object.keys(averages)).toEqual(expect.arrayContaining(['diffusion_ONE', 'diffusion_TWO']));
  });

  it('has no pressure where rods depend on each other, and goes on', () => {
    const rod = { a: 0, b: 1, length: 1 };
    const { table } = analysed(gas({ rods: [rod, rod] }), 5);
    expect(table.columns).toEqual(['time', 'kinetic', 'potential', 'temperature_K']);
  });
});

describe('a measured number in words', () => {
  it.each([
    [{ mean: 298.137, error: 1.234, unit: 'K' }, '298.1 ± 1.2 K'],
    [{ mean: 2704.88, error: 161.6, unit: 'bar' }, '2705 ± 162 bar'],
    [{ mean: -9.36453, error: 0.0047, unit: 'kcal/mol' }, '-9.3645 ± 0.0047 kcal/mol'],
    [{ mean: 6.983, error: 0.234, unit: '10⁻⁹ m²/s' }, '(6.98 ± 0.23)·10⁻⁹ m²/s'],
    [{ mean: 2.5, error: null, unit: '10⁻⁹ m²/s' }, '2.5·10⁻⁹ m²/s'],
    [{ mean: 3, error: 0, unit: 'K' }, '3 K'],
  ])('%#', (measured, text) => {
    expect(measuredText(measured)).toBe(text);
  });
});
