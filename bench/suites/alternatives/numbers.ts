// Numbers as words of a table.

/** Three digits. */
export function brief(value: number): string {
  return value >= 1000 ? value.toFixed(0) : String(Number(value.toPrecision(value < 100 ? 2 : 3)));
}

/** “ (2.1×)”; nothing without a ratio. */
export function times(ratio: number | null): string {
  return ratio === null ? '' : ` (${brief(ratio)}×)`;
}

/** “2e-5 ± 1e-6”. */
export const plusMinus = (value: number, error: number) =>
  `${value.toExponential(0)} ± ${error.toExponential(0)}`;

export const megabytes = (bytes: number) => brief(bytes / 2 ** 20);

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

/** 1e-6 as 10⁻⁶, for whole powers of ten below one. */
export function power(value: number): string {
  const digits = String(Math.round(-Math.log10(value)));
  return `10⁻${[...digits].map(digit => superscripts[Number(digit)]).join('')}`;
}
