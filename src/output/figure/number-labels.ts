// Numbers as a journal prints them: true minus signs, thin spaces between thousands, powers of ten with superscripts,
// and one common factor for axes of very large or very small numbers.

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const minusSign = '\u2212';
const thinSpace = '\u2009';
/** Axes whose largest number is outside 10⁻³ … 10⁶ get a common factor. */
const smallestPlain = -3;
const largestPlain = 5;

export function powerOfTen(exponent: number): string {
  const digits = [...String(Math.abs(exponent))].map(digit => superscripts[Number(digit)]).join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** Groups of three; the SI brochure leaves four digits together unless they stand in a column with longer numbers. */
function grouped(digits: string, fewest: number): string {
  return digits.length < fewest ? digits : digits.replace(/\B(?=(\d{3})+$)/g, thinSpace);
}

export function plainNumber(value: number, decimals: number, groupFrom = 5): string {
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split('.');
  const spaced = grouped(whole, groupFrom);
  const digits = fraction === undefined ? spaced : `${spaced}.${fraction}`;
  return value < 0 && /[1-9]/.test(digits) ? minusSign + digits : digits;
}

/** floor(log₁₀ x) for x > 0, safe against the rounding of log₁₀ at powers of ten. */
export function exponentOf(x: number): number {
  return Number(x.toExponential().split('e')[1]);
}

export interface Labels {
  readonly labels: readonly string[];
  /** Such as "×10⁻⁸": what all labels are to be multiplied by. */
  readonly factor: string;
}

function stepOf(ticks: readonly number[]): number {
  // Rounded to ten digits, for the differences of ticks such as 0.3 − 0.2.
  return ticks.length < 2 ? Math.abs(ticks[0] ?? 0) || 1 : Number((ticks[1] - ticks[0]).toPrecision(10));
}

/** Labels for equally spaced ticks, all with the same number of decimals; zero is "0". */
export function linearLabels(ticks: readonly number[]): Labels {
  const largest = Math.max(0, ...ticks.map(Math.abs));
  const exponent = largest === 0 ? 0 : exponentOf(largest);
  const shift = exponent < smallestPlain || exponent > largestPlain ? exponent : 0;
  const decimals = Math.min(20, Math.max(0, shift - exponentOf(stepOf(ticks))));
  const groupFrom = largest >= 1e4 ? 4 : 5;
  const labels = ticks.map(tick => (tick === 0 ? '0' : plainNumber(tick / 10 ** shift, decimals, groupFrom)));
  return { labels, factor: shift === 0 ? '' : `×${powerOfTen(shift)}` };
}

function decimalsOf(value: number): number {
  return String(value).split('.')[1]?.length ?? 0;
}

function scientific(value: number): string {
  const exponent = exponentOf(value);
  const mantissa = Number((value / 10 ** exponent).toPrecision(6));
  if (mantissa === 1) return powerOfTen(exponent);
  return `${plainNumber(mantissa, decimalsOf(mantissa))}×${powerOfTen(exponent)}`;
}

/** Ticks of a log axis: 10ᵏ; where they are not all powers of ten, plain numbers near 1 and 2×10ᵏ elsewhere. */
export function logLabels(ticks: readonly number[]): string[] {
  const powers = ticks.every(tick => Number(`1e${exponentOf(tick)}`) === tick);
  const plain = !powers && ticks.every(tick => tick >= 1e-2 && tick < 1e4);
  return ticks.map(tick => (plain ? plainNumber(tick, decimalsOf(tick)) : scientific(tick)));
}
