// Thermostat: what stochastic methods are given. k_B T, the friction rate γ of dp = −γ p dt + √(2γ kT) M^½ dW
// (ornstein-uhlenbeck.ts), and a seed. Conditions: T ≥ 0 and finite, γ ≥ 0.

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
