// Bad parameters are refused when a term is made, by name, with the value and a way out.

import { describe, expect, it } from 'vitest';
import { FormulaError } from '../../../../src/formula/language/formula-error.ts';
import { angleHarmonic } from '../../../../src/particles/terms/angle-harmonic.ts';
import { bondHarmonic, bondMorse } from '../../../../src/particles/terms/bonds.ts';
import { coulomb } from '../../../../src/particles/terms/coulomb.ts';
import { dihedralPeriodic, dihedralRyckaertBellemans } from '../../../../src/particles/terms/dihedrals.ts';
import { externalField, restraint } from '../../../../src/particles/terms/external.ts';
import { externalFormula, pairFormula } from '../../../../src/particles/terms/from-formulas.ts';
import { lennardJones } from '../../../../src/particles/terms/lennard-jones.ts';
import { shakenLattice, systemOf } from '../terms-systems.ts';

const sketch = { positions: shakenLattice([2, 2, 2], [3, 3, 3], 0.1, 1), kinds: ['OW', 'HW'] };
const system = systemOf(sketch);
const boxed = systemOf({ ...sketch, box: { edges: [6, 6, 6] } });
const kinds = { OW: { sigma: 3, epsilon: 0.1 }, HW: { sigma: 0, epsilon: 0 } };
const bond = { a: 0, b: 1, length: 1, stiffness: 2 };
const four = { i: 0, j: 1, k: 2, l: 3 };

const refusals: [string, () => unknown, RegExp][] = [
  [
    'a kind without parameters',
    () => lennardJones(system, { kinds: { OW: kinds.OW } }),
    /kind “HW”; give them/,
  ],
  [
    'an unknown kind',
    () => lennardJones(system, { kinds: { ...kinds, oW: kinds.OW } }),
    /“oW”.*did you mean “OW”/,
  ],
  [
    'a negative depth',
    () => lennardJones(system, { kinds: { ...kinds, HW: { sigma: 1, epsilon: -2 } } }),
    /epsilon of kind “HW” is -2.*give 0/,
  ],
  [
    'a size that is no number',
    () => lennardJones(system, { kinds: { ...kinds, HW: { sigma: Number.NaN, epsilon: 0 } } }),
    /sigma of kind “HW” is NaN/,
  ],
  [
    'a pair of unknown kinds',
    () => lennardJones(system, { kinds, pairs: [{ kinds: ['OW', 'C'], sigma: 1, epsilon: 1 }] }),
    /“C”.*known kinds are OW, HW/,
  ],
  [
    'no cut-off in a box',
    () => lennardJones(boxed, { kinds }),
    /without cut-off in the periodic box 6 × 6 × 6.*at most 3/,
  ],
  [
    'a cut-off too long',
    () => lennardJones(boxed, { kinds, cutoff: { radius: 4 } }),
    /cut-off of 4 does not fit into the box 6 × 6 × 6/,
  ],
  [
    'a cut-off of zero',
    () => lennardJones(system, { kinds, cutoff: { radius: 0 } }),
    /cut-off is 0 and must be positive/,
  ],
  [
    'an unknown mode',
    () => lennardJones(system, { kinds, cutoff: { radius: 4, mode: 'smooth' as 'cut' } }),
    /“smooth”; it must be one of cut, shifted, switched/,
  ],
  [
    'a switch beyond the end',
    () => lennardJones(system, { kinds, cutoff: { radius: 4, mode: 'switched', switchFrom: 5 } }),
    /switchFrom = 5 must be less than the cut-off 4/,
  ],
  [
    'a switch without switching',
    () => lennardJones(system, { kinds, cutoff: { radius: 4, switchFrom: 3 } }),
    /switchFrom = 3 is for mode “switched”/,
  ],
  [
    'a buffer below zero',
    () => lennardJones(system, { kinds, cutoff: { radius: 4, buffer: -1 } }),
    /buffer is -1 and must not be negative/,
  ],
  ['no cut-off of charges in a box', () => coulomb(boxed), /without cut-off/],
  [
    'a permittivity below one',
    () => coulomb(system, { cutoff: { mode: 'reaction field', radius: 4, epsilon: 0.5 } }),
    /epsilon of the reaction field is 0\.5; give 1/,
  ],
  [
    'a damping below zero',
    () => coulomb(system, { cutoff: { mode: 'damped shifted force', radius: 4, alpha: -1 } }),
    /alpha .* is -1/,
  ],
  [
    'an unknown mode of charges',
    () => coulomb(system, { cutoff: { mode: 'ewald' as 'reaction field', radius: 4 } }),
    /“ewald”; it must be/,
  ],
  [
    'a charge that is no number',
    () => coulomb(systemOf({ ...sketch, charge: [1, Number.NaN] })),
    /charge of particle 1 \(P1\) is NaN/,
  ],
  [
    'a bond to nobody',
    () => bondHarmonic(system, [bond, { ...bond, b: 8 }]),
    /bond 1 names particle 8, but particles are numbered 0 to 7/,
  ],
  ['a bond with itself', () => bondHarmonic(system, [{ ...bond, b: 0 }]), /joins a particle with itself/],
  [
    'a negative stiffness',
    () => bondHarmonic(system, [{ ...bond, stiffness: -1 }]),
    /stiffness of harmonic bond 0 is -1/,
  ],
  [
    'a Morse bond without width',
    () => bondMorse(system, [{ a: 0, b: 1, length: 1, depth: 1, width: 0 }]),
    /width of Morse bond 0 is 0/,
  ],
  [
    'an angle in degrees',
    () => angleHarmonic(system, [{ a: 0, b: 1, c: 2, angle: 109.5, stiffness: 1 }]),
    /109\.5 .*multiply degrees by π\/180/,
  ],
  [
    'five coefficients',
    () =>
      dihedralRyckaertBellemans(system, [
        { ...four, coefficients: [1, 2, 3, 4, 5] as unknown as [1, 2, 3, 4, 5, 6] },
      ]),
    /has 5 coefficients and needs six/,
  ],
  [
    'half a multiplicity',
    () => dihedralPeriodic(system, [{ ...four, stiffness: 1, multiplicity: 1.5 }]),
    /multiplicity of periodic dihedral 0 is 1\.5/,
  ],
  [
    'a restraint to nowhere',
    () => restraint(system, [{ particle: 0, stiffness: 1, point: [0, Number.NaN, 0] }]),
    /point of restraint 0 is NaN/,
  ],
  [
    'an infinite field',
    () => externalField(system, { force: [0, 0, Number.POSITIVE_INFINITY] }),
    /force of the external field is Infinity/,
  ],
  [
    'a field on unknown kinds',
    () => externalField(system, { force: [0, 0, 1], kinds: ['hw'] }),
    /“hw”.*did you mean “HW”/,
  ],
  [
    'a parameter called r',
    () => pairFormula(system, { formula: 'r^2', parameters: { r: 2 } }),
    /“r” = 2 has the name of a variable.*rename it/,
  ],
  [
    'a parameter without value',
    () => pairFormula(system, { formula: 'k*r^2', parameters: { k: Number.NaN } }),
    /“k” of the formula is NaN/,
  ],
  [
    'a formula that has no value at the cut-off',
    () => pairFormula(system, { formula: 'log(1 - r)', cutoff: { radius: 2 } }),
    /is NaN at the cut-off 2/,
  ],
];

describe('force terms refuse', () => {
  it.each(refusals)('%s', (_title, make, message) => {
    expect(make).toThrow(RangeError);
    expect(make).toThrow(message);
  });

  it('formulas that are none, with the words of formulas', () => {
    const wrong: [() => unknown, RegExp][] = [
      [() => pairFormula(system, { formula: 'k*s^2', parameters: { k: 1 } }), /“s”/],
      [() => externalFormula(system, { formula: 'm*g*z' }), /“g”/],
      [() => externalFormula(system, { formula: 'm*9.81*(z' }), /\)/],
    ];
    for (const [make, message] of wrong) {
      expect(make).toThrow(FormulaError);
      expect(make).toThrow(message);
    }
  });
});
