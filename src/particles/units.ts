// The units of molecules: Å, amu and kcal/mol; the unit of time follows, 48.888 fs. Formulas of particle problems know
// these names, so that a file says  step: 2*fs  and  temperature: 298*K  (a temperature is an energy, k_B T).
// Reference: CODATA 2018: k_B = 1.380649e-23 J/K, N_A = 6.02214076e23 /mol; 1 kcal = 4184 J, 1 amu = 1 g/mol.

const joulePerKcal = 4184;
const avogadro = 6.02214076e23;
const boltzmann = 1.380649e-23;

/** √(amu Å² / (kcal/mol)) in femtoseconds. */
export const timeUnitInFs = 1e15 * Math.sqrt((1e-3 * 1e-20) / joulePerKcal);

/**
 * Units in terms of Å, g/mol and kcal/mol: fs, ps, K, …; the unit of time, 48.888 fs, is called akma (ångström, kcal/mol, atomic
 * mass), as in CHARMM. CODATA 2018.
 */
export const molecularUnits: Readonly<Record<string, number>> = {
  fs: 1 / timeUnitInFs,
  ps: 1000 / timeUnitInFs,
  ns: 1e6 / timeUnitInFs,
  akma: 1,
  K: (boltzmann * avogadro) / joulePerKcal,
  nm: 10,
  kJ: 1000 / joulePerKcal,
  kcal: 1,
};

export type Dimension = 'time' | 'energy' | 'length';

const dimensionOf: Readonly<Record<string, Dimension>> = {
  ...{ fs: 'time', ps: 'time', ns: 'time', akma: 'time' },
  ...{ K: 'energy', kJ: 'energy', kcal: 'energy' },
  nm: 'length',
};
const dimensions: readonly Dimension[] = ['time', 'energy', 'length'];

/** Factor of the scaled units: a power of 2, so that products and quotients scale without rounding. */
const unitScale = 4;

/** The units with those of one dimension enlarged; null: as they are. */
export const scaledUnits = (scaled: Dimension | null): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(molecularUnits).map(([name, value]) => [
      name,
      scaled !== null && dimensionOf[name] === scaled ? unitScale * value : value,
    ]),
  );

interface Quantity {
  readonly dimension: Dimension;
  readonly degree: 1 | -1;
  /** Correct spelling of a value written without a unit. */
  remedy(text: string, value: number): string;
  /** What the bare number would mean. */
  meaning(value: number): string;
}

const digits = (value: number) => Number(value.toPrecision(4)).toString();

const time: Quantity = {
  dimension: 'time',
  degree: 1,
  remedy: (_text, value) => `${digits(value * timeUnitInFs)}*fs for this time, or for example 2*fs or 10*ps`,
  meaning: value => `${digits(value * timeUnitInFs)} fs`,
};

/** Settings of a run that have a unit: in a problem of molecules a bare number is ambiguous. */
export const quantities = {
  step: time,
  until: time,
  temperature: {
    dimension: 'energy',
    degree: 1,
    remedy: (text, value) =>
      `${text}*K${value > 10 ? '' : `, or ${text}*kcal if an energy kT in kcal/mol is meant`}`,
    meaning: value => `kT = ${digits(value)} kcal/mol, ${digits(value / molecularUnits.K)} K`,
  },
  friction: {
    dimension: 'time',
    degree: -1,
    remedy: (text, value) => `${text}/ps, or ${digits((1000 * value) / timeUnitInFs)}/ps for this rate`,
    meaning: value => `${digits((1000 * value) / timeUnitInFs)} per picosecond`,
  },
} as const satisfies Record<string, Quantity>;

export type QuantityName = keyof typeof quantities;

export const isQuantity = (name: string): name is QuantityName => Object.hasOwn(quantities, name);

/**
 * Error message for a formula with a missing or wrong unit; null where it is right. A right one is homogeneous: it scales with
 * the unit of its own dimension, to the right power, and with no others. Zero needs no unit.
 */
export function unitMistake(
  name: QuantityName,
  text: string,
  valueWith: (scaled: Dimension | null) => number,
): { readonly reason: string; readonly hint: string } | null {
  const { dimension, degree, remedy, meaning }: Quantity = quantities[name];
  const value = valueWith(null);
  const growth = dimensions.map(scaled => degreeOf(value, valueWith(scaled)));
  if (growth.every((found, i) => found === (dimensions[i] === dimension ? degree : 0)) || value === 0)
    return null;
  return growth.every(found => found === 0)
    ? {
        reason: `“${text}” has no unit; as a bare number it would be ${meaning(value)}`,
        hint: `write ${remedy(text, value)}`,
      }
    : {
        reason: `“${text}” does not have the unit of a ${name === 'step' || name === 'until' ? 'time' : name}`,
        hint: `write ${examples[name]}`,
      };
}

const examples: Readonly<Record<QuantityName, string>> = {
  step: 'for example 2*fs',
  until: 'for example 10*ps',
  temperature: 'for example 298*K',
  friction: 'for example 5/ps',
};

/** Exponent of the scaled units in a value; NaN where it is not a power of them. */
function degreeOf(value: number, scaledValue: number): number {
  const exponent = Math.log(Math.abs(scaledValue / value)) / Math.log(unitScale);
  const nearest = Math.round(exponent);
  return Math.abs(exponent - nearest) < 1e-9 ? nearest + 0 : Number.NaN;
}

/** The dimension of a quantity whose value changes with the units, or null. */
export const dimensionWith = (valueWith: (scaled: Dimension | null) => number): Dimension | null =>
  dimensions.find(scaled => valueWith(scaled) !== valueWith(null)) ?? null;

/** 1 bar = 10⁵ J/m³ in kcal/mol/Å³, the unit of pressure that follows. */
export const bar = (1e5 * 1e-30 * avogadro) / joulePerKcal;

/** e²/(4πε₀) in kcal/mol Å: the value that force fields of this unit system use. */
export const coulombConstant = 332.0636;
