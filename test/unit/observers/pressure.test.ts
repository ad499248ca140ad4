import { describe, expect, it } from 'vitest';
import { load } from '../../../src/file/load.ts';
import { createMethod } from '../../../src/methods/registry.ts';
import { createMoleculeCentres } from '../../../src/observers/positions.ts';
import { createPressure, pressureObserver } from '../../../src/observers/pressure.ts';
import { createRodForces } from '../../../src/observers/rod-forces.ts';
import { nAlkane } from '../../../src/particles/models/chains.ts';
import { argon, nitrogen } from '../../../src/particles/models/named-models.ts';
import { spce } from '../../../src/particles/models/water.ts';
import type { ParticleSystem } from '../../../src/particles/system.ts';
import { problemFromParticles } from '../../../src/problem/from/particles.ts';
import type { Problem } from '../../../src/problem/problem.ts';
import type { State } from '../../../src/problem/state.ts';
import { systemOf } from '../particles/terms-systems.ts';
import { type LiquidProblem, liquid } from './liquids.ts';

function pressureOf(problem: Problem) {
  const pressure = createPressure(problem);
  if (!pressure) throw new Error('no pressure');
  return pressure;
}

const volumeOf = ({ box }: ParticleSystem) => (box ? box.edges[0] * box.edges[1] * box.edges[2] : 0);

/** A few steps away from the lattice. */
function moved({ problem }: LiquidProblem, steps = 10): State {
  const flow = createMethod(problem, problem.g.m > 0 ? 'rattle' : 'verlet', {});
  let [z, next] = [Float64Array.from(problem.initial), new Float64Array(2 * problem.n)];
  for (let k = 0; k < steps; k++) {
    expect(flow.step(z, 0.05, next)).toMatchObject({ ok: true });
    [z, next] = [next, z];
  }
  return z;
}

/** −dU/dε by differences of fourth order, where centres of molecules and box grow by 1 + ε and molecules stay rigid. */
function virialOfCentres({ system, energyIn }: LiquidProblem, x: Float64Array): number {
  const centres = createMoleculeCentres(system);
  const R = new Float64Array(3 * centres.molecules.length);
  centres.fill(x, R);
  const U = (e: number) =>
    energyIn(
      1 + e,
      x.map((value, at) => value + e * R[3 * system.molecule[Math.floor(at / 3)] + (at % 3)]),
    );
  // Short enough that hardly a pair crosses the cut-off, where second derivatives jump.
  const e = 3e-5;
  return -(8 * (U(e) - U(-e)) - (U(2 * e) - U(-2 * e))) / (12 * e);
}

/** Twice the kinetic energy of the centres, and S = Σ (r_i − R)·p_i. */
function inMolecules(system: ParticleSystem, z: State): { kinetic: number; S: number } {
  const molecules = system.moleculeNames.length;
  const [M, R, P] = [1, 3, 3].map(size => new Float64Array(size * molecules));
  const n = z.length / 2;
  for (let at = 0; at < n; at++) {
    const [i, axis] = [Math.floor(at / 3), at % 3];
    const k = system.molecule[i];
    if (axis === 0) M[k] += system.mass[i];
    R[3 * k + axis] += system.mass[i] * z[at];
    P[3 * k + axis] += z[n + at];
  }
  let [kinetic, S] = [0, 0];
  for (let c = 0; c < P.length; c++) kinetic += P[c] ** 2 / M[Math.floor(c / 3)];
  for (let at = 0; at < n; at++) {
    const k = system.molecule[Math.floor(at / 3)];
    S += (z[at] - R[3 * k + (at % 3)] / M[k]) * z[n + at];
  }
  return { kinetic, S };
}

/** dS/dt along the motion, by steps of RATTLE forwards and backwards: of fourth order as a whole. */
function rateOfS({ problem, system }: LiquidProblem, z: State): number {
  const flow = createMethod(problem, 'rattle', {});
  const end = new Float64Array(z.length);
  const S = (h: number) => {
    expect(flow.step(z, h, end)).toMatchObject({ ok: true });
    return inMolecules(system, end).S;
  };
  const h = 4e-3;
  const slope = (length: number) => (S(length) - S(-length)) / (2 * length);
  return (4 * slope(h / 2) - slope(h)) / 3;
}

describe('the pressure', () => {
  it('of particles that ignore each other is that of an ideal gas, axis by axis', () => {
    const system = systemOf({ positions: [0, 0, 0, 1, 2, 3], mass: [2, 4], box: { edges: [10, 20, 5] } });
    const momenta = Float64Array.of(1, 2, 3, 4, 5, 6);
    const pressure = pressureOf(
      problemFromParticles({ name: '', system: { ...system, momenta }, terms: [] }),
    );
    const sum = [1 / 2 + 16 / 4, 4 / 2 + 25 / 4, 9 / 2 + 36 / 4];
    expect(pressure.at(Float64Array.of(0, 0, 0, 1, 2, 3, ...momenta))).toBeCloseTo(
      (sum[0] + sum[1] + sum[2]) / 3 / 1000,
      15,
    );
    sum.forEach((value, axis) => {
      expect(pressure.parts.kinetic[axis]).toBeCloseTo(value / 1000, 15);
    });
  });

  it('of a simple liquid is −dU/dV besides its kinetic part', () => {
    const argonBox = liquid({ model: argon, count: 64, density: 1.374, kelvin: 150, radius: 7 });
    const z = moved(argonBox);
    const x = z.slice(0, z.length / 2);
    const pressure = pressureOf(argonBox.problem);
    const P = pressure.at(z);
    const V = volumeOf(argonBox.system);
    const virial = virialOfCentres(argonBox, x);
    const { kinetic } = inMolecules(argonBox.system, z);
    expect(Math.abs(P * 3 * V - (kinetic + virial))).toBeLessThan(1e-9 * Math.abs(virial));
    const part = (values: Float64Array) => V * values.reduce((sum, value) => sum + value, 0);
    expect(Math.abs(part(pressure.parts.forces) - virial)).toBeLessThan(1e-9 * Math.abs(virial));
    expect(part(pressure.parts.kinetic)).toBeCloseTo(kinetic, 9);
    expect([...pressure.parts.rods]).toEqual([0, 0, 0]);
  });

  /** 3V times: the pressure, that of the centres of molecules, and the part of the rods. */
  function compared(box: LiquidProblem, z: State) {
    const pressure = pressureOf(box.problem);
    const V = volumeOf(box.system);
    return {
      atoms: 3 * V * pressure.at(z),
      centres: inMolecules(box.system, z).kinetic + virialOfCentres(box, z.slice(0, box.problem.n)),
      rods: V * pressure.parts.rods.reduce((sum, part) => sum + part, 0),
    };
  }

  it.each([
    ['water', { model: spce, count: 27, density: 0.997, kelvin: 300, radius: 4.5 }],
    ['nitrogen', { model: nitrogen, count: 27, density: 0.8, kelvin: 80, radius: 5.5 }],
  ])('of rigid %s, forces in the rods included, is that of its centres at every moment', (_, given) => {
    const box = liquid(given);
    const { atoms, centres, rods } = compared(box, moved(box));
    expect(Math.abs(atoms - centres)).toBeLessThan(1e-9 * Math.abs(rods));
    expect(Math.abs(rods)).toBeGreaterThan(0.1 * Math.abs(centres));
  });

  it('of chains that bend is that of their centres and the rate of Σ (r_i − R)·p_i', () => {
    const box = liquid({ model: nAlkane(4), count: 8, density: 0.6, kelvin: 270, radius: 5 });
    const z = moved(box);
    const { atoms, centres, rods } = compared(box, z);
    const rate = rateOfS(box, z);
    expect(Math.abs(atoms - centres - rate)).toBeLessThan(1e-9 * Math.abs(rods));
    expect(Math.abs(rate)).toBeGreaterThan(1e-2 * Math.abs(rods));
  });

  it('is written in bar', () => {
    const box = liquid({ model: argon, count: 64, density: 1.374, kelvin: 150, radius: 7 });
    const row = new Float64Array(1);
    const observer = pressureObserver(box.problem);
    observer.observe(box.problem.initial, row, 0);
    expect(observer.columns).toEqual(['pressure_bar']);
    // 1 kcal/mol/Å³ = 4184 J / 6.02214076e23 / 1e-30 m³.
    const pascal = (pressureOf(box.problem).at(box.problem.initial) * 4184) / 6.02214076e23 / 1e-30;
    expect(row[0]).toBeCloseTo(pascal / 1e5, 8);
  });

  it('is not there in open space or without particles', () => {
    expect(createPressure(load('{ coordinates: [x] }'))).toBeNull();
    expect(
      pressureObserver(
        problemFromParticles({ name: '', system: systemOf({ positions: [0, 0, 0] }), terms: [] }),
      ),
    ).toMatchObject({ columns: [] });
  });

  it('under a penalty takes ω²g for the multiplier', () => {
    const { problem } = liquid({ model: nitrogen, count: 27, density: 0.8, kelvin: 80, radius: 5.5 });
    const omega = 30;
    const z = problem.initial.map((value, at) =>
      at < problem.n ? value * (1 + 1e-3 * Math.sin(at)) : value,
    );
    const tension = new Float64Array(27);
    createRodForces(problem, { omega })?.tensions(z, tension);
    const g = new Float64Array(27);
    problem.g.value(z, g);
    tension.forEach((T, k) => {
      const d = Math.hypot(...[0, 1, 2].map(c => z[6 * k + c] - z[6 * k + 3 + c]));
      // −d/dr of ½ω²(r² − L²)², as a pull.
      expect(T).toBeCloseTo(2 * omega * omega * g[k] * d, 9);
    });
  });
});
