// Problem files from a grammar: a few coordinates, masses and energies of every form, and constraints that are regular, redundant,
// inconsistent, singular, of several components or dependent on momenta. The constants of the equations are such that the start is
// on them, unless they are meant to be inconsistent.

import { formulaValue } from './formula-value.mjs';

const allNames = ['x', 'y', 'z', 'w', 'u'];

/** A smooth formula of the names, small for small values. */
function expression(random, names, depth = 2) {
  const { pick, chance, decimal } = random;
  if (depth === 0 || chance(0.25)) return chance(0.75) ? pick(names) : String(decimal(0.1, 3));
  const inner = () => expression(random, names, depth - 1);
  return pick([
    () => `${inner()} + ${inner()}`,
    () => `(${inner()}) - (${inner()})`,
    () => `(${inner()})*(${inner()})`,
    () => `(${inner()})^2`,
    () => `sin(${inner()})`,
    () => `cos(${inner()})`,
    () => `sqrt(1 + (${inner()})^2)`,
    () => `exp(-(${inner()})^2)`,
    () => `(${inner()})/(2 + (${inner()})^2)`,
    () => `tanh(${inner()})`,
    () => `-${pick(names)}^${pick([2, 3])}`,
  ])();
}

const squares = names => names.map(name => `${name}^2`).join(' + ');

/** Left sides of constraints on positions. */
const positionTemplates = [
  (_, names) => squares(names),
  ({ decimal }, names) => names.map(name => `${decimal(0.2, 3)}*${name}^2`).join(' + '),
  ({ decimal }, names) => names.map(name => `${decimal(-2, 2)}*${name}`).join(' + '),
  (random, names) => `${names.at(-1)} - (${expression(random, names.slice(0, -1).concat(names[0]), 2)})`,
  ({ pick }, names) => `(${squares(names)} - 1)*(${squares(names)} - ${pick([2, 4, 9])})`,
  ({ pick }, names) => `sin(${pick([1, 2, 5])}*(${names.join(' + ')}))`,
  (_, names) => `(sqrt(${names[0]}^2 + ${names[1] ?? 1}^2) - 2)^2 + ${names[2] ?? names[0]}^2`,
  (_, names) =>
    names.length > 3 ? `(${names[0]} - ${names[2]})^2 + (${names[1]} - ${names[3]})^2` : squares(names),
  (_, names) => (names.length > 1 ? `${names[0]}*${names[1]}` : `${names[0]}^3`),
  (random, names) => expression(random, names, 3),
];

const momentumTemplates = [
  (_, [x, y = x]) => `${x}*p_${y} - ${y}*p_${x}`,
  (_, [x, y = x]) => `p_${x} - ${y}`,
  (_, [x, y = x, z = x]) => `p_${x}*sin(${z}) - p_${y}*cos(${z})`,
  ({ decimal }, [x, y = x]) => `${y} + p_${x}*exp(${decimal(-3, 0)} + ${x})`,
  (random, names) => expression(random, [...names, ...names.map(name => `p_${name}`)], 3),
];

/** What is made of a constraint that is there already; `value` is the left side's at the start. */
const derived = [
  ({ pick }, [left, value]) => [`${pick([2, -3, 1e-3, 1e6])}*(${left} - (${value}))`, 0],
  (_, [left, value], [x]) => [`(1 + ${x}^2)*(${left} - (${value}))`, 0],
  (_, [left, value]) => [`(${left} - (${value}))^2`, 0],
  ({ pick }, [left, value]) => [left, value + pick([1, 1e-3, 1e-7])],
  (_, [left, value], [x, y = x]) => [`${left} + 0*${x}*${y}`, value],
];

function constraintsOf(random, names, start) {
  const { below, pick, chance } = random;
  const constraints = {};
  const pairs = [];
  const count = pick([0, 1, 1, 1, 2, 2, 3]);
  for (let k = 0; k < count; k++) {
    let pair;
    if (pairs.length > 0 && chance(0.35)) pair = pick(derived)(random, pick(pairs), names);
    else {
      const left = pick(chance(0.15) ? momentumTemplates : positionTemplates)(
        random,
        subsetOf(random, names),
      );
      pair = [left, formulaValue(left)(start)];
    }
    if (!Number.isFinite(pair[1])) continue;
    pairs.push(pair);
    constraints[`c${k}`] = chance(0.5) ? `${pair[0]} = ${pair[1]}` : `${pair[0]} - (${pair[1]})`;
  }
  if (pairs.length > 1 && chance(0.15)) {
    const [[a, b], [c, d]] = [pick(pairs), pairs[below(pairs.length)]];
    constraints.sum = `${a} + ${c} = ${b + d}`;
  }
  return constraints;
}

const subsetOf = ({ below, chance }, names) =>
  names.length < 2 || chance(0.5) ? names : names.slice(below(2), 2 + below(names.length - 1));

function potentialOf(random, names) {
  const { pick, decimal } = random;
  const x = pick(names);
  return pick([
    () => `${decimal(0, 10)}*${names.at(-1)}`,
    () => `${pick([0.5, 10, 1e4])}*(${squares(names)})`,
    () => `(${x}^2 - 1)^2`,
    () => `-1/sqrt(${squares(names)} + ${pick([1, 0.01, 0])})`,
    () => `1 - cos(${x})`,
    () => `exp(-${x})`,
    () => expression(random, names, 3),
    () => '0',
  ])();
}

function energyOf(random, names) {
  const { pick, chance, decimal } = random;
  if (chance(0.75)) {
    const masses = [1, decimal(0.1, 10), names.map(() => decimal(0.5, 5)), 1e-3, 1e6];
    return { ...(chance(0.5) && { mass: pick(masses) }), potential: potentialOf(random, names) };
  }
  const kinetic = names.map(name => `p_${name}^2`).join(' + ');
  const [x, y = x] = names;
  if (chance(0.8))
    return {
      hamiltonian: `(${kinetic})/2 + ${potentialOf(random, names)} + ${pick([0, 1, 0.3])}*(${x}*p_${y} - ${y}*p_${x})`,
    };
  return {
    kinetic: names.map(name => `(2 + cos(${x}))*v_${name}^2`).join(' + '),
    potential: potentialOf(random, names),
  };
}

const constrainedMethods = [
  ...[
    'rattle',
    'rattle',
    'rattle',
    'shake',
    'shake-velocity',
    'shake-position',
    'rattle-4',
    'rattle-6',
    'rattle-8',
  ],
  ...[
    'geodesic-two-stage-verlet',
    'geodesic-three-stage-bcss',
    'bdf1',
    'bdf2',
    'bdf4',
    'reference',
    'gla',
    'g-baoab',
  ],
  'constrained-hmc',
];
const freeMethods = [
  ...[
    'verlet',
    'symplectic-euler',
    'midpoint',
    'gauss-2',
    'gauss-3',
    'two-stage-bcss',
    'variational-euler',
    'newmark',
  ],
  ...[
    'newmark-pushforward',
    'zhang-skeel',
    'zhang-skeel-simplified',
    'zhang-skeel-stiff',
    'zhang-skeel-4',
    'rattle',
    'bdf3',
  ],
];
const solvers = ['newton', 'newton-sparse', 'chord', 'sweep', 'closed-form'];
const flows = ['verlet', 'symplectic-euler', 'midpoint', 'gauss-2', 'three-stage-bcss'];

function runOf(random, isConstrained) {
  const { pick, chance, below, decimal } = random;
  const step = pick([1e-3, 0.01, 0.01, 0.05, 0.1, 0.3, 1, decimal(0.02, 2)]);
  const method = chance(0.2)
    ? undefined
    : pick(chance(0.95) === isConstrained ? constrainedMethods : freeMethods);
  return {
    ...(method && { method }),
    ...(/^(rattle|shake)/.test(method ?? '') && chance(0.5) && { solver: pick(solvers) }),
    ...(/^(rattle|shake)/.test(method ?? '') && chance(0.2) && { flow: pick(flows) }),
    ...(chance(0.03) && { omega: pick([1, 100, 1e5]) }),
    step,
    until: step * (4 + below(24)),
  };
}

export function generatedProblem(random) {
  const { below, chance, decimal, pick } = random;
  const names = allNames.slice(0, 1 + below(5));
  const initial = {};
  const scale = pick([1, 1, 1, 1, 1e-3, 1e3]);
  for (const name of names) {
    initial[name] = chance(0.15) ? 0 : scale * decimal(-2, 2);
    initial[`p_${name}`] = chance(0.3) ? 0 : scale * decimal(-2, 2);
  }
  const energy = energyOf(random, names);
  const constraints = constraintsOf(random, names, initial);
  if (energy.kinetic) for (const name of names) delete initial[`p_${name}`];
  return {
    coordinates: names,
    ...energy,
    ...(Object.keys(constraints).length > 0 && { constraints }),
    initial,
    run: runOf(random, Object.keys(constraints).length > 0),
  };
}
