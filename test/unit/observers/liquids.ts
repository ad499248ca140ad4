// Small liquids whose box can be scaled: what the pressure is judged with.

import { once } from '../../../src/formula/once.ts';
import type { Assembly } from '../../../src/particles/build/assemble.ts';
import { latticeBox } from '../../../src/particles/build/boxes.ts';
import { maxwellMomenta } from '../../../src/particles/build/maxwell-momenta.ts';
import type { MoleculeModel } from '../../../src/particles/models/molecule-model.ts';
import type { ForceTerm, ParticleSystem } from '../../../src/particles/system.ts';
import { angleHarmonic } from '../../../src/particles/terms/angle-harmonic.ts';
import { coulomb } from '../../../src/particles/terms/coulomb.ts';
import { dihedralRyckaertBellemans } from '../../../src/particles/terms/dihedrals.ts';
import { lennardJones } from '../../../src/particles/terms/lennard-jones.ts';
import { molecularUnits } from '../../../src/particles/units.ts';
import { problemFromParticles } from '../../../src/problem/from/particles.ts';
import type { Problem } from '../../../src/problem/problem.ts';

export interface Liquid {
  readonly model: MoleculeModel;
  readonly count: number;
  readonly density: number;
  readonly kelvin: number;
  readonly radius: number;
}

export interface LiquidProblem {
  readonly problem: Problem;
  readonly system: ParticleSystem;
  /** U with these positions in the box times s. */
  energyIn(s: number, positions: Float64Array): number;
}

export function liquid({ model, count, density, kelvin, radius }: Liquid): LiquidProblem {
  const assembly = latticeBox({ components: [{ model, count }], size: { density }, seed: 3 });
  const momenta = maxwellMomenta(assembly.system, kelvin * molecularUnits.K, 5);
  const system = { ...assembly.system, momenta };
  const problem = once(() =>
    problemFromParticles({ name: model.title, system, terms: termsOf(system, assembly, radius) }),
  );
  return {
    system,
    get problem() {
      return problem();
    },
    energyIn(s, positions) {
      const [ex, ey, ez] = system.box?.edges ?? [0, 0, 0];
      const scaled = { ...system, positions, box: { edges: [s * ex, s * ey, s * ez] as const } };
      return termsOf(scaled, assembly, radius).reduce((sum, term) => sum + term.energy(positions), 0);
    },
  };
}

function termsOf(
  system: ParticleSystem,
  { kinds, angles, dihedrals }: Assembly,
  radius: number,
): ForceTerm[] {
  const table = Object.fromEntries(kinds.map(({ name, sigma, epsilon }) => [name, { sigma, epsilon }]));
  return [
    lennardJones(system, { kinds: table, cutoff: { radius, mode: 'switched', buffer: 0 } }),
    coulomb(system, { cutoff: { mode: 'reaction field', radius, buffer: 0 } }),
    angleHarmonic(
      system,
      angles.map(({ i, j, k, theta0, stiffness }) => ({ a: i, b: j, c: k, angle: theta0, stiffness })),
    ),
    dihedralRyckaertBellemans(
      system,
      dihedrals.map(({ coefficients, ...particles }) => ({ ...particles, coefficients })),
    ),
  ];
}
