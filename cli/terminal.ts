// Terminal output: colours, a progress bar, aligned tables, short numbers. Progress goes to standard error, so that standard
// output holds results only.

const colours = { green: 32, yellow: 33, red: 31, dim: 2, bold: 1 } as const;
type Colour = keyof typeof colours;

export function paint(text: string, colour: Colour, stream: { isTTY?: boolean } = process.stdout): string {
  const wanted = stream.isTTY && process.env.NO_COLOR === undefined;
  return wanted ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text;
}

/** Line width of running text: that of the terminal, from 40 to 100; a terminal that says 0 does not know its width. */
export const textWidth = (columns = process.stdout.columns): number =>
  columns > 0 ? Math.max(40, Math.min(100, columns)) : 100;

export interface Progress {
  /** `done` of `total` units of work. */
  update(done: number, total: number, note?: string): void;
  clear(): void;
}

const barWidth = 28;
const refreshMs = 100;

/** A bar with rate and time left; silent when standard error is not a terminal. */
export function createProgress(unit: string): Progress {
  if (!process.stderr.isTTY) return { update: () => {}, clear: () => {} };
  const start = performance.now();
  let shown = 0;
  return {
    update(done, total, note = '') {
      const now = performance.now();
      if (now - shown < refreshMs && done < total) return;
      shown = now;
      const share = total > 0 ? done / total : 1;
      const seconds = (now - start) / 1000;
      const filled = Math.round(share * barWidth);
      const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
      const rate = done > 0 ? ` ${quantity(done / seconds)} ${unit}/s` : '';
      const left = share > 0 ? `, ${duration((seconds * (1 - share)) / share)} left` : '';
      process.stderr.write(
        `\r\u001b[2K${bar} ${(100 * share).toFixed(0).padStart(3)} %${rate}${left} ${note}`,
      );
    },
    clear() {
      process.stderr.write('\r\u001b[2K');
    },
  };
}

function quantity(value: number): string {
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 1e3) return `${(value / 1e3).toFixed(1)} k`;
  return value.toFixed(value < 10 ? 1 : 0);
}

export function duration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.round(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.round((seconds % 3600) / 60)} min`;
}

/** A number short enough for a table: four digits, scientific when very small or large. */
export function short(value: number): string {
  if (value === 0) return '0';
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return size >= 1e5 || size < 1e-3 ? value.toExponential(2) : String(Number(value.toPrecision(5)));
}

/** Columns padded to their widest cell; columns of numbers line up on the right, their heading too. */
export function alignedTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0].map((_, c) => Math.max(...rows.map(row => row[c].length)));
  const isNumber = (text: string) => /^(failed|–|[−-]?[\d.]+(e[+-]?\d+)?)$/.test(text);
  const isNumeric = rows[0].map((_, c) => rows.slice(1).every(row => row[c] === '' || isNumber(row[c])));
  return rows
    .map(row =>
      row
        .map((cell, c) => (isNumeric[c] ? cell.padStart(widths[c]) : cell.padEnd(widths[c])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
