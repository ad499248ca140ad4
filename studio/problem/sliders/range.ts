// Range and step of a slider: round numbers, with the value near the middle.

export interface SliderRange {
  readonly least: number;
  readonly most: number;
  readonly step: number;
}

/** Steps of a slider from one end to the other, about. */
const steps = 200;

const ladder = [1, 2, 5, 10];

/** The smallest of 1, 2, 5, 10, 20, … that is not below it. */
export function roundedUp(value: number): number {
  const decade = 10 ** Math.floor(Math.log10(value));
  const digit = ladder.find(candidate => candidate * decade >= value * (1 - 1e-12)) ?? 10;
  return Number((digit * decade).toPrecision(1));
}

const between = (least: number, most: number): SliderRange => ({
  least,
  most,
  step: roundedUp((most - least) / steps),
});

/** From zero to about twice the value, on its side; around zero where it is zero, as far as others of its kind go. */
export function parameterRange(value: number, others: readonly number[] = []): SliderRange {
  const reach = roundedUp(2 * (Math.abs(value) || largest(others) / 2));
  if (value === 0) return between(-reach, reach);
  return value > 0 ? between(0, reach) : between(-reach, 0);
}

/** Entries of a start go both ways. */
export function startRange(value: number, others: readonly number[]): SliderRange {
  const reach = roundedUp(Math.max(1.5 * Math.abs(value), largest(others)));
  return between(-reach, reach);
}

/** 1 when there is nothing to compare with. */
function largest(others: readonly number[]): number {
  const sizes = others.map(Math.abs).filter(size => size > 0 && Number.isFinite(size));
  return sizes.length > 0 ? Math.max(...sizes) : 1;
}

/** Numbers that count: from 1, or 0 where 0 is meant. */
export function wholeRange(value: number): SliderRange {
  const least = Math.min(value, 1);
  return { least, most: Math.max(10, roundedUp(2 * Math.abs(value))), step: 1 };
}

/** Exponents of ten, for a step size: from a hundredth of the proposed one to ten times it. */
export function stepRange(step: number): SliderRange {
  const middle = Math.log10(step);
  const toTwentieths = (value: number) => Math.round(20 * value) / 20;
  return { least: toTwentieths(middle - 2), most: toTwentieths(middle + 1), step: 0.05 };
}

/** The same range, stretched where the value lies outside. */
export function stretchedTo({ least, most, step }: SliderRange, value: number): SliderRange {
  return { least: Math.min(least, value), most: Math.max(most, value), step };
}

/** Rounded for display. */
export const shortNumber = (value: number, digits = 6): string => String(Number(value.toPrecision(digits)));
