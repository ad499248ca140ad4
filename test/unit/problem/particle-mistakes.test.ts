// Everything wrong that can be said about particles in a problem file: each mistake names its place, the reason and a way
// out.

import { describe, expect, it } from 'vitest';
import { messageOf } from './mistake-message.ts';

const model = (body: string) => `particles:\n  molecules:\n    m: { ${body} }\n`;
const two = 'sites: { A: { mass: 1 }, B: { mass: 1 } }';
const three = 'sites: { A: { mass: 1 }, B: { mass: 1 }, C: { mass: 1 } }';
const four = 'sites: { A: { mass: 1 }, B: { mass: 1 }, C: { mass: 1 }, D: { mass: 1 } }';
const argons = (more: string) => `particles: { molecules: { argon: 3 }, ${more} }`;

/** What is wrong, the file, and what the message must say. */
const mistakes: readonly [string, string, RegExp][] = [
  ['no sites', model('sites: {}'), /m\.sites: a model needs at least one site/],
  [
    'a blank in the name of a site',
    model('sites: { "A 1": { mass: 1 } }'),
    /“A 1” cannot be the name of a site/,
  ],
  [
    'a blank in the name of a model',
    'particles: { molecules: { a b: { sites: { A: { mass: 1 } } } } }',
    /“a b” cannot be a name in files\n.*name: CH4/,
  ],
  [
    'a name that would vanish',
    model('sites: { A: { mass: 1 }, __proto__: { mass: 1 } }'),
    /“__proto__” cannot be a name/,
  ],
  [
    'a thousand million atoms',
    'particles: { molecules: { argon: 1e9 } }',
    /1000000000 particles\n.*at most 2000000/,
  ],
  [
    'a chain without end',
    model('model: bead-rod-chain, beads: 1e9, length: 1, mass: 1'),
    /at most 1000000 beads/,
  ],
  ['no mass', model('sites: { A: {} }'), /sites\.A: “mass” is missing\n.*under kinds/],
  ['a negative mass', model('sites: { A: { mass: -1 } }'), /A\.mass: must be positive, and is -1/],
  ['a mass that is no number', model('sites: { A: { mass: .nan } }'), /A\.mass: a finite number is needed/],
  ['a wrong key of a site', model('sites: { A: { mas: 1 } }'), /unknown key “mas”\n.*“mass”/],
  ['half a core', model('sites: { A: { mass: 1, sigma: 3 } }'), /“epsilon” is missing\n.*both/],
  [
    'a negative size',
    model('sites: { A: { mass: 1, sigma: -3, epsilon: 1 } }'),
    /sigma: must not be negative/,
  ],
  [
    'one kind with two cores',
    model('sites: { H1: { mass: 1, sigma: 1, epsilon: 1 }, H2: { mass: 1, sigma: 2, epsilon: 1 } }'),
    /sites\.H2: sites of kind “H” differ in sigma or epsilon\n.*kind: …/,
  ],
  [
    'an unknown kind',
    model('kinds: { C: { mass: 12 } }, sites: { A: { kind: D, mass: 1 } }'),
    /sites\.A\.kind: there is no kind “D”\n.*declared are: C/,
  ],
  [
    'a number as the name of a site',
    model('sites: { 1: { mass: 1 } }'),
    /“1” cannot be the name.*\n.*letter/,
  ],
  ['a place of two numbers', model('sites: { A: { mass: 1, at: [0, 0] } }'), /at: expected three numbers/],
  [
    'places of some sites',
    model('sites: { A: { mass: 1, at: [0, 0, 0] }, B: { mass: 1 } }'),
    /“B” has no place, but others have\n.*every site, or to none/,
  ],
  ['a rod without length', model(`${two}, rods: [[A, B]]`), /rods\[0\]: a rod has no length\n.*1\.09/],
  ['a rod to nowhere', model(`${two}, rods: [[A, C, 1]]`), /rods\[0\]: the model has no site “C”\n.*A, B/],
  [
    'a rod to itself',
    model(`${two}, rods: [[A, A, 1]]`),
    /rod 0 \(A–A\) joins a particle with itself; name two/,
  ],
  [
    'a negative length',
    model(`${two}, rods: [[A, B, -1]]`),
    /rod 0 \(A–B\) has the length -1; give a positive/,
  ],
  [
    'a rod twice',
    model(`${two}, rods: [[A, B, 1], [B, A, 1]]`),
    /rod 1 \(B–A\).*same particles as rod 0; leave/,
  ],
  [
    'rods 1, 1 and 3',
    model(`${three}, rods: [[A, B, 1], [B, C, 1], [A, C, 3]]`),
    /rod 2 \(A–C\) has the length 3, but the way A–B–C along other rods is only 1 \+ 1 = 2.*shorten A–C/,
  ],
  [
    'a rod longer than three others together',
    model(`${four}, rods: [[A, B, 1], [B, C, 1], [C, D, 1], [A, D, 3.5]]`),
    /rod 3 \(A–D\) has the length 3\.5, but the way A–B–C–D along other rods is only 1 \+ 1 \+ 1 = 3/,
  ],
  [
    'three rods in line',
    model(`${three}, rods: [[A, B, 1], [B, C, 1], [A, C, 2]]`),
    /rod 2 \(A–C\).*as long as the way A–B–C.*rods cannot hold a line; leave this rod out/,
  ],
  [
    'a flat shape with all distances',
    model(
      'sites: { A: { mass: 1, at: [0,0,0] }, B: { mass: 1, at: [1,0,0] }, C: { mass: 1, at: [1,1,0] }, D: { mass: 1, at: [0,1,0] } }, rods: all',
    ),
    /rod 5 \(C–D\) acts along the same directions as rod 0 \(A–B\).*flat or straight shape.*stiff angles/,
  ],
  [
    'a rod far from its length',
    model('sites: { A: { mass: 1, at: [0,0,0] }, B: { mass: 1, at: [1,0,0] } }, rods: [[A, B, 2]]'),
    /rod 0 \(A–B\) has the length 2, but its ends start 1 apart; correct/,
  ],
  [
    'a bond without stiffness',
    model(`${two}, bonds: [{ between: [A, B], length: 1 }]`),
    /bonds\[0\]: “stiffness” is missing\n.*Morse/,
  ],
  [
    'half a Morse bond',
    model(`${two}, bonds: [{ between: [A, B], length: 1, depth: 3 }]`),
    /“width” is missing/,
  ],
  [
    'a bond of two laws',
    model(`${two}, bonds: [{ between: [A, B], length: 1, depth: 3, width: 1, stiffness: 2 }]`),
    /“stiffness” cannot stand beside “depth”/,
  ],
  [
    'a bond of one end',
    model(`${two}, bonds: [{ between: [A], length: 1, stiffness: 3 }]`),
    /between: expected 2 particles/,
  ],
  [
    'a bond to itself',
    model(`${two}, bonds: [{ between: [A, A], length: 1, stiffness: 3 }]`),
    /between: a particle is named twice/,
  ],
  [
    'a wrong key of a bond',
    model(`${two}, bonds: [{ between: [A, B], lenght: 1, stiffness: 3 }]`),
    /“lenght”\n.*“length”/,
  ],
  [
    'degrees as radians',
    model(`${three}, angles: [{ between: [A, B, C], angle: 109, stiffness: 3 }]`),
    /angle: an angle of 109.*\n.*109\.5\*deg/,
  ],
  [
    'a dihedral without wells',
    model(`${four}, dihedrals: [{ between: [A, B, C, D], stiffness: 3 }]`),
    /“multiplicity” is missing\n.*six coefficients/,
  ],
  [
    'two coefficients',
    model(`${four}, dihedrals: [{ between: [A, B, C, D], coefficients: [1, 2] }]`),
    /expected six coefficients/,
  ],
  [
    'half a well',
    model(`${four}, dihedrals: [{ between: [A, B, C, D], stiffness: 3, multiplicity: 1.5 }]`),
    /a multiplicity of 1\.5/,
  ],
  ['rods without sites', model('rods: [[A, B, 1]]'), /m: “sites” is missing\n.*begins with its sites/],
  ['an unknown model', model('model: tip4p'), /no model “tip4p”\n.*“tip3p”/],
  [
    'a parameter of no use',
    model('model: tip3p, beads: 4'),
    /beads: the model “tip3p” has no use for “beads”\n/,
  ],
  ['a chain without beads', model('model: bead-rod-chain'), /m: “beads” is missing\n/],
  [
    'a chain of one bead',
    model('model: bead-rod-chain, beads: 1, length: 1, mass: 1'),
    /at least 2 beads, not 1/,
  ],
  ['two answers to what it is', model(`model: tip3p, ${two}`), /“model” cannot stand beside “sites”/],
  ['half a molecule', model('model: tip3p, count: 2.5'), /2\.5 molecules\n.*whole number/],
  ['a list for a model', 'particles: { molecules: { m: [1] } }', /m: expected a number, or a model/],
  [
    'a name that is taken',
    'particles: { models: { argon: { sites: { A: { mass: 1 } } } }, molecules: { argon: 1 } }',
    /models\.argon: the library has a model “argon” already\n.*another name/,
  ],
  [
    'a model with a count',
    'particles: { models: { a: { count: 3, sites: { A: { mass: 1 } } } }, molecules: { a: 1 } }',
    /models\.a\.count: a model has no count/,
  ],
  [
    'two lists of molecules',
    'particles: { molecules: { argon: 1 }, model: argon }',
    /“model” cannot stand beside “molecules”/,
  ],
  ['nothing', 'particles: {}', /“molecules” is missing\n.*tip3p: 216/],
  [
    'an anchored particle that is not there',
    argons('anchored: [3]'),
    /anchored: there is no particle 3\n.*from 0 to 2/,
  ],
  ['only anchored particles', argons('anchored: [0, 1, 2]'), /nothing moves/],
  [
    'an anchored molecule that is not there',
    argons('anchored: { molecules: [5] }'),
    /no molecule 5\n.*from 0 to 2/,
  ],
  [
    'a molecule of another name',
    argons('anchored: { molecules: [argn] }'),
    /no molecule is called “argn”\n.*“argon”/,
  ],
  ['a site of another name', argons('anchored: { sites: [Ar] }'), /no particle is called “Ar”\n.*“AR”/],
  ['a number for a list', argons('anchored: 3'), /expected numbers of particles such as \[0, 5\]/],
  ['half a particle', argons('anchored: [1.5]'), /anchored\[0\]: expected a whole number/],
  ['two edges', argons('box: [20, 20]'), /box: expected one edge length, or three/],
  ['a negative edge', argons('box: -20'), /box: the edges are -20 × -20 × -20 Å\n.*positive/],
  ['an edge of zero', argons('box: [20, 0, 20]'), /box: the edges are 20 × 0 × 20/],
  ['a box that is no number', argons('box: .nan'), /box: a finite number is needed/],
  [
    'a cut-off too long for the box',
    argons('box: 20, forces: { lennard-jones: { cutoff: 12 } }'),
    /lennard-jones: a cut-off of 12 does not fit into the box 20 × 20 × 20.*at most 10/,
  ],
  ['a mode without cut-off', argons('forces: { lennard-jones: { mode: cut } }'), /“mode” needs a cut-off\n/],
  [
    'a key in another spelling',
    argons('box: 30, forces: { lennard-jones: { switchFrom: 8 } }'),
    /“switchFrom”\n.*“switch-from”/,
  ],
  [
    'a switch beyond the cut-off',
    argons('box: 30, forces: { lennard-jones: { cutoff: 9, switch-from: 10 } }'),
    /must be less than the cut-off 9/,
  ],
  [
    'a pair of unknown kinds',
    argons('forces: { lennard-jones: { pairs: [{ between: [AR, OW], sigma: 1, epsilon: 1 }] } }'),
    /the kind “OW”, which no particle has; known kinds are AR/,
  ],
  [
    'half a pair',
    argons('forces: { lennard-jones: { pairs: [{ between: [AR, AR], sigma: 1 }] } }'),
    /pairs\[0\]: “epsilon” is missing/,
  ],
  [
    'alpha of no use',
    `particles: { molecules: { tip3p: 2 }, box: 30, forces: { coulomb: { alpha: 0.2 } } }`,
    /“alpha” is for mode “damped shifted force”/,
  ],
  [
    'epsilon of no use',
    `particles: { molecules: { tip3p: 2 }, box: 30, forces: { coulomb: { mode: zero quadrupole, epsilon: 78 } } }`,
    /“epsilon” is for mode “reaction field”/,
  ],
  [
    'a formula with an unknown name',
    argons('forces: { pair-potentials: { a: "k*r^2" } }'),
    /a\.potential: unknown name “k”\n {4}k\*r\^2/,
  ],
  [
    'a formula between unknown kinds',
    argons('forces: { pair-potentials: { a: { potential: r^2, between: [AR, O] } } }'),
    /the kind “O”, which no particle has/,
  ],
  [
    'a formula infinite at its end',
    argons('box: 30, forces: { pair-potentials: { a: { potential: 1/(r - 9), cutoff: 9 } } }'),
    /is Infinity at the cut-off 9; choose another/,
  ],
  [
    'a parameter with the name of a variable',
    `parameters: { m: 2 }\n${argons('forces: { external-potentials: { a: m*z } }')}`,
    /“m” = 2 has the name of a variable.*rename it/,
  ],
  [
    'a broken formula',
    argons('forces: { external-potentials: { a: "z +* 3" } }'),
    /expected a value after “\+”/,
  ],
  ['formulas without names', argons('forces: { external-potentials: [z] }'), /expected names with formulas/],
  ['a field of nothing', argons('forces: { external-field: {} }'), /there is no field\n.*acceleration/],
  [
    'a field of two numbers',
    argons('forces: { external-field: { force: [0, 0] } }'),
    /force: expected three numbers/,
  ],
  [
    'a restraint of nobody',
    argons('forces: { restraints: [{ particles: [7], stiffness: 3 }] }'),
    /restraints\[0\]\.particles: there is no particle 7/,
  ],
  [
    'a restraint that pushes',
    argons('forces: { restraints: [{ particles: all, stiffness: -3 }] }'),
    /stiffness: must not be negative/,
  ],
  [
    'a restraint without stiffness',
    argons('forces: { restraints: [{ particles: all }] }'),
    /restraints\[0\]: “stiffness” is missing/,
  ],
  [
    'too few positions',
    argons('positions: [[0, 0, 0]]'),
    /positions: 1 points for 3 particles\n.*molecule after molecule/,
  ],
  [
    'a position that is not finite',
    'particles: { molecules: { argon: 1 }, positions: [[0, 0, .inf]] }',
    /positions\[0\]\[2\]: a finite number/,
  ],
  [
    'positions off the rods',
    'particles: { molecules: { nitrogen: 1 }, positions: [[0, 0, 0], [3, 0, 0]] }',
    /rod 0 \(N1–N2 of N2 0\) has the length 1\.089, but its ends start 3 apart/,
  ],
  [
    'velocities and a temperature',
    'particles: { molecules: { argon: 1 }, positions: [[0,0,0]], velocities: [[0,0,0]], temperature: 3*K }',
    /“temperature” cannot stand beside “velocities”/,
  ],
  [
    'velocities without positions',
    'particles: { molecules: { argon: 1 }, velocities: [[0,0,0]] }',
    /velocities belong to positions/,
  ],
  [
    'positions and a start',
    'particles: { molecules: { argon: 1 }, positions: [[0,0,0]], start: lattice }',
    /“start” cannot stand beside “positions”/,
  ],
  [
    'an unknown solver',
    argons('constraints: { solver: shake }'),
    /solver: expected auto, settle, newton, sweep or lincs/,
  ],
  ['no tolerance at all', argons('constraints: { tolerance: 0 }'), /a tolerance of 0\n.*1e-10 is usual/],
  [
    'an order without LINCS',
    argons('constraints: { lincs-order: 4 }'),
    /“lincs-order” is for the solver lincs\n/,
  ],
  [
    'sweeps without sweeps',
    argons('constraints: { solver: newton, max-sweeps: 4 }'),
    /“max-sweeps” is for the solver sweep/,
  ],
  ['half an order', argons('constraints: { solver: lincs, lincs-order: 4.5 }'), /4\.5 is not a count/],
  [
    'a rod between particles that are not there',
    argons('rods: [[0, 7]]'),
    /rods\[0\]: there is no particle 7/,
  ],
  ['all rods of everything', argons('rods: all'), /“all” is for the rods of a model/],
  [
    'a rod between far particles',
    argons('rods: [[0, 1, 9]]'),
    /rod 0 \(AR of AR 0 – AR of AR 1\) has the length 9, but its ends start/,
  ],
  [
    'constraints outside',
    `${argons('seed: 1')}\nconstraints: { a: x = 1 }`,
    /“constraints” cannot stand beside “particles”\n.*particles\.constraints/,
  ],
];

describe('a mistake about particles', () => {
  it.each(mistakes)('%s', (_, text, message) => {
    const said = messageOf(text);
    expect(said).toMatch(message);
    expect(said).toMatch(/^liquid\.yaml:\d+: /);
    // A way out: behind an arrow, after a semicolon, or what was expected instead.
    expect(said).toMatch(/→|;|expected|needed|unknown name|at least|at most|is missing/);
  });

  it('redundant rods are refused by name where the file wants that', () => {
    const sites = ['C', 'H1', 'H2', 'H3', 'H4'].map((name, i) => {
      const at = i === 0 ? [0, 0, 0] : [i < 3 ? 1 : -1, i % 2 === 0 ? 1 : -1, i === 1 || i === 4 ? 1 : -1];
      return `${name}: { mass: 1, at: [${at}] }`;
    });
    const text = `particles: { molecules: { m: { sites: { ${sites.join(', ')} }, rods: all } }, constraints: { redundant: refuse } }`;
    expect(messageOf(text)).toMatch(
      /rod 9 \(H3–H4\) is redundant: it follows from rod 0 \(C–H1\).*take it out/,
    );
  });

  it('a redundant rod of the wrong length is named with the right one', () => {
    const rods = 'rods: [[A,B,1],[A,C,1],[A,D,1],[B,C,1],[B,D,1],[C,D,1],[A,E,1],[B,E,1],[C,E,1],[D,E,1.6]]';
    const text = model(
      `sites: { A: { mass: 1 }, B: { mass: 1 }, C: { mass: 1 }, D: { mass: 1 }, E: { mass: 1 } }, ${rods}`,
    );
    // Two tetrahedra on one face: their tips are √(8/3) apart.
    const said = messageOf(text);
    expect(said).toMatch(/rod 9 \(D–E\) has the length 1\.6, but the other rods leave it 1\.63299316185/);
  });
});
