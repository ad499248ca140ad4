// What a random method holds constant, and the seed that makes it repeatable.

export interface Thermostat {
  /** k_B T, in units of energy. */
  readonly temperature: number;
  /** γ, the rate at which momenta are forgotten: after a time t a part exp(−γt) of them is left. */
  readonly friction: number;
  /** Whole number, 0 or more. */
  readonly seed: number;
}

/** Throws a RangeError where no temperature or friction can be meant. An infinite friction draws all momenta anew. */
export function checkThermostat({ temperature, friction }: Omit<Thermostat, 'seed'>): void {
  if (!(Number.isFinite(temperature) && temperature >= 0))
    throw new RangeError(`the temperature must be a number, 0 or more, not ${temperature}`);
  if (!(friction >= 0)) throw new RangeError(`the friction must be a number, 0 or more, not ${friction}`);
}
