// What a run that ended without a complaint must satisfy, by means that share as little with the engine as possible: formulas by a
// second evaluator (formula-value.mjs), the same run again, the run backwards, and the run with a half and a quarter of the step.
// Each check returns null, or what is wrong.

import { createMethod, methodNamed, propertiesOf, simulate } from '../../dist/cotangent.js';
import { problemValues } from './formula-value.mjs';

/** Larger problems are loaded, checked and run, but not run again with shorter steps. */
const largestRepeat = 24;

/** What a constraint may be off, as a share of its terms: |gᵢ| / Σⱼ |∂gᵢ/∂zⱼ| (|zⱼ| + floor), with floor a share of the largest |z|. */
const [offConstraint, offHidden, offEnergy, floorShare] = [1e-7, 1e-6, 1e-7, 1e-6];

const maxAbs = values => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const gap = (a, b) => maxAbs(a.map((value, i) => value - b[i]));

const unit = (n, j) => Array.from({ length: n }, (_, i) => (i === j ? 1 : 0));

/** ∂gᵢ/∂zⱼ, one list for each j. */
const slopes = (values, z) =>
  z.map((_, j) => values.constraints(z, unit(z.length, j)).map(([, slope]) => slope));

/** |gᵢ| at z as a share of its terms, the largest. */
function relativeResidual(values, z) {
  const floor = floorShare * maxAbs(z);
  const columns = slopes(values, z);
  return values.constraints(z).reduce((largest, [value], i) => {
    if (value === 0) return largest;
    const terms = z.reduce(
      (sum, each, j) => sum + Math.abs(columns[j][i]) * (Math.abs(each) + floor),
      Math.abs(value),
    );
    return Math.max(largest, Math.abs(value) / terms);
  }, 0);
}

/** Whether the method promises g = 0, and {g,H} = 0, on this problem. */
function promises(problem, { method }) {
  const { domain } = methodNamed(method);
  const isPenalised = problem.run.omega !== undefined;
  return {
    constraint: !isPenalised && domain !== 'phase space' && problem.g.m > 0,
    hidden: !isPenalised && domain === 'g = {g,H} = 0' && problem.g.m > 0,
    energy: !isPenalised,
  };
}

function offManifold(problem, result, values, tolerance) {
  const promised = promises(problem, result);
  const { n } = problem;
  const z = [...result.state.q, ...result.state.p];
  if (promised.constraint) {
    const off = relativeResidual(values, z);
    if (off > tolerance * offConstraint)
      return `|g| is ${off.toPrecision(2)} of its terms by a second evaluation`;
  }
  if (!promised.hidden || !values.isClassical) return null;
  // d/dt g(q) along q′ = M⁻¹p, for constraints on positions.
  const columns = slopes(values, z);
  if (
    columns
      .slice(n)
      .flat()
      .some(slope => slope !== 0)
  )
    return null;
  const velocity = values.masses.map((m, i) => z[n + i] / m);
  const fastest = Math.max(maxAbs(velocity), roundOffSpeed(problem, result, values) / offHidden);
  const rates = values.constraints(z, velocity).map(([, rate]) => Math.abs(rate));
  const sizes = rates.map((_, i) =>
    velocity.reduce((sum, _, j) => sum + Math.abs(columns[j][i]) * fastest, 0),
  );
  const worst = rates.findIndex((rate, i) => rate > tolerance * offHidden * sizes[i]);
  return worst < 0
    ? null
    : `the velocity leaves constraint ${worst}: ${(rates[worst] / sizes[worst]).toPrecision(2)} of its terms`;
}

/**
 * Velocities that rounding alone gives to a body at rest: they move it by less than its coordinates resolve in the time of the run, or
 * they are the difference of a kick by forces in one step and the multipliers against it.
 */
function roundOffSpeed({ n, H }, { state, time, steps }, { masses }) {
  const z = Float64Array.from([...state.q, ...state.p]);
  const gradient = new Float64Array(2 * n);
  H.gradient(z, gradient);
  const kicks = masses.map((m, j) => Math.abs((gradient[j] * time) / (steps * m)));
  return 8 * Number.EPSILON * Math.max(Math.max(1, maxAbs(state.q)) / time, ...kicks);
}

function wrongEnergy(problem, result, values) {
  const { initial } = problem;
  if (!promises(problem, result).energy) return null;
  const pairs = [
    [result.extremes.energyInitial, values.energy([...initial])],
    [result.extremes.energyFinal, values.energy([...result.state.q, ...result.state.p])],
  ];
  for (const [reported, independent] of pairs) {
    const size = Math.max(Math.abs(reported), Math.abs(independent), 1e-6);
    if (Math.abs(reported - independent) > offEnergy * size * (1 + maxAbs(result.state.q)))
      return `the energy is reported as ${reported}, a second evaluation gives ${independent}`;
  }
  const error = Math.abs(pairs[1][1] - pairs[0][1]);
  return error > result.extremes.energyMaxError * (1 + 1e-6) + offEnergy * Math.abs(pairs[0][1]) + 1e-9
    ? `the energy error is ${error}, and reported is ${result.extremes.energyMaxError}`
    : null;
}

/**
 * The end with the steps h, h/2, h/4. A method of order p brings the distances d₁ = |z(h) − z(h/2)|, d₂ = |z(h/2) − z(h/4)| near
 * d₁ = 2ᵖd₂. Where d₁ is as large as the motion itself and yet `jumpRatio`·2ᵖ times d₂, the first run is on another branch.
 */
const [jumpRatio, jumpShare] = [40, 0.2];

function otherBranch(problem, result, run, order) {
  const moved = ({ state }) => maxAbs([...state.q].map((value, i) => value - problem.initial[i]));
  const half = run({ step: result.step / 2 });
  if (!half) return { wrong: null, isResolved: false };
  const reach = Math.max(moved(result), moved(half));
  const d1 = gap([...result.state.q], [...half.state.q]);
  const isLarge = d1 > jumpShare * reach && d1 > 1e-6 * maxAbs([...result.state.q]);
  const quarter = isLarge ? run({ step: result.step / 4 }) : null;
  if (!quarter) return { wrong: null, isResolved: d1 < 0.05 * reach };
  const d2 = gap([...half.state.q], [...quarter.state.q]);
  const isJump = d1 > jumpRatio * 2 ** Math.min(order, 8) * d2;
  const [first, second] = [d1, d2].map(value => value.toPrecision(2));
  const wrong = `the end moves by ${first} with half the step, then by ${second}: another branch`;
  return { isResolved: false, wrong: isJump ? wrong : null };
}

/** φ₋ₕⁿ ∘ φₕⁿ is the identity for a symmetric method; what is left is round-off, as far as the motion magnifies it. */
const offReversal = 1e-6;

function notReversed(problem, { state, method, steps, time }) {
  const flow = createMethod(problem, method, problem.run);
  if (flow.temperature !== undefined) return null;
  let z = Float64Array.of(...state.q, ...state.p);
  let out = z.slice();
  const h = time / steps;
  for (let k = 0; k < steps; k++) {
    if (!flow.step(z, -h, out).ok) return null;
    [z, out] = [out, z];
  }
  const size = maxAbs([...problem.initial]) + maxAbs([...state.q, ...state.p]);
  const off = gap([...z], [...problem.initial]) / size;
  return off > offReversal
    ? `back from the end the start is missed by ${off.toPrecision(2)} of the state`
    : null;
}

const areFinite = values => values.every(Number.isFinite);

function notFinite({ state, extremes, table }) {
  if (!areFinite([...state.q, ...state.p])) return 'a state that is not finite';
  for (const name of ['energyInitial', 'energyFinal', 'energyMaxError', 'constraintMax', 'hiddenMax'])
    if (!Number.isFinite(extremes[name])) return `${name} is ${extremes[name]}`;
  const column = table.columns.find(name => !areFinite([...table.column(name)]));
  return column === undefined ? null : `the column ${column} has values that are not finite`;
}

/** The properties that the run's method claims on this problem; null for one whose record has none. */
function claims(problem, { method }) {
  try {
    return propertiesOf(method, problem, problem.run);
  } catch {
    return null;
  }
}

/**
 * What is wrong with a run that ended well, or null. `data` is the problem file as data where it is known, `again` loads the
 * problem anew.
 */
export function wrongIn(problem, result, { data, again, step, until }) {
  const infinite = notFinite(result);
  if (infinite) return infinite;
  const run = options => {
    const repeated = simulate(again(), { step, until, ...options });
    return repeated.ending === 'finished' ? repeated : null;
  };
  const second = run({ every: 3 });
  if (!second) return 'the same run again fails';
  if (gap([...result.state.q, ...result.state.p], [...second.state.q, ...second.state.p]) !== 0)
    return 'the same run again gives another end';
  const values = data && problemValues(data);
  const isAccurate = result.method !== 'reference';
  if (values) {
    const wrong =
      offManifold(problem, result, values, isAccurate ? 1 : 1e3) ?? wrongEnergy(problem, result, values);
    if (wrong) return wrong;
  }
  const family = methodNamed(result.method).family;
  if (problem.n > largestRepeat || family === 'random') return null;
  const properties = claims(problem, result);
  const order = Number.isFinite(properties?.order) ? properties.order : 4;
  const branch = otherBranch(problem, { ...result, step }, run, order);
  if (branch.wrong) return branch.wrong;
  return branch.isResolved && properties?.symmetric ? notReversed(problem, result) : null;
}
