// Ornstein–Uhlenbeck process of the momenta at temperature T, solved exactly over a time h with q fixed:
//   dp = −γ p dt + √(2γ kT) M^½ dW      ⇒      p ← c p + √(1 − c²) √kT M^½ ξ,      c = exp(−γh), ξ normal,
// and under constraints the same followed by the projection Π to the cotangent space G M⁻¹ p = 0.
//
// Why this keeps exactly the Gaussian exp(−½pᵀM⁻¹p / kT) of the cotangent space. √kT M^½ ξ has that density on all of
// momentum space: it depends on the length of p in the inner product aᵀM⁻¹b alone. Π is orthogonal in this inner
// product, and the orthogonal image of a Gaussian that knows no direction is the one of the subspace, with as many
// degrees of freedom as are left. The sum of two independent such p with weights c and √(1 − c²) is again such a p.
// Since Π is linear and q does not move, one projection of the sum equals a projection before and one after. Noise that
// is not projected heats normal directions as well, and the temperature comes out n/(n − m) times too high.
//
// γ has the unit 1/time for every mass. Where friction is written −γ M⁻¹ p, as in Tao and Owhadi 2016, eq. 4.5, divide by M.
// Bou-Rabee, Owhadi, SIAM J. Numer. Anal. 48 (2010) 278; with constraints Lelièvre, Rousset, Stoltz, Math. Comput. 81 (2012) 2071.

import { classicalOnly } from '../problem/classical.ts';
import type { Problem } from '../problem/problem.ts';
import type { State } from '../problem/state.ts';
import { createNormalSource, type NormalSource } from '../random/philox.ts';
import { done, failed, type Outcome } from '../solvers/outcome.ts';

export interface OrnsteinUhlenbeck {
  /** Replaces the momenta of z by what friction and noise make of them in a time h. */
  apply(z: State, h: number): Outcome;
  readonly memory: readonly Float64Array[];
}

/** `projection` maps onto the cotangent space: that of chooseProjection, or noProjection without constraints. */
export function createOrnsteinUhlenbeck(
  problem: Problem,
  projection: { apply(z: State): Outcome },
  thermostat: Thermostat,
  source: NormalSource = createNormalSource(thermostat.seed),
): OrnsteinUhlenbeck {
  checkThermostat(thermostat);
  const { friction } = thermostat;
  const mix = createMixture(problem, thermostat.temperature, source);
  return {
    memory: [source.memory],
    apply(z, h) {
      if (friction === 0 || h === 0) return done;
      if (!(h > 0)) return failed('not supported', noWayBack);
      mix(z, friction * h);
      return projection.apply(z);
    },
  };
}

const noWayBack =
  'friction cannot run backwards in time; take a positive step, or friction 0 for the motion without noise';

/** p ← c p + √(1 − c²) √kT M^½ ξ for c = exp(−decay). */
function createMixture(problem: Problem, temperature: number, source: NormalSource) {
  const { n } = problem;
  const { inverseMass } = classicalOnly(problem);
  const thermal = Float64Array.from(inverseMass, w => Math.sqrt(temperature / w));
  const xi = new Float64Array(n);
  // The weights of the last decay: a run has one step size.
  let [known, kept, fresh] = [0, 1, 0];
  return (z: State, decay: number) => {
    if (decay !== known) [known, kept, fresh] = [decay, Math.exp(-decay), Math.sqrt(-Math.expm1(-2 * decay))];
    source.fill(xi);
    for (let i = 0; i < n; i++) z[n + i] = kept * z[n + i] + fresh * thermal[i] * xi[i];
  };
}

/** Temperature and friction of a stochastic method, and the seed of its random numbers. */
export interface Thermostat {
  /** k_B T, in units of energy. */
  readonly temperature: number;
  /** γ, friction rate: momenta decay as exp(−γt). */
  readonly friction: number;
  /** Whole number, 0 or more. */
  readonly seed: number;
}

/** Throws a RangeError for a negative or undefined temperature or friction. Infinite friction resamples all momenta. */
export function checkThermostat({ temperature, friction }: Omit<Thermostat, 'seed'>): void {
  if (!(Number.isFinite(temperature) && temperature >= 0))
    throw new RangeError(`the temperature must be a number, 0 or more, not ${temperature}`);
  if (!(friction >= 0)) throw new RangeError(`the friction must be a number, 0 or more, not ${friction}`);
}
